import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Kysely, type RawBuilder, sql, type UpdateResult } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';
import { PipelinedDialect } from './pipelined-dialect.ts';
import { connectionTo } from './primary-client.ts';
import { runMigrations } from './run-migrations.ts';
import { camelCase } from './statements.ts';
import type { Db, Tables, Tx } from './tables.ts';

export type { Db, Tx };

/**
 * Smaller than any id: the start of a walk through a table by its key, and the user of rows that
 * concern nobody.
 */
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
 * How long the statements of a pool may take and wait for a lock, and how long a connection is
 * waited for, in milliseconds; 0 is without end.
 */
interface TimeLimits {
  readonly statement: number;
  readonly lock: number;
  readonly connection?: number;
}

/**
 * Of a process: a statement that hangs (network partition, lost lock holder) releases its
 * connection after this time.
 */
const OF_A_PROCESS: TimeLimits = { statement: 20_000, lock: 0 };
/** Until one of the pool's is free, or the database has opened another. */
const CONNECTED_WITHIN_MS = 5_000;

/**
 * A pool that survives its connections: one that is lost is logged and replaced, and never ends the
 * process.
 * @param program the name of its connections in `pg_stat_activity`
 */
export function makePool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  program = 'noren',
  { statement, lock, connection = CONNECTED_WITHIN_MS } = OF_A_PROCESS,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    application_name: program,
    max,
    pipeline: true,
    connectionTimeoutMillis: connection,
    // Idle connections stay open: a new one plans each statement again, five times before it
    // settles on a generic plan.
    idleTimeoutMillis: 0,
    // Detects connections that were lost while idle.
    keepAlive: true,
    // As texts: the driver sends no number 0, and the role's own setting would hold.
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => pickParser(oid, format) },
  } as unknown as pg.PoolConfig);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  return pool;
}

/**
 * The pool of a command: its statements read and write whole tables, and take as long as the tables
 * are large.
 */
export function makeCommandPool(url: string, max: number, program = 'noren command'): pg.Pool {
  return makePool(url, max, () => undefined, program, { statement: 0, lock: 0 });
}

/**
 * The pool of the schema's owner: calls wait behind a statement that waits for a table, so it soon
 * gives up.
 */
export function makeOwnerPool(url: string): pg.Pool {
  return makePool(url, 1, () => undefined, 'noren migrate', { statement: 0, lock: 5_000 });
}

function pickParser(oid: number, format: 'text' | 'binary' | undefined): (text: string) => unknown {
  return (
    parsers[oid] ?? (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown)
  );
}

/** The typed query builder over a pool. */
export function makeDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PipelinedDialect(pool), plugins: [camelCase] });
}

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

const OTHER_VERSION =
  'Use the version that made it; in development, stop and delete the folder .noren.';

/**
 * Migrates the schema, by default to this version's; safe from several processes at once, because
 * the migrator takes a lock.
 * @returns whether the schema is a later version's, which has all that this one needs: then nothing
 * is done
 * @throws ConfigError when the database lacks a migration and has others, or has one with another
 * text
 * @throws the error of a migration that failed
 */
export async function migrate(db: Db, folder = MIGRATIONS): Promise<{ isNewer: boolean }> {
  const plain = db.withoutPlugins();
  const texts = await readMigrations(folder);
  const applied = await readAppliedMigrations(plain);
  const isOurs = folder === MIGRATIONS;
  const before = isOurs && applied.length > 0 ? await readDigests(plain) : {};

  requireOwnTexts(before, texts);

  const unknown = applied.filter((name) => !(name in texts));
  if (unknown.length > 0 && Object.keys(texts).every((name) => applied.includes(name)))
    return { isNewer: true };
  if (unknown.length > 0)
    throw new ConfigError(
      `The database has migrations that this version does not know (${unknown[0]}, ${unknown.length} in all), and lacks one of this version's. ${OTHER_VERSION}`,
    );

  const digests = { ...before };
  await runMigrations(plain, texts, async (names) => {
    if (!isOurs) return;

    for (const name of names) digests[name] = digestText(texts[name]!);
    await sql`comment on table kysely_migration is ${sql.lit(JSON.stringify(digests))}`.execute(
      plain,
    );
  });

  return { isNewer: false };
}

/** @throws ConfigError when a migration was applied with another text than this version's */
function requireOwnTexts(
  made: Record<string, string | undefined>,
  texts: Record<string, string>,
): void {
  const other = Object.keys(texts).filter(
    (name) => made[name] !== undefined && made[name] !== digestText(texts[name]!),
  );

  if (other.length > 0)
    throw new ConfigError(
      `The database was made when a migration had another text (${other[0]}, ${other.length} in all): calls would fail. ${OTHER_VERSION}`,
    );
}

/** Enough of what a migration does to know it again; what it says about it may change. */
function digestText(text: string): string {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/^comment on [^']*('[^']*'\s*)+;/gm, '');
  return createHash('sha256').update(statements.replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 16);
}

/**
 * The digests of the migrations' texts when they were applied, in the comment of their table; of an
 * older database none.
 */
async function readDigests(db: Db): Promise<Record<string, string | undefined>> {
  const { rows } = await sql<{ noted: string | null }>`
    select obj_description('kysely_migration'::regclass) as noted`.execute(db);
  return JSON.parse(rows[0]?.noted ?? '{}');
}

/** Whether the database has all migrations of this version; a later one may be there too. */
export async function hasAllMigrations(db: Db): Promise<boolean> {
  const applied = new Set(await readAppliedMigrations(db.withoutPlugins()));
  return Object.keys(await ownMigrations()).every((name) => applied.has(name));
}

/**
 * For a role that does not migrate.
 * @throws ConfigError when the database lacks a migration of this version, or has it with another
 * text
 */
export async function requireMigrations(db: Db): Promise<void> {
  if (!(await hasAllMigrations(db)))
    throw new ConfigError(
      'The database lacks a migration of this version: run `npm run migrate` first (in a container `node server/src/commands/migrate.ts`).',
    );

  requireOwnTexts(await readDigests(db.withoutPlugins()), await ownMigrations());
}

function ownMigrations(): ReturnType<typeof readMigrations> {
  knownMigrations ??= readMigrations(MIGRATIONS);
  return knownMigrations;
}

let knownMigrations: ReturnType<typeof readMigrations> | undefined;

/** Names of the migrations that the database has; none when it is empty. */
async function readAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    made: boolean;
  }>`select to_regclass('kysely_migration') is not null as made`.execute(db);
  if (!rows[0]?.made) return [];

  const applied = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** The texts of a folder of migrations by their names, which are also their order. */
async function readMigrations(folder: URL): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(
    async (file) =>
      [file.replace(/\.sql$/, ''), await readFile(new URL(file, folder), 'utf8')] as const,
  );

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

/**
 * Executes an update, at the end of its chain: `.$call(changesRow)`.
 * @returns whether a row met its conditions
 */
export async function changesRow(update: {
  executeTakeFirst(): Promise<UpdateResult>;
}): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}
