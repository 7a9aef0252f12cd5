import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

const MAIN = fileURLToPath(new URL('./backup.ts', import.meta.url));
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
  const { DATABASE_URL, NOREN_DATA } = app.deps.config;
  const env = { ...process.env, DATABASE_URL, NOREN_DATA, NOREN_BACKUP: folder };

  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...more], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

const newest = async () =>
  (
    await app.deps.db
      .selectFrom('backups')
      .select('hasDatabase')
      .orderBy('startedAt', 'desc')
      .executeTakeFirst()
  )?.hasDatabase;

test('the database counts as backed up if the tool is named; the command warns if it archives nothing', async () => {
  expect(await backUpFiles('--label', 'one')).toMatch(
    /^Backup one: the files alone, \d+ files\.$/m,
  );
  expect(await newest()).toBe(false);

  const said = await backUpFiles('--label', 'two', '--database-by', 'pgbackrest');
  expect(said).toMatch(/^Backup two: the database by pgbackrest, and \d+ files\.$/m);
  expect(said).toContain('The database archives no log');
  expect(await newest()).toBe(true);
  expect(await backUpFiles('--database-by', '')).toContain(
    '--database-by takes the name of the tool',
  );
});
