import { ensureInstalled } from './install.mjs';
import { runOnDatabase, runScript } from './on-database.mjs';
import { runMain } from './repo.mjs';

const WITHOUT_DATABASE = ['seal-key', 'sms-templates'];

/** Runs a command of `server/src/commands`: `node tools/server-command.mjs NAME ARGUMENTS`. */
await runMain(() => {
  ensureInstalled();

  const [name, ...args] = process.argv.slice(2);
  const script = `${name}.ts`;

  return WITHOUT_DATABASE.includes(name)
    ? runScript(script, args, '')
    : runOnDatabase(script, args);
});
