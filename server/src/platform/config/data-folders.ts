import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

const WITHIN_MS = 5_000;

/**
 * Makes the folders of the files and of the backups unless they are there. Better at the start than
 * with a borrower's first picture. Without the one of the backups a process works: its machine may
 * be gone, and that stops nobody.
 * @returns what is wrong with NOREN_BACKUP; null where it is usable or not set
 * @throws ConfigError that names the setting when this process may not write in NOREN_DATA
 */
export async function requireFolders(
  folders: Pick<Config, 'NOREN_DATA' | 'NOREN_BACKUP'>,
): Promise<string | null> {
  const { NOREN_DATA: data, NOREN_BACKUP: backup } = folders;
  const trouble = await findTrouble('NOREN_DATA', data);
  if (trouble !== null) throw new ConfigError(trouble);
  return backup === undefined ? null : findTrouble('NOREN_BACKUP', backup);
}

async function findTrouble(name: string, folder: string): Promise<string | null> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error(), { code: 'it does not answer' })),
    WITHIN_MS,
  );

  try {
    await Promise.race([makeUsable(folder), tooLate]);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${name} is not usable: the program may not write in ${resolve(folder)} (${code}): make it a folder of the user that the program runs as`;
  } finally {
    clearTimeout(timer);
  }
}

async function makeUsable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}
