import { ensureInstalled } from './install.mjs';
import { runMain } from './repo.mjs';
import { types } from './test-stages.mjs';

/** The types of every project, as `npm test` checks them: `npm run typecheck`. */
await runMain(async () => {
  ensureInstalled();
  const { passed, failed, report } = await types();
  console.log(failed === 0 ? `The types of ${passed} projects are right.` : report);
  return failed === 0 ? 0 : 1;
});
