import { spawnSync } from 'node:child_process';
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
