import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { canWrite, giveTo } from './postgres-account.mjs';
import { PlainError } from './repo.mjs';

/** At most this much of what was committed is not in the archive yet, in seconds. */
const ARCHIVE_WITHIN_S = 60;
const SEGMENT = /^[0-9A-F]{24}$/;
/** Segments of 16 MiB, PostgreSQL's default. */
const SEGMENTS_A_LOG = 256;

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
/** In commands of PostgreSQL a percent sign starts a placeholder. */
const literal = (path) => quote(path).replaceAll('%', '%%');

/**
 * Settings by which PostgreSQL archives its write-ahead log in `wal` of a backup folder, compressed. A segment is synced
 * before it has its name, and one that is there already is never overwritten: the same content counts as archived, other
 * content fails, as of a second database that archives into the same folder.
 */
export function archiveSettings(backup, account) {
  const wal = join(backup, 'wal');
  // PostgreSQL's account passes through this folder and reads nothing in it.
  mkdirSync(backup, { recursive: true, mode: 0o711 });
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  giveTo(wal, account);
  if (!canWrite(wal, account)) {
    throw new PlainError(
      `The account PostgreSQL runs as cannot write ${wal}: set NOREN_BACKUP to a folder it can enter.`,
    );
  }
  const [file, draft] = [`${literal(wal)}/%f.gz`, `${literal(wal)}/.%f.tmp`];
  const command = `if [ -f ${file} ]; then gzip -dc ${file} | cmp -s - %p; else gzip -1 -n -c %p > ${draft} && sync ${draft} && mv ${draft} ${file} && sync ${literal(wal)}; fi`;
  return ['archive_mode=on', `archive_timeout=${ARCHIVE_WITHIN_S}`, `archive_command=${command}`];
}

/**
 * The command by which recovery fetches a segment: from the archive, else from the log folder of the database that is
 * replaced. A file that is there and cannot be read ends the recovery: without it nothing after it may be taken either.
 */
export function restoreCommand(backup, replaced) {
  const file = `${literal(join(backup, 'wal'))}/%f.gz`;
  const last = replaced === undefined ? 'exit 1' : copyLast(`${literal(join(replaced, 'pg_wal'))}/%f`);
  return `if [ -f ${file} ]; then gzip -dc ${file} > %p || exit 200; else ${last}; fi`;
}

const copyLast = (file) => `if [ -f ${file} ]; then cp ${file} %p || exit 200; else exit 1; fi`;

/** The archived segments' names, without `.gz`, oldest first. */
export function listSegments(backup) {
  const wal = join(backup, 'wal');
  if (!existsSync(wal)) return [];
  const names = readdirSync(wal).filter((name) => name.endsWith('.gz'));
  return names
    .map((name) => name.slice(0, -3))
    .filter((name) => SEGMENT.test(name))
    .sort();
}

/** Where a segment is in the log, whatever its timeline. */
function segmentNumber(name) {
  return Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_A_LOG + Number.parseInt(name.slice(16, 24), 16);
}

/** Whether the archive lacks a segment between one and the last that it has. */
export function hasGap(segments, from) {
  const start = segmentNumber(from);
  const numbers = new Set(segments.map(segmentNumber).filter((number) => number >= start));
  return numbers.size > 0 && Math.max(...numbers) - start + 1 !== numbers.size;
}

/**
 * Archives what a restored database wrote while it archived nothing: the history of its new timeline, by which the next
 * restore finds it and never takes its number again, and its segments before the present one.
 */
export function archiveTimeline({ backup, account, log, segment }) {
  const timeline = segment.slice(0, 8);
  for (const name of readdirSync(log)) {
    const isDone = SEGMENT.test(name) && name.startsWith(timeline) && name < segment;
    if (!isDone && name !== `${timeline}.history`) continue;
    const file = join(backup, 'wal', `${name}.gz`);
    writeFileSync(file, gzipSync(readFileSync(join(log, name))), { flag: 'wx', flush: true, mode: 0o600 });
    giveTo(file, account);
  }
}
