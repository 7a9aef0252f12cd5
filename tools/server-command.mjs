import { runOnDatabase } from './on-database.mjs';
import { runMain } from './repo.mjs';

/**
 * Runs a command of `server/src/commands` on its database:
 * `node tools/server-command.mjs NAME ARGUMENTS`.
 */
await runMain(() => {
  const [name, ...args] = process.argv.slice(2);
  return runOnDatabase(`${name}.ts`, args);
});
