import { ensureInstalled } from './install.mjs';
import { runMain } from './repo.mjs';
import { lint } from './test-stages.mjs';

/** Biome over everything, as `npm test` runs it: `npm run lint`. */
await runMain(async () => {
  ensureInstalled();
  const { failed, report } = await lint();
  console.log(failed === 0 ? 'Biome found nothing.' : report);
  return failed;
});
