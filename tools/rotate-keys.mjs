import { runOnDatabase } from './on-database.mjs';
import { runMain } from './repo.mjs';

/** Encrypts every field and file with the newest key: `npm run rotate-keys`. */
await runMain(() => runOnDatabase('rotate-keys.ts', process.argv.slice(2)));
