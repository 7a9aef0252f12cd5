import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What the documents quote is what the code says. */

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const listed = (folder: string, end: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => end.test(path))
    .map((path) => `${folder}/${path}`);

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...listed('docs', /\.md$/)];

test('log lines quoted in the documents are logged by the server', () => {
  const code = listed('server/src', /(?<!\.test)\.ts$/)
    .map(read)
    .join('\n');
  const quoted = ['docs/debugging.md', 'docs/operations.md'].flatMap((path) =>
    [...read(path).matchAll(/`"([^`"]+)"`/g)].map((found) => found[1] ?? ''),
  );
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((line) => !code.includes(`'${line}'`))).toEqual([]);
});

test('commands named in the documents are scripts of package.json', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = pages.flatMap((path) =>
    [...read(path).matchAll(/npm run ([a-z][a-z-]*)/g)].map((found) => found[1] ?? ''),
  );
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test('links between the documents lead somewhere', () => {
  const broken = pages.flatMap((path) => {
    const folder = join(root, path, '..');
    return [...read(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map((found) => found[1] ?? '')
      .filter((to) => !existsSync(join(folder, to)))
      .map((to) => `${path}: ${to}`);
  });
  expect(broken).toEqual([]);
});

test('the index lists every decision', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{3}-/.test(name));
  const index = read('docs/decisions/README.md');
  expect(files.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});
