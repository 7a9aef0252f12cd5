import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { FileArchive } from '../../platform/ports/files.ts';

/**
 * What describes a backup; beside it `SHA256SUMS` lists every file, as `sha256sum --check` reads
 * it.
 */
export interface Manifest {
  readonly label: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Whether a copy of the bundled database is in it. */
  readonly database: boolean;
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
  return { backups: join(folder, 'backups'), files: join(folder, 'files') };
}

/** A name for a backup that sorts by its start: `20261124T043000Z`. */
export function toLabel(startedAt: number): string {
  return new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, '');
}

/**
 * Finishes a backup: copies the files that the archive lacks, after the database, so that each file
 * a row refers to is there; lists everything, and gives the folder its name once all is on disk.
 */
export async function finishBackup(
  archive: FileArchive,
  {
    folder,
    label,
    startedAt,
    now,
  }: { folder: string; label: string; startedAt: number; now: () => Promise<number> },
): Promise<Manifest> {
  const { backups } = backupPaths(folder);
  const draft = join(backups, `${label}.part`);

  await mkdir(draft, { recursive: true, mode: 0o700 });

  const copied = await sumFiles(draft);
  const archived = await archive.copyAll();
  const lines = [
    ...copied.map(([path, sum]) => `${sum}  ${path}\n`),
    ...[...archived].map(
      ([fileId, sum]) =>
        `${sum}  ../../files/${fileId.slice(0, 2)}/${fileId.slice(2, 4)}/${fileId}.${sum}\n`,
    ),
  ];
  const list = lines.join('');

  await writeFile(join(draft, SUMS), list, { mode: 0o600 });

  const manifest: Manifest = {
    label,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date(await now()).toISOString(),
    database: copied.length > 0,
    files: archived.size,
    sums: createHash('sha256').update(list).digest('hex'),
  };
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await syncDisk(folder);
  await rename(draft, join(backups, label));
  await syncDisk(folder);

  return manifest;
}

/** The SHA-256 of every file of a folder, by its path there. */
async function sumFiles(folder: string): Promise<[path: string, sum: string][]> {
  const sums: [string, string][] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;

    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');

    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    sums.push([relative(folder, path), hash.digest('hex')]);
  }

  return sums;
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
 * Keeps the newest backups with a database and the files that they need; without one, the newest
 * backups of files.
 * @returns the labels of the deleted ones
 */
export async function pruneBackups(
  archive: FileArchive,
  folder: string,
  keep: number,
): Promise<string[]> {
  const all = await listBackups(folder);
  const counted = all.some(({ database }) => database)
    ? all.filter(({ database }) => database)
    : all;
  const oldest = counted.at(-keep);
  const { backups } = backupPaths(folder);

  await deleteDrafts(backups, all.at(-1)?.label ?? '');
  if (!oldest || counted.length <= keep) return [];

  const old = all.filter(({ label }) => label < oldest.label);
  for (const { label } of old) await rm(join(backups, label), { recursive: true, force: true });

  const wanted = await listFiles(folder, all.slice(old.length));
  const since = Date.parse(oldest.startedAt);

  await archive.prune(
    ({ fileId, sum, archivedAt }) => archivedAt >= since || wanted.has(`${fileId}.${sum}`),
  );

  return old.map(({ label }) => label);
}

/** Drafts of backups that were interrupted: older than a finished one. */
async function deleteDrafts(backups: string, before: string): Promise<void> {
  for (const name of await readdir(backups))
    if (name.endsWith('.part') && name < before)
      await rm(join(backups, name), { recursive: true, force: true });
}

async function listFiles(folder: string, of: readonly Manifest[]): Promise<Set<string>> {
  const files = new Set<string>();
  for (const { label } of of) {
    const text = await readFile(join(backupPaths(folder).backups, label, SUMS), 'utf8');
    for (const [, sum, fileId] of text.matchAll(FILE_LINE)) files.add(`${fileId}.${sum}`);
  }

  return files;
}
