import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requireFolders } from './data-folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'noren-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('folders that are not there are made', async () => {
  const NOREN_DATA = join(folder, 'data', 'of', 'noren');
  expect(await requireFolders({ NOREN_DATA, NOREN_BACKUP: undefined })).toBeNull();
  expect(existsSync(NOREN_DATA)).toBe(true);
});

test('one that cannot be used is named with its setting; without that of the backups a process starts', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(
    requireFolders({ NOREN_DATA: join(file, 'data'), NOREN_BACKUP: undefined }),
  ).rejects.toThrow(
    /^NOREN_DATA is not usable: the program may not write in .*\/file\/data \(ENOTDIR\)/,
  );
  expect(await requireFolders({ NOREN_DATA: folder, NOREN_BACKUP: join(file, 'backup') })).toMatch(
    /^NOREN_BACKUP is not usable: the program may not write in .*\/file\/backup \(ENOTDIR\)/,
  );
});
