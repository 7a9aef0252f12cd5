import { ConfigError } from '../platform/config/config-error.ts';
import { databaseTrouble } from '../platform/db/database-trouble.ts';

/**
 * Runs a command and sets the process's exit code: the number it returns, 0 without one, 1 after an
 * error. A `ConfigError`, and what keeps it from its database, is printed as its sentence, after
 * `before`; any other error with its stack.
 */
export async function runCommand(
  run: () => Promise<number> | Promise<void>,
  before = '',
): Promise<void> {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (cause) {
    process.exitCode = 1;
    const error = databaseTrouble(cause) ?? cause;
    console.error(error instanceof ConfigError ? `${before}${error.message}` : error);
  }
}
