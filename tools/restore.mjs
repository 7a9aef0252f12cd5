import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { EMPTY_FOLDERS, sumFile } from './base-backup.mjs';
import { ensureInstalled } from './install.mjs';
import { migrateDatabase, programUrl } from './migrate-database.mjs';
import { runOnDatabase, runScript } from './on-database.mjs';
import { startPostgres, stopRunning } from './postgres.mjs';
import { giveTo } from './postgres-account.mjs';
import { openPermanentCluster, RESTORING } from './postgres-cluster.mjs';
import { PlainError, repo, runMain } from './repo.mjs';
import { takeFolder } from './start-lock.mjs';
import { archiveTimeline, hasGap, listSegments, restoreCommand } from './wal-archive.mjs';

/** With its offset from UTC: a time without one would be another time on another machine. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const LOOK_EVERY_MS = 50;
const NOT_ON_TIMELINE = /not a child of this server's history/;

class OtherTimeline extends PlainError {}

/**
 * Restores the bundled database, the files and what must not come back: `npm run restore`, while Noren is stopped.
 * `--to 2026-11-24T10:00:00+05:30` stops at that time; without it everything in the archive comes back. The database that
 * was there is kept beside it. `--files` alone leaves the database as it is and brings lost files back, also while Noren runs. After an earlier restore `--timeline 1` goes on with what was before it. With DATABASE_URL set, somebody has restored that database: the rest is done.
 */
await runMain(async () => {
  ensureInstalled();
  if (process.argv.slice(2).join(' ') === '--files') return runOnDatabase('restore-files.ts');
  const { values } = parseArgs({
    options: { to: { type: 'string' }, timeline: { type: 'string' } },
  });
  if (values.to !== undefined && !INSTANT.test(values.to))
    throw new PlainError('Write the time with its offset, such as --to 2026-11-24T10:00:00+05:30.');
  const { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: fileOfIt, NOREN_BACKUP } = process.env;
  if (databaseUrl || fileOfIt) {
    if (values.to !== undefined || values.timeline !== undefined)
      throw new PlainError(
        'A database elsewhere is restored by its own tools, which take the point: leave out --to and --timeline.',
      );
    return runScript('restore.ts', [], databaseUrl) || runScript('verify.ts', [], databaseUrl);
  }
  if (process.env.NOREN_FORMER_DATABASE_URL || process.env.NOREN_FORMER_DATABASE_URL_FILE)
    throw new PlainError(
      'NOREN_FORMER_DATABASE_URL is for a database elsewhere: set DATABASE_URL to the one that was restored.',
    );
  if (!NOREN_BACKUP) throw new PlainError('Set NOREN_BACKUP to the folder of the backups.');
  const data = resolve(process.env.NOREN_DATA || join(repo, '.noren'));
  mkdirSync(data, { recursive: true });
  const lock = await takeFolder(data);
  try {
    return await restore({ backup: resolve(NOREN_BACKUP), dataDir: join(data, 'postgres'), ...values });
  } finally {
    lock.release();
  }
});

async function restore({ backup, dataDir, to, timeline }) {
  const { home, account } = openPermanentCluster(dataDir);
  const data = join(home, 'data');
  await stopRunning(data);
  const replaced = existsSync(join(data, 'pg_wal')) ? data : undefined;
  const settings = recoverySettings({ backup, replaced, to, timeline });
  const postgres = await recoverNewest({ backup, to, home, account, dataDir, settings });
  let segment;
  let verified;
  try {
    const url = programUrl(postgres.url);
    migrateDatabase(postgres.url, url);
    const code = runScript('restore.ts', [], url);
    if (code !== 0) return code;
    verified = runScript('verify.ts', [], url);
    ({ segment } = await ask(postgres.url, 'select pg_walfile_name(pg_current_wal_lsn()) as segment'));
  } finally {
    await postgres.stop();
  }
  // Only now: a restore that failed leaves the archive as it was.
  archiveTimeline({ backup, account, log: join(home, RESTORING, 'pg_wal'), segment });
  if (existsSync(data)) {
    const kept = `${data}.replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
    renameSync(data, kept);
    console.log(`The database that was there is in ${kept}: delete it once it is not needed, it holds personal data.`);
  }
  renameSync(join(home, RESTORING), data);
  console.log(
    verified === 0
      ? 'Restored. Start Noren, then make a new backup: npm run backup.'
      : 'Restored, but a self-check found something: look at it (docs/debugging.md, "verify fails") before Noren starts.',
  );
  return verified;
}

/**
 * Recovers from the newest backup that can reach the point: one that was made before an earlier restore went back behind
 * it belongs to another past.
 */
async function recoverNewest({ backup, to, home, account, dataDir, settings }) {
  let failed;
  for (const chosen of listCandidates(backup, to)) {
    console.log(
      `Restoring backup ${chosen.label}${to === undefined ? ' and the whole archive after it' : ` up to ${to}`}.`,
    );
    await checkSums(chosen);
    placeCopy({ chosen, home, account });
    try {
      return await recover({ dataDir, settings });
    } catch (error) {
      if (!(error instanceof OtherTimeline)) throw error;
      failed = error;
    }
  }
  throw failed;
}

/** Backups with a database that were finished before a time, newest first. */
function listCandidates(backup, to) {
  const folder = join(backup, 'backups');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const backups = names
    .filter((name) => existsSync(join(folder, name, 'manifest.json')) && !name.endsWith('.part'))
    .map((name) => ({
      ...JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')),
      at: join(folder, name),
    }))
    .filter(({ database, finishedAt }) => database && (to === undefined || Date.parse(finishedAt) <= Date.parse(to)));
  if (backups.length === 0)
    throw new PlainError(`${folder} has no backup that was finished${to === undefined ? '' : ' before that time'}.`);
  const { label, database } = backups.at(-1);
  if (hasGap(listSegments(backup), database.segment))
    throw new PlainError(`The archive in ${join(backup, 'wal')} lacks a segment after backup ${label}.`);
  return backups.reverse();
}

/** Every file of a backup is there with its sum, and the list is the one that the manifest names. */
async function checkSums({ at, label, sums }) {
  const list = join(at, 'SHA256SUMS');
  const bad = (await sumFile(list)) === sums ? await findBad(at, readFileSync(list, 'utf8')) : 'SHA256SUMS';
  if (bad) throw new PlainError(`Backup ${label} is damaged: ${bad}. Restore an older one, or another copy of it.`);
}

async function findBad(at, list) {
  for (const line of list.split('\n').filter(Boolean)) {
    const [sum, path] = [line.slice(0, 64), line.slice(66)];
    const file = join(at, path);
    if (!existsSync(file) || (await sumFile(file)) !== sum) return path;
  }
  return undefined;
}

/** Puts the copy beside the present data, for the account PostgreSQL runs as. */
function placeCopy({ chosen, home, account }) {
  const draft = join(home, RESTORING);
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(chosen.at, 'database'), draft, { recursive: true });
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(draft, folder), { recursive: true });
  writeFileSync(join(draft, 'recovery.signal'), '');
  chmodSync(draft, 0o700);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() ? 0o700 : 0o600);
    giveTo(path, account);
  }
  giveTo(draft, account);
  const password = join(chosen.at, 'password');
  if (!existsSync(password)) return;
  copyFileSync(password, join(home, 'password'));
  giveTo(join(home, 'password'), account);
}

function recoverySettings({ backup, replaced, to, timeline }) {
  return [
    'archive_mode=off',
    `restore_command=${restoreCommand(backup, replaced)}`,
    'recovery_target_action=promote',
    ...(timeline === undefined ? [] : [`recovery_target_timeline=${timeline}`]),
    ...(to === undefined
      ? []
      : [`recovery_target_time=${new Date(to).toISOString().replace('T', ' ').replace('Z', '+00')}`]),
  ];
}

async function recover({ dataDir, settings }) {
  const postgres = await startPostgres({ dataDir, folder: RESTORING, backup: '', settings, attempts: 1 }).catch(
    (error) => {
      throw explain(error.message);
    },
  );
  try {
    await waitUntilWritable(postgres);
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Recovery lets readers in before it ends. */
async function waitUntilWritable({ url, home }) {
  for (;;) {
    const state = await ask(url, 'select pg_is_in_recovery() as is_recovering').catch(() => undefined);
    if (state?.is_recovering === false) return;
    const fatal = readFileSync(join(home, 'log'), 'utf8')
      .split('\n')
      .findLast((line) => line.includes('FATAL'));
    if (state === undefined && fatal && !/starting up|recovery state/.test(fatal)) throw explain(fatal);
    await pause(LOOK_EVERY_MS);
  }
}

async function ask(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

function explain(message) {
  if (NOT_ON_TIMELINE.test(message)) return new OtherTimeline(message);
  if (/recovery ended before configured recovery target/.test(message))
    return new PlainError('The archive ends before that time. Without --to everything that is in it is restored.');
  return new PlainError(`The database was not recovered: ${message}`);
}
