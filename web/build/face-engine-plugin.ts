import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const ID = 'virtual:face-engine';
const { resolve } = createRequire(import.meta.url);

/** Files of the installed packages that make up the face engine. */
function listParts(): Record<string, string> {
  const models = join(dirname(resolve('@vladmandic/human')), '..', 'models');
  const kernels = dirname(resolve('@tensorflow/tfjs-backend-wasm'));
  return {
    kernels: join(kernels, 'tfjs-backend-wasm-simd.wasm'),
    detectorGraph: join(models, 'blazeface.json'),
    detectorWeights: join(models, 'blazeface.bin'),
    meshGraph: join(models, 'facemesh.json'),
    meshWeights: join(models, 'facemesh.bin'),
  };
}

/**
 * Makes the module `virtual:face-engine`: where the parts of the face engine lie (hashed files of our own origin) and how
 * many bytes each has, because an answer that came compressed does not tell the page its size.
 */
export function faceEngine(): Plugin {
  return {
    name: 'noren-face-parts',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      const parts = Object.entries(listParts());
      const imports = parts.map(([name, path]) => `import ${name} from ${JSON.stringify(`${path}?url`)};`);
      const rows = parts.map(([name, path]) => `${name}: { url: ${name}, bytes: ${statSync(path).size} }`);
      return { code: `${imports.join('\n')}\nexport default { ${rows.join(', ')} };`, moduleType: 'js' };
    },
  };
}
