import { existsSync, globSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

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

/**
 * Removes from a folder of packages what the server never reads.
 * @returns the bytes removed
 */
export function slimPackages(folder) {
  let bytes = 0;
  for (const { remove, keep = [] } of UNREAD) {
    const kept = new Set(keep.flatMap((pattern) => globSync(pattern, { cwd: folder })));
    for (const path of remove.flatMap((pattern) => globSync(pattern, { cwd: folder }))) {
      if (kept.has(path) || [...kept].some((one) => one.startsWith(`${path}${sep}`))) continue;

      const full = join(folder, path);
      if (!existsSync(full)) continue;

      bytes += measureSize(full);
      rmSync(full, { recursive: true });
    }
  }

  return bytes;
}

/** The bytes of a file, or of all files in a folder. */
function measureSize(path) {
  if (!lstatSync(path).isDirectory()) return lstatSync(path).size;

  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.reduce(
    (sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size,
    0,
  );
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const [, , folder] = argv;
  if (!folder) throw new Error('Say whose packages: node tools/slim-packages.mjs node_modules');
  console.log(`${Math.round(slimPackages(folder) / 1e6)} MB removed from ${folder}`);
}
