import { readdir, readFile } from 'node:fs/promises';
import { Kysely, type RawBuilder, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { PipelinedDialect } from './pipelined-dialect.ts';
import { camelCase } from './statements.ts';
import type { Db, Tables, Tx } from './tables.ts';

export type { Db, Tx };

/** Smaller than any id: where going through a table by its key begins. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => Date.parse(text),
};

/** A pool that outlives its connections: one that dies is logged and replaced, never fatal. */
export function makePool(url: string, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // Kept also when nobody asks: a new one plans each statement anew, the larger ones for milliseconds and five times.
    idleTimeoutMillis: 0,
    // So that one which died unseen while it was idle is noticed.
    keepAlive: true,
    // Statements that hang (a partition, a lost lock holder) give their connection back within this time.
    statement_timeout: 20_000,
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format) },
  } as pg.PoolConfig);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

function parserOf(oid: number, format: 'text' | 'binary' | undefined): (text: string) => unknown {
  return parsers[oid] ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown);
}

/** The typed query builder over a pool. */
export function makeDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PipelinedDialect(pool), plugins: [camelCase] });
}

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

/** Brings the schema up to date; safe to run from several processes at once, the migrator takes a lock. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The files of server/migrations by their names, which are also their order. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, MIGRATIONS), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: async (tx) => void (await sql.raw(text).execute(tx)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A parameter for a timestamptz column. */
export function timestamp(utcMs: number): Date {
  return new Date(utcMs);
}

/** The same to compare a timestamptz column with: it reads as a number, so it is compared as one. */
export function instantValue(utcMs: number): RawBuilder<number> {
  return sql<number>`${timestamp(utcMs)}::timestamptz`;
}
