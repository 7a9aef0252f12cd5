import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const ID = 'virtual:face-engine';
const { resolve } = createRequire(import.meta.url);

/** The files of the installed packages that make up the face engine. */
function listFiles(): Record<string, string> {
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
 * Provides the module `virtual:face-engine`: the URL of each file of the face engine, hashed and
 * from our own origin, and its size in bytes, because a compressed response does not tell the page
 * how large the file is.
 */
export function faceEngine(): Plugin {
  return {
    name: 'noren-face-engine',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;

      const files = Object.entries(listFiles());
      const imports = files.map(
        ([name, path]) => `import ${name} from ${JSON.stringify(`${path}?url`)};`,
      );
      const entries = files.map(
        ([name, path]) => `${name}: { url: ${name}, bytes: ${statSync(path).size} }`,
      );

      return {
        code: `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`,
        moduleType: 'js',
      };
    },
  };
}
