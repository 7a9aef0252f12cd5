import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeMaterials, productionPackages } from './production-packages.mjs';
import { repo, runMain } from './repo.mjs';

/**
 * Writes the software bill of materials of production: `npm run sbom`, or `npm run sbom -- FILE`.
 */
await runMain(() => {
  const { name, version, packages } = JSON.parse(
    readFileSync(join(repo, 'package-lock.json'), 'utf8'),
  );
  const materials = describeMaterials({ name, version, packages: productionPackages(packages) });
  const file = resolve(repo, process.argv[2] ?? 'sbom.json');

  writeFileSync(file, `${JSON.stringify(materials, null, 2)}\n`);
  console.info(`${file}: ${materials.components.length} packages`);

  return 0;
});
