import { ConfigError } from '../platform/config/config-error.ts';

/**
 * Runs a command and sets the process's exit code: the number it returns, 0 without one, 1 after an error.
 * A `ConfigError` is printed as its sentence, after `before`; any other error with its stack.
 */
export async function runCommand(run: () => Promise<number> | Promise<void>, before = ''): Promise<void> {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof ConfigError ? `${before}${error.message}` : error);
  }
}
