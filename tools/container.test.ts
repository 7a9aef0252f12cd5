import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { slimPackages } from './slim-packages.mjs';

const repo = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(repo, 'Dockerfile'), 'utf8');

test('the server’s packages lose what it never reads and keep what it does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noren-slim-'));
  const kept = [
    '@tensorflow/tfjs/dist/tf.node.js',
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
    '@vladmandic/human/dist/human.node.js',
    '@vladmandic/human/models/facemesh.bin',
    'pg/lib/index.js',
    'tesseract.js-core/tesseract-core.wasm',
  ];
  const removed = [
    '@tensorflow/tfjs/dist/ops/abs.js',
    '@vladmandic/human/dist/human.esm.js',
    '@vladmandic/human/models/emotion.bin',
    'pg/lib/index.js.map',
    'pg/index.d.cts',
    'tesseract.js-core/tesseract-core.wasm.js',
    'typescript/lib/tsc.js',
  ];

  for (const path of [...kept, ...removed]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), 'text');
  }

  slimPackages(folder);

  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(
    left.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).toSorted(),
  ).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});

test('what the image copies from here is here', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  );
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((path) => !existsSync(join(repo, path)))).toEqual([]);
});

test('compose copies the files to a second volume, which the image’s user may write', () => {
  const compose = readFileSync(join(repo, 'compose.yaml'), 'utf8');
  const [, folder = ''] = /^ {2}NOREN_BACKUP: (\S+)$/m.exec(compose) ?? [];

  expect(compose).toContain(`    - backup:${folder}\n`);
  expect(compose).toMatch(/^volumes:\n(?: {2}\w+:\n)* {2}backup:$/m);
  expect(dockerfile).toMatch(
    new RegExp(`^RUN mkdir .*${folder} .*chown node:node .*${folder}`, 'm'),
  );
});

test('the image runs as a user of its own and leaves signals to the server', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^CMD \["node", "server\/src\/main.ts"\]$/m);
});
