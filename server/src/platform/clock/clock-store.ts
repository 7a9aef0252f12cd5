import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/** The database's own clock, UTC ms; also within a transaction the present instant. */
export async function readDatabaseNow(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database told no time');

  return Math.round(row.now);
}
