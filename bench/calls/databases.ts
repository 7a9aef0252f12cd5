import pg from 'pg';
import { type Database, openDatabase } from '../database.ts';

/** One PostgreSQL with a database for each side. */
export interface Databases {
  readonly ours: Database;
  readonly floorUrl: string;
  readonly floor: pg.Client;
  stop(): Promise<void>;
}

export async function openDatabases(): Promise<Databases> {
  const ours = await openDatabase();
  await ours.db.query('create database floor');

  const floorUrl = ours.url.replace(/[^/]*$/, 'floor');
  const floor = new pg.Client({ connectionString: floorUrl });
  await floor.connect();

  return {
    ours,
    floorUrl,
    floor,
    async stop() {
      await floor.end();
      await ours.stop();
    },
  };
}
