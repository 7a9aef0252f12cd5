import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchivedFile, FileArchive } from '../../platform/ports/files.ts';
import { readFolders, toFolder } from './file-folders.ts';
import { isMissing, writeWhole } from './whole-file.ts';

const NAME = /^([0-9a-f]{32})\.([0-9a-f]{64})$/;
const computeSum = (sealed: Uint8Array): string =>
  createHash('sha256').update(sealed).digest('hex');

/** Where the archive keeps a file's content of one sum, below `files` of the backup folder. */
function toArchivedPath(fileId: string, sum: string): string {
  return join(toFolder(fileId), `${fileId}.${sum}`);
}

/**
 * Copies a file's present content into the archive, unless it is there.
 * @returns its sum
 */
export async function archiveFile(
  archiveDir: string,
  fileId: string,
  sealed: Uint8Array,
): Promise<string> {
  const sum = computeSum(sealed);
  const path = join(archiveDir, toArchivedPath(fileId, sum));
  const isArchived = await stat(path).then(
    ({ size }) => size === sealed.length,
    () => false,
  );

  if (!isArchived) await writeWhole(path, sealed);

  return sum;
}

/**
 * The archive of a store's files: a copy has its file's id and the sum of its content in its name,
 * and never changes.
 */
export function makeFileArchive({
  dir,
  archiveDir,
}: {
  dir: string;
  archiveDir: string;
}): FileArchive {
  return {
    async copyAll() {
      const sums = new Map<string, string>();
      for await (const { folder, names } of readFolders(dir))
        for (const fileId of names.filter((name) => /^[0-9a-f]{32}$/.test(name))) {
          const sealed = await readIfThere(join(dir, folder, fileId));
          if (sealed) sums.set(fileId, await archiveFile(archiveDir, fileId, sealed));
        }

      return sums;
    },
    async restoreMissing(isWanted) {
      let restored = 0;
      for await (const { folder } of readFolders(archiveDir)) {
        const present = new Set(await readdir(join(dir, folder)).catch(() => []));
        for (const { fileId, sum } of pickNewest(await listFolder(archiveDir, folder))) {
          if (present.has(fileId) || (isWanted && !(await isWanted(fileId)))) continue;

          const sealed = await readFile(join(archiveDir, toArchivedPath(fileId, sum)));
          if (computeSum(sealed) !== sum) throw new Error(`the archived file ${fileId} is damaged`);

          await writeWhole(join(dir, folder, fileId), sealed);
          restored++;
        }
      }

      return restored;
    },
    async prune(isWanted) {
      let deleted = 0;
      for await (const { folder } of readFolders(archiveDir))
        for (const file of await listFolder(archiveDir, folder)) {
          if (isWanted(file)) continue;
          await rm(join(archiveDir, toArchivedPath(file.fileId, file.sum)), { force: true });
          deleted++;
        }

      return deleted;
    },
  };
}

async function listFolder(archiveDir: string, folder: string): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for (const name of await readdir(join(archiveDir, folder))) {
    const [, fileId, sum] = NAME.exec(name) ?? [];
    if (fileId === undefined || sum === undefined) continue;
    files.push({ fileId, sum, archivedAt: (await stat(join(archiveDir, folder, name))).mtimeMs });
  }

  return files;
}

function pickNewest(files: readonly ArchivedFile[]): Iterable<ArchivedFile> {
  const newest = new Map<string, ArchivedFile>();
  for (const file of files)
    if (file.archivedAt >= (newest.get(file.fileId)?.archivedAt ?? 0))
      newest.set(file.fileId, file);

  return newest.values();
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
