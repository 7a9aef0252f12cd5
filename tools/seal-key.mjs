import { ensureInstalled } from './install.mjs';
import { runScript } from './on-database.mjs';
import { runMain } from './repo.mjs';

/** Prints a new key that opens sealed requests: `npm run seal-key -- k1`. */
await runMain(() => {
  ensureInstalled();
  return runScript('seal-key.ts', process.argv.slice(2), '');
});
