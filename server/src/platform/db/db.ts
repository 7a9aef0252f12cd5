import { readdir, readFile } from 'node:fs/promises';
import { Kysely, type RawBuilder, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';
import { PipelinedDialect } from './pipelined-dialect.ts';
import { connectionTo } from './primary-client.ts';
import { camelCase } from './statements.ts';
import type { Db, Tables, Tx } from './tables.ts';

export type { Db, Tx };

/** Smaller than any id: the start of a walk through a table by its key, and the user of rows that concern nobody. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: (text) => Date.parse(text),
};

/**
 * A pool that survives its connections: one that is lost is logged and replaced, and never ends the process.
 * @param program the name of its connections in `pg_stat_activity`
 */
export function makePool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  program = 'noren command',
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    application_name: program,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // Idle connections stay open: a new one plans each statement again, five times before it settles on a generic plan.
    idleTimeoutMillis: 0,
    // Detects connections that were lost while idle.
    keepAlive: true,
    // A statement that hangs (network partition, lost lock holder) releases its connection after this time.
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

/**
 * Migrates the schema, by default to this version's; safe from several processes at once, because the migrator takes a lock.
 * @throws ConfigError when the database has migrations that this version does not know @throws the error of a migration that failed
 */
export async function migrate(db: Db, folder = MIGRATIONS): Promise<void> {
  const plain = db.withoutPlugins();
  const known = await readMigrations(folder);
  const unknown = (await readAppliedMigrations(plain)).filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new ConfigError(
      `The database has migrations that this version does not know (${unknown[0]}, ${unknown.length} in all). ` +
        'Start the version that made it, or give an empty database; in development, stop and delete the folder .noren.',
    );
  }
  const migrator = new Migrator({ db: plain, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the database has all migrations of this version; a later one may be there too. */
export async function hasAllMigrations(db: Db): Promise<boolean> {
  const applied = new Set(await readAppliedMigrations(db.withoutPlugins()));
  knownMigrations ??= readMigrations(MIGRATIONS);
  return Object.keys(await knownMigrations).every((name) => applied.has(name));
}
let knownMigrations: ReturnType<typeof readMigrations> | undefined;

/** Names of the migrations that the database has; none when it is empty. */
async function readAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass('kysely_migration') is not null as made`.execute(db);
  if (!rows[0]?.made) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** The files of a folder of migrations by their names, which are also their order. */
async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    return [file.replace(/\.sql$/, ''), { up: async (tx) => void (await sql.raw(text).execute(tx)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A parameter for a timestamptz column. */
export function timestamp(utcMs: number): Date {
  return new Date(utcMs);
}

/** `timestamp` for comparisons: a timestamptz column is read as a number, so it is typed as one. */
export function instantValue(utcMs: number): RawBuilder<number> {
  return sql<number>`${timestamp(utcMs)}::timestamptz`;
}
