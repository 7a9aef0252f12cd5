import { createHash, randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openFileArchive, openFileStore } from '../../open-files.ts';
import type { FileArchive, FileStore } from '../../platform/ports/files.ts';
import { finishBackup, pruneBackups, toLabel } from './finish-backup.ts';

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 20);
const owner = { aad: 'owner' };
let folders: { NOREN_DATA: string; NOREN_BACKUP: string };
let files: FileStore;
let archive: FileArchive;
let newest: FileStore;

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'noren-backup-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  folders = { NOREN_DATA: join(home, 'data'), NOREN_BACKUP: join(home, 'backup') };

  const [one, two] = [randomBytes(32), randomBytes(32)];
  const fail = (error: unknown) => expect(error).toBeUndefined();

  files = openFileStore(folders, { currentId: 1, byId: new Map([[1, one]]) }, fail);

  const both = new Map([
    [1, one],
    [2, two],
  ]);
  newest = openFileStore(folders, { currentId: 2, byId: both }, fail);
  archive = openFileArchive(folders) as FileArchive;
});

const archivedNames = async () =>
  (await readdir(join(folders.NOREN_BACKUP, 'files'), { recursive: true }))
    .filter((name) => name.includes('.'))
    .map((name) => name.split('/').at(-1) ?? '');

/** A backup with a copy of the database. */
async function backUp(day: number) {
  const startedAt = start + day * DAY;
  const label = toLabel(startedAt);
  const draft = join(folders.NOREN_BACKUP, 'backups', `${label}.part`);

  await mkdir(join(draft, 'database'), { recursive: true });
  await writeFile(join(draft, 'database', 'PG_VERSION'), '18\n');

  return finishBackup(archive, {
    folder: folders.NOREN_BACKUP,
    label,
    startedAt,
    now: async () => startedAt + 1,
  });
}

test('a lost file comes back from its copy, with its latest encryption', async () => {
  const fileId = await files.put(Buffer.from('a picture'), owner);
  const other = await files.put(Buffer.from('another'), owner);

  expect(await newest.reencrypt(fileId)).toBe(true);
  await rm(join(folders.NOREN_DATA, 'files'), { recursive: true });
  expect(await archive.restoreMissing()).toBe(2);
  expect((await newest.get(fileId, owner)).toString()).toBe('a picture');
  expect([await newest.readKeyId(fileId), await newest.readKeyId(other)]).toEqual(['2', '1']);
  expect(await archive.restoreMissing()).toBe(0);
});

test('a damaged copy is not put back', async () => {
  await files.put(Buffer.from('a picture'), owner);

  const [name = ''] = await archivedNames();
  await appendFile(
    join(folders.NOREN_BACKUP, 'files', name.slice(0, 2), name.slice(2, 4), name),
    'x',
  );
  await rm(join(folders.NOREN_DATA, 'files'), { recursive: true });
  await expect(archive.restoreMissing()).rejects.toThrow('is damaged');
});

test('a backup lists every file with its sum, of the database and of the archive', async () => {
  const fileId = await files.put(Buffer.from('a picture'), owner);
  const { label, sums, database } = await backUp(0);
  const at = join(folders.NOREN_BACKUP, 'backups', label);
  const computeChecksum = (content: Buffer): string =>
    createHash('sha256').update(content).digest('hex');
  const list = await readFile(join(at, 'SHA256SUMS'));

  expect([computeChecksum(list), database]).toEqual([sums, true]);

  const lines = list
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split('  ') as [string, string]);
  expect(lines.map(([, path]) => path)).toEqual([
    'database/PG_VERSION',
    expect.stringContaining(fileId),
  ]);
  for (const [sum, path] of lines)
    expect(computeChecksum(await readFile(join(at, path)))).toBe(sum);
});

test('older backups are deleted with the files that only they need', async () => {
  const [gone, kept] = [
    await files.put(Buffer.from('gone'), owner),
    await files.put(Buffer.from('kept'), owner),
  ];

  for (const name of await archivedNames())
    await utimes(
      join(folders.NOREN_BACKUP, 'files', name.slice(0, 2), name.slice(2, 4), name),
      start / 1_000,
      start / 1_000,
    );

  await backUp(0);
  await files.remove(gone);
  await mkdir(join(folders.NOREN_BACKUP, 'backups', `${toLabel(start + DAY / 2)}.part`));
  await backUp(1);

  const late = await files.put(Buffer.from('late'), owner);
  await files.remove(late);
  await backUp(2);
  expect(await pruneBackups(archive, folders.NOREN_BACKUP, 3)).toEqual([]);
  expect(await pruneBackups(archive, folders.NOREN_BACKUP, 2)).toEqual([toLabel(start)]);
  expect(await readdir(join(folders.NOREN_BACKUP, 'backups'))).toEqual([
    toLabel(start + DAY),
    toLabel(start + 2 * DAY),
  ]);
  // What was stored since the oldest backup may be needed between two of them.
  expect((await archivedNames()).map((name) => name.slice(0, 32)).sort()).toEqual(
    [kept, late].sort(),
  );
});
