import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FileArchive } from '../../platform/ports/files.ts';

/** What describes a backup; beside it `SHA256SUMS` lists every file, as `sha256sum --check` reads it. */
export interface Manifest {
  readonly label: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Where in the write-ahead log the copy of the database starts and ends; null for a backup of the files alone. */
  readonly database: { readonly segment: string; readonly start: string; readonly stop: string } | null;
  readonly files: number;
  /** SHA-256 of `SHA256SUMS`. */
  readonly sums: string;
}

const MANIFEST = 'manifest.json';
const SUMS = 'SHA256SUMS';
/** From a backup's own folder to an archived file. */
const FILE_LINE = /^([0-9a-f]{64}) {2}\.\.\/\.\.\/files\/\S+\/([0-9a-f]{32})\.\1$/gm;

/** The folders of a backup folder. */
export function backupPaths(folder: string) {
  return { backups: join(folder, 'backups'), files: join(folder, 'files'), wal: join(folder, 'wal') };
}

/** A name for a backup that sorts by its start: `20261124T043000Z`. */
export function labelOf(startedAt: number): string {
  return new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, '');
}

/**
 * Finishes a backup: copies the files that the archive lacks, after the database, so that each file a row refers to is
 * there; lists everything, and gives the folder its name once all is on disk.
 */
export async function finishBackup(
  archive: FileArchive,
  { folder, label, startedAt, now }: { folder: string; label: string; startedAt: number; now: () => Promise<number> },
): Promise<Manifest> {
  const { backups } = backupPaths(folder);
  const draft = join(backups, `${label}.part`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const sums = await archive.copyAll();
  const lines = [...sums].map(
    ([fileId, sum]) => `${sum}  ../../files/${fileId.slice(0, 2)}/${fileId.slice(2, 4)}/${fileId}.${sum}\n`,
  );
  await appendFile(join(draft, SUMS), lines.join(''), { mode: 0o600 });
  const text = await readFile(join(draft, SUMS));
  const manifest: Manifest = {
    label,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date(await now()).toISOString(),
    database: await readDatabasePart(draft),
    files: sums.size,
    sums: createHash('sha256').update(text).digest('hex'),
  };
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await syncDisk(folder);
  await rename(draft, join(backups, label));
  await syncDisk(folder);
  return manifest;
}

async function readDatabasePart(draft: string): Promise<Manifest['database']> {
  const text = await readFile(join(draft, 'database.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Manifest['database']);
}

// One call for all files: thousands of them synced one by one take minutes on a slow disk.
async function syncDisk(folder: string): Promise<void> {
  const run = promisify(execFile);
  await run('sync', ['-f', folder]).catch(() => run('sync'));
}

/** The finished backups, oldest first. */
async function listBackups(folder: string): Promise<Manifest[]> {
  const { backups } = backupPaths(folder);
  const found: Manifest[] = [];
  for (const name of (await readdir(backups)).sort()) {
    const text = await readFile(join(backups, name, MANIFEST), 'utf8').catch(() => null);
    if (text !== null && !name.endsWith('.part')) found.push(JSON.parse(text) as Manifest);
  }
  return found;
}

/**
 * Keeps the newest backups with a database and what they need: their log and their files; without one, the newest
 * backups of files. @returns the labels of the deleted ones
 */
export async function pruneBackups(archive: FileArchive, folder: string, keep: number): Promise<string[]> {
  const all = await listBackups(folder);
  const counted = all.some(({ database }) => database) ? all.filter(({ database }) => database) : all;
  const oldest = counted.at(-keep);
  const { backups } = backupPaths(folder);
  await deleteDrafts(backups, all.at(-1)?.label ?? '');
  if (!oldest || counted.length <= keep) return [];
  const old = all.filter(({ label }) => label < oldest.label);
  for (const { label } of old) await rm(join(backups, label), { recursive: true, force: true });
  if (oldest.database) await pruneLog(folder, oldest.database.segment);
  const wanted = await listFiles(folder, all.slice(old.length));
  const since = Date.parse(oldest.startedAt);
  await archive.prune(({ fileId, sum, archivedAt }) => archivedAt >= since || wanted.has(`${fileId}.${sum}`));
  return old.map(({ label }) => label);
}

/** Drafts of backups that were interrupted: older than a finished one. */
async function deleteDrafts(backups: string, before: string): Promise<void> {
  for (const name of await readdir(backups))
    if (name.endsWith('.part') && name < before) await rm(join(backups, name), { recursive: true, force: true });
}

/**
 * A segment's name begins with eight digits of its timeline; the place in the log follows. The log of a database elsewhere is
 * archived there: then no folder of it is here.
 */
async function pruneLog(folder: string, from: string): Promise<void> {
  const { wal } = backupPaths(folder);
  const names = await readdir(wal).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.gz$/.test(name) && name.slice(8, 24) < from.slice(8))
      await rm(join(wal, name), { force: true });
}

async function listFiles(folder: string, of: readonly Manifest[]): Promise<Set<string>> {
  const files = new Set<string>();
  for (const { label } of of) {
    const text = await readFile(join(backupPaths(folder).backups, label, SUMS), 'utf8');
    for (const [, sum, fileId] of text.matchAll(FILE_LINE)) files.add(`${fileId}.${sum}`);
  }
  return files;
}
