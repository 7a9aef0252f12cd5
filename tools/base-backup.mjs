import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { PlainError } from './repo.mjs';

const ARCHIVED_WITHIN_MS = 600_000;
const CHUNK = Buffer.allocUnsafe(1 << 20);

/** Folders whose content a running server makes itself: a copy has them empty. */
export const EMPTY_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** Files of the running server, or made again by it. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init(\..*)?|pgsql_tmp.*|.*\.tmp)$/;

/**
 * Copies the data folder of a running PostgreSQL into a folder, by the low-level interface of its backups: the copy is
 * good once the write-ahead log from its start to its end is replayed over it. Needs a superuser's address.
 * @returns the sums of the files by path, and where in the log the copy starts and stops
 */
export async function copyRunningCluster({ url, data, into, label }) {
  const client = new pg.Client({ connectionString: url, statement_timeout: ARCHIVED_WITHIN_MS });
  await client.connect();
  try {
    const one = async (text) => (await client.query(text)).rows[0];
    const { start } = await one(`select pg_backup_start(${client.escapeLiteral(label)}, true)::text as start`);
    const { segment } = await one(`select pg_walfile_name('${start}') as segment`);
    const sums = copyTree(data, into, isPartOfBackup);
    // Waits until the log up to here is archived.
    const stop = await one('select lsn::text, labelfile, spcmapfile from pg_backup_stop(true)');
    if (stop.spcmapfile?.trim()) throw new PlainError('The database has tablespaces: back it up with pgBackRest.');
    writeFileSync(join(into, 'backup_label'), stop.labelfile, { mode: 0o600 });
    sums.set('backup_label', createHash('sha256').update(stop.labelfile).digest('hex'));
    return { sums, start, segment, stop: stop.lsn };
  } finally {
    await client.end();
  }
}

function isPartOfBackup(path, name) {
  return !LEFT_OUT.test(name) && !EMPTY_FOLDERS.includes(dirname(path));
}

/** Copies a folder; files that vanish meanwhile are left out. @returns the SHA-256 of each file by its path */
function copyTree(from, into, isWanted = () => true) {
  const sums = new Map();
  const visit = (folder) => {
    mkdirSync(join(into, folder), { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!isWanted(path, entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) {
        const sum = copyFile(join(from, path), join(into, path));
        if (sum !== undefined) sums.set(path, sum);
      }
    }
  };
  visit('');
  return sums;
}

/** @returns the SHA-256 of what was copied; undefined when the file is gone */
function copyFile(from, to) {
  let source;
  try {
    source = openSync(from, 'r');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  const hash = createHash('sha256');
  const target = openSync(to, 'wx', 0o600);
  try {
    for (let read = readSync(source, CHUNK); read > 0; read = readSync(source, CHUNK)) {
      const part = CHUNK.subarray(0, read);
      hash.update(part);
      if (writeSync(target, part) !== read) throw new PlainError(`The disk of ${to} is full.`);
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
  return hash.digest('hex');
}

/** The SHA-256 of every file of a folder by its path. */
export async function listSums(folder) {
  const sums = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      sums.set(relative(folder, path), await sumFile(path));
    }
  return sums;
}

/** The SHA-256 of a file. */
export async function sumFile(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
