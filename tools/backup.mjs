import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { copyRunningCluster, listSums } from './base-backup.mjs';
import { ensureInstalled } from './install.mjs';
import { programUrl } from './migrate-database.mjs';
import { runScript } from './on-database.mjs';
import { startPostgres } from './postgres.mjs';
import { PlainError, repo, runMain } from './repo.mjs';

const ELSEWHERE = `The database is not the bundled one, and there is no pg_basebackup here. Back the database up with its own
tools (docs/operations.md, "Backup", has the commands of pgBackRest), then run: npm run backup -- --files`;

/**
 * Backs up: `npm run backup`, while Noren runs or not, into the folder NOREN_BACKUP. `--keep 14` deletes all but the
 * newest fourteen, `--files` leaves the database to other tools; with `--database-by pgbackrest` it notes that this one
 * backed the database up.
 */
await runMain(async () => {
  ensureInstalled();
  const { values } = parseArgs({
    options: { keep: { type: 'string' }, files: { type: 'boolean' }, 'database-by': { type: 'string' } },
  });
  const { 'database-by': tool } = values;
  if (tool !== undefined && !values.files) throw new PlainError('--database-by says who did what --files leaves out.');
  if (!process.env.NOREN_BACKUP) throw new PlainError('Set NOREN_BACKUP to the folder of the backups.');
  const folder = resolve(process.env.NOREN_BACKUP);
  const more = [
    ...(values.keep === undefined ? [] : ['--keep', values.keep]),
    ...(tool === undefined ? [] : ['--database-by', tool]),
  ];
  const { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: fileOfIt } = process.env;
  if (databaseUrl || fileOfIt) {
    if (values.files) return runScript('backup.ts', more, databaseUrl);
    return finish({ databaseUrl, more, ...(await makeDraft(folder, copyElsewhere)) });
  }
  const dataDir = join(resolve(process.env.NOREN_DATA || join(repo, '.noren')), 'postgres');
  if (!existsSync(dataDir)) throw new PlainError(`There is no database in ${dataDir}: start Noren once first.`);
  const postgres = await startPostgres({ dataDir });
  try {
    const { url, data, home } = postgres;
    if (values.files) return runScript('backup.ts', more, programUrl(url));
    await requireArchiving(url);
    const draft = await makeDraft(folder, (into, label) => copyRunningCluster({ url, data, into, label }));
    // The roles' passwords in it are of this one.
    copyFileSync(join(home, 'password'), join(folder, 'backups', `${draft.label}.part`, 'password'));
    return finish({ databaseUrl: programUrl(url), more, ...draft });
  } finally {
    // A running server still needs its database.
    if (!postgres.wasRunning) await postgres.stop();
  }
});

/** Copies the database into the draft of a new backup. */
async function makeDraft(folder, copy) {
  const started = new Date();
  const label = started.toISOString().replace(/[-:]|\.\d+/g, '');
  const draft = join(folder, 'backups', `${label}.part`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const { sums, ...database } = await copy(join(draft, 'database'), label);
  const lines = [...sums].map(([path, sum]) => `${sum}  database/${path}\n`);
  writeFileSync(join(draft, 'SHA256SUMS'), lines.join(''), { mode: 0o600 });
  writeFileSync(join(draft, 'database.json'), `${JSON.stringify(database)}\n`, { mode: 0o600 });
  return { label, started };
}

function finish({ label, started, databaseUrl, more }) {
  return runScript('backup.ts', ['--label', label, '--started', started.toISOString(), ...more], databaseUrl);
}

async function requireArchiving(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select current_setting('archive_mode') as mode");
    if (rows[0].mode !== 'on')
      throw new PlainError('The running database archives nothing: restart Noren with NOREN_BACKUP set, then back up.');
    const failing = await client.query(
      "select last_failed_wal from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')",
    );
    if (failing.rows.length > 0)
      throw new PlainError(
        `Archiving fails at ${failing.rows[0].last_failed_wal}: see "The archive of the log fails" in docs/debugging.md.`,
      );
  } finally {
    await client.end();
  }
}

/** A database elsewhere is copied by PostgreSQL's own tool, whose role needs REPLICATION. Its log is archived there. */
async function copyElsewhere(into) {
  if (!canRun('pg_basebackup')) throw new PlainError(ELSEWHERE);
  // The server's command reads the address, by the rules of every other secret.
  if (runScript('copy-database.ts', [into], process.env.DATABASE_URL) !== 0)
    throw new PlainError('Nothing was backed up.');
  const [, start = '', segment = ''] =
    /^START WAL LOCATION: (\S+) \(file (\S+)\)/.exec(readFileSync(join(into, 'backup_label'), 'utf8')) ?? [];
  return { sums: await listSums(into), segment, start, stop: '' };
}

function canRun(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
