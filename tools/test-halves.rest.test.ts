import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './lint-rules/source.ts';
import { splitNames } from './test-named.mjs';
import { FILES, WALKS } from './test-stages.mjs';

const root = join(import.meta.dirname, '..');

test('each test file that needs no browser belongs to npm test or to npm run test:rest', () => {
  const main = listUnitTests(FILES.main);
  const rest = listUnitTests(FILES.rest);
  const files = listFiles(root).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.startsWith('e2e/'),
  );

  expect(rest.length).toBeGreaterThan(20);
  expect([...main, ...rest].toSorted()).toEqual(files.toSorted());
});

test('each walk belongs to npm test or to npm run test:rest', () => {
  const main = listWalks(WALKS.main);
  const rest = listWalks(WALKS.rest);

  expect(main.length).toBeGreaterThan(30);
  expect(main.length).toBeLessThan(60);
  expect(rest.length).toBeGreaterThan(90);
  expect(main.filter((walk) => rest.includes(walk))).toEqual([]);
});

test('CI runs both commands', () => {
  expect(readLines('.ci/run')).toEqual(expect.arrayContaining(['npm test', 'npm run test:rest']));
});

test('a name below e2e is a walk, any other one a unit test', () => {
  expect(splitNames(['e2e/walks/repay', 'server/src/borrower/loans', './e2e', 'e2e-like'])).toEqual(
    {
      walks: ['e2e/walks/repay', './e2e'],
      units: ['server/src/borrower/loans', 'e2e-like'],
    },
  );
});

function listUnitTests(selection: string[]): string[] {
  const args = ['vitest', 'vitest.mjs', 'list', '--filesOnly', ...selection, '--json'];
  const files = JSON.parse(runPackage(args)) as { file: string }[];
  return files.map(({ file }) => relative(root, file));
}

function listWalks(selection: string[]): string[] {
  const args = ['@playwright/test', 'cli.js', 'test', '-c', 'e2e', '--list', '--reporter=line'];
  const lines = runPackage([...args, ...selection]).split('\n');
  return lines.filter((line) => line.includes(' › ')).map((line) => line.trim());
}

function runPackage([name, program, ...args]: string[]): string {
  const path = join(root, 'node_modules', name ?? '', program ?? '');
  const { stdout, stderr, status } = spawnSync(process.execPath, [path, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);

  return stdout;
}

function readLines(path: string): string[] {
  return readFileSync(join(root, path), 'utf8').split('\n');
}
