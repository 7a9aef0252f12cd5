import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const noteFile = (dataDir: string): string => join(dataDir, 'console-address.txt');

/**
 * Notes where a sandbox's console is opened, for commands that print links to it: it may have taken
 * any free port.
 */
export function noteConsoleAddress(dataDir: string, address: string): void {
  writeFileSync(noteFile(dataDir), address);
}

export function forgetConsoleAddress(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true });
}

/** The address of the console that runs on this folder; undefined while none does. */
export function readConsoleAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(noteFile(dataDir), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
