import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSealKey } from '../platform/crypto/sealing.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'seal-key.ts'), ...args], {
    encoding: 'utf8',
  });

test('the command prints only a key, which a process can read', async () => {
  const { stdout, status } = run('k2');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  expect((await readSealKey(stdout.trim())).keyId).toBe('k2');
});

test.each([[[]], [['']], [['a.b']], [['k1', 'k2']]])(
  'the arguments %j print the usage and exit with 1',
  (args) => {
    const { stdout, stderr, status } = run(...args);
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(/^npm run seal-key -- ID/);
  },
);
