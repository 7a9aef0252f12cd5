import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './whole-file.ts';

/** Where a file is below the folder of all files: `3f/a0/3fa0…`. */
export function toFolder(fileId: string): string {
  return join(fileId.slice(0, 2), fileId.slice(2, 4));
}

const PART = /^[0-9a-f]{2}$/;

/** The names in each folder of a folder of files, in order, of the folders after one. */
export async function* readFolders(
  dir: string,
  after = '',
): AsyncGenerator<{ folder: string; names: string[] }> {
  for (const first of await readNames(dir)) {
    if (!PART.test(first) || first < after.slice(0, 2)) continue;
    for (const second of await readNames(join(dir, first))) {
      const folder = `${first}/${second}`;
      if (PART.test(second) && folder > after)
        yield { folder, names: await readNames(join(dir, folder)) };
    }
  }
}

async function readNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
