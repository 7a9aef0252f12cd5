import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { runNode } from './node24.mjs';
import { PlainError, repo } from './repo.mjs';

/** The two apps, each with its builds in order. */
const APPS = [
  { name: 'web', configs: ['vite.config.ts', 'build/shell.config.ts'] },
  { name: 'console', configs: ['vite.config.ts'] },
];

const dists = APPS.map(({ name }) => join(repo, name, 'dist'));
const stamp = join(repo, 'node_modules', '.noren-web');
const INPUTS = ['web', 'console', 'core', 'contract', 'package-lock.json', 'tools/web-build.mjs'];

const COMPRESSED = new Set(
  '.html .js .mjs .css .json .svg .txt .xml .webmanifest .map .wasm .bin'.split(' '),
);

/** Compressed by Brotli 10: level 11 takes twice as long and saves at most three percent. */
const BINARY = new Set(['.wasm', '.bin']);

const COMPRESSED_FROM_BYTES = 512;

/**
 * Builds the borrower's app and the lender's console, each into its dist, with compressed copies
 * beside the files.
 */
export async function build() {
  console.log('Building the app and the console.');

  const inputs = hashInputs();
  rmSync(stamp, { force: true });
  for (const { name, configs } of APPS) for (const config of configs) await runVite(name, config);
  await Promise.all(dists.flatMap(listFilesToCompress).map(compressFile));
  writeFileSync(stamp, inputs);
}

async function runVite(app, config) {
  const vite = join(repo, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = ['build', app, '--config', `${app}/${config}`, '--logLevel', 'warn'];
  if ((await runNode([vite, ...args], { NODE_ENV: 'production' })) !== 0)
    throw new PlainError(`The app in ${app} could not be built: see the lines above.`);
}

/** Builds only when a source has changed since the last build. */
export async function ensureBuilt() {
  const isBuilt = dists.every((dist) => existsSync(join(dist, 'index.html'))) && existsSync(stamp);
  if (!isBuilt || readFileSync(stamp, 'utf8') !== hashInputs()) await build();
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(repo, input);
    for (const file of extname(input) === '' ? listFiles(path) : [path])
      hash
        .update(`${relative(repo, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }

  return hash.digest('hex');
}

function listFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return dists.includes(path) || entry.name === 'node_modules' ? [] : listFiles(path);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function listFilesToCompress(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Only the server reads this folder; it is not served.
    if (entry.isDirectory()) return entry.name === '.vite' ? [] : listFilesToCompress(path);
    return COMPRESSED.has(extname(entry.name)) ? [path] : [];
  });
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < COMPRESSED_FROM_BYTES) return;

  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BINARY.has(extname(file)) ? 10 : 11,
    [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);

  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}
