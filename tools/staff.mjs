import { runOnDatabase } from './on-database.mjs';
import { runMain } from './repo.mjs';

/**
 * Invites the first administrators of the console:
 * `npm run staff -- invite NAME EMAIL --role administrator`. One of only two who lost every
 * passkey: `npm run staff -- reinvite EMAIL`.
 */
await runMain(() => runOnDatabase('staff.ts', process.argv.slice(2)));
