import { ensureInstalled } from './install.mjs';
import { runScript } from './on-database.mjs';
import { runMain } from './repo.mjs';

/**
 * Prints the file of the registered SMS texts with empty ids:
 * `npm run -s sms-templates > sms-templates.json`.
 */
await runMain(() => {
  ensureInstalled();
  return runScript('sms-templates.ts', process.argv.slice(2), '');
});
