import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The repository's folder; every path the tools use starts here, so they may be run from any
 * folder.
 */
export const repo = dirname(dirname(fileURLToPath(import.meta.url)));

/** The data folder: the one in the settings, or else `.noren` in the project. */
export const dataFolder = () => resolve(process.env.NOREN_DATA || join(repo, '.noren'));

/**
 * An error whose message is for the person at the terminal: printed as one line, without a stack.
 */
export class PlainError extends Error {}

/**
 * Runs a tool's main function and ends the process with its code; a PlainError becomes one line.
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exitCode = 1;
  }
}
