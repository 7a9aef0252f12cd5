import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the server never reads of its packages: for people and compilers, for browsers, or for what
 * it does not switch on. Patterns below node_modules; `keep` are those of a pattern that stay.
 */
const UNREAD = [
  { why: 'for debuggers', remove: ['**/*.map'] },
  {
    why: 'for compilers',
    remove: ['**/*.d.ts', '**/*.d.mts', '**/*.d.cts', 'typescript', '@typescript'],
  },
  {
    why: 'for browsers and bundlers',
    remove: ['@tensorflow/*/dist/**/*', '@tensorflow/*/src'],
    keep: ['@tensorflow/*/dist/*.node.js', '@tensorflow/*/dist/*.wasm'],
  },
  { why: 'for browsers, which cannot read a second file', remove: ['tesseract.js-core/*.wasm.js'] },
  {
    why: 'for browsers',
    remove: [
      '@vladmandic/human/{assets,demo,src,test,tfjs,tmp,types,wiki}',
      '@vladmandic/human/dist/*',
    ],
    keep: ['@vladmandic/human/dist/human.node{,-wasm}.js'],
  },
  {
    why: 'bodies, hands, eyes and moods are not looked at',
    remove: ['@vladmandic/human/models/{centernet,emotion,handlandmark,handtrack,iris,movenet}*'],
  },
];

/** Removes from a folder of packages what the server never reads. */
export function slimPackages(folder) {
  for (const { remove, keep = [] } of UNREAD) {
    const kept = keep.flatMap((pattern) => globSync(pattern, { cwd: folder }));
    for (const path of remove.flatMap((pattern) => globSync(pattern, { cwd: folder })))
      if (!kept.some((one) => `${one}/`.startsWith(`${path}/`)))
        rmSync(join(folder, path), { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) slimPackages(process.argv[2]);
