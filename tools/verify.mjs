import { runOnDatabase } from './on-database.mjs';
import { runMain } from './repo.mjs';

/** Runs every self-check on the server's database: `npm run verify`. */
await runMain(() => runOnDatabase('verify.ts'));
