import { ensureInstalled } from './install.mjs';
import { runMain } from './repo.mjs';
import { build } from './web-build.mjs';

await runMain(async () => {
  ensureInstalled();
  await build();
});
