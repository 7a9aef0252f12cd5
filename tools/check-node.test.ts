import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Runs the check on a Node that says it is another one. */
function checkAs(change: string) {
  const fake = `data:text/javascript,${encodeURIComponent(change)}`;
  const args = ['--import', fake, join(root, 'tools', 'check-node.cjs')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr };
}

test('Windows is sent to WSL 2 in a sentence', () => {
  const { status, stderr } = checkAs(
    "Object.defineProperty(process, 'platform', { value: 'win32' })",
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Noren does not run on Windows itself: run it in WSL 2 .*\n$/);
});

test('a Node that is too old is told which one is needed', () => {
  const { status, stderr } = checkAs(
    "Object.defineProperty(process.versions, 'node', { value: '16.20.0' })",
  );
  expect([status, stderr]).toEqual([1, 'Noren needs Node 18 or newer; this is Node 16.20.0.\n']);
});

test('this Node passes', () => {
  expect(checkAs('')).toEqual({ status: 0, stderr: '' });
});

/** Newer than the oldest Node, on which npm starts the commands. */
const NEWER =
  /\.(toSorted|toReversed|toSpliced|with)\(|import\.meta\.(dirname|filename)|\b(withResolvers|groupBy|fromAsync|globSync)\b/;
/** Runs on the image's own Node. */
const IN_IMAGE = 'slim-packages.mjs';

test('the commands use nothing that the oldest Node lacks', () => {
  const files = readdirSync(join(root, 'tools')).filter((name) => /\.[cm]js$/.test(name));
  const newer = files.filter((name) => NEWER.test(readFileSync(join(root, 'tools', name), 'utf8')));
  expect(newer).toEqual([IN_IMAGE]);
});
