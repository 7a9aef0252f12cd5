import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

const MAIN = fileURLToPath(new URL('./backup.ts', import.meta.url));
const COPY = fileURLToPath(new URL('./copy-database.ts', import.meta.url));
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'noren-backup-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

/** Backs the files up, as `npm run backup -- --files` does. */
function backUpFiles(...more: string[]): Promise<string> {
  return run(MAIN, more);
}

function run(command: string, given: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const { DATABASE_URL, NOREN_DATA } = app.deps.config;
  const env = { ...process.env, DATABASE_URL, NOREN_DATA, NOREN_BACKUP: folder, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...given], { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

const newest = async () =>
  (await app.deps.db.selectFrom('backups').select('hasDatabase').orderBy('startedAt', 'desc').executeTakeFirst())
    ?.hasDatabase;

test('the database counts as backed up when the command is told by which tool; one that archives nothing is warned of', async () => {
  expect(await backUpFiles('--label', 'one')).toMatch(/^Backup one: the files alone, \d+ files\.$/m);
  expect(await newest()).toBe(false);
  const said = await backUpFiles('--label', 'two', '--database-by', 'pgbackrest');
  expect(said).toMatch(/^Backup two: the database by pgbackrest, and \d+ files\.$/m);
  expect(said).toContain('The database archives no log');
  expect(await newest()).toBe(true);
  expect(await backUpFiles('--database-by', '')).toContain('--database-by takes the name of the tool');
});

test('no copy is made of one machine where the tables are spread over several', async () => {
  const { db, config } = app.deps;
  const { rows } = await sql<{ before: string }>`
    select pg_get_functiondef('shard_of(uuid)'::regprocedure) as before`.execute(db);
  await sql`create or replace function shard_of(user_id uuid) returns bigint language sql stable return 1::bigint`.execute(
    db,
  );
  try {
    const said = await run(COPY, [join(folder, 'copy')], { NOREN_BACKUP_DATABASE_URL: config.DATABASE_URL });
    expect(said).toMatch(/^The tables are spread over several machines, and this copies one\. /);
    expect(existsSync(join(folder, 'copy'))).toBe(false);
  } finally {
    // The database goes to another test.
    await sql.raw(rows[0]!.before).execute(db);
  }
});
