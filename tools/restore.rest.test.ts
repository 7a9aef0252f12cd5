import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repo = join(import.meta.dirname, '..');

/** Runs `npm run restore` for a database elsewhere, at an address where nothing listens. */
function restore(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://noren_program:p@127.0.0.1:1/noren', ...settings };
  return spawnSync(process.execPath, [join(repo, 'tools', 'restore.mjs'), ...args], {
    cwd: repo,
    env,
    encoding: 'utf8',
  });
}

test('of a database elsewhere it does the rest, and says why it cannot', () => {
  for (const settings of [{}, { NOREN_FORMER_DATABASE_URL: 'postgres://noren_program:p@127.0.0.1:1/noren' }]) {
    const { status, stderr } = restore([], settings);
    expect(stderr).toContain('The database was not reached: nothing listens there');
    expect(status).toBe(1);
  }
});

test('the point of a database elsewhere is not taken here', () => {
  const { status, stderr } = restore(['--to', '2026-11-24T10:00:00+05:30']);
  expect(stderr).toContain('leave out --to and --timeline');
  expect(status).toBe(1);
});

test('the database that was replaced is read by TLS in production', () => {
  const { status, stderr } = restore([], {
    NOREN_MODE: 'production',
    NOREN_FORMER_DATABASE_URL: 'postgres://noren_program:s3cret@db.far.example/noren',
  });
  expect(stderr).toContain('NOREN_FORMER_DATABASE_URL is not usable: production asks for sslmode=verify-full');
  expect(stderr).not.toContain('s3cret');
  expect(status).toBe(1);
});

test('of the bundled database there is no other that was replaced', () => {
  const { status, stderr } = restore([], {
    DATABASE_URL: '',
    NOREN_FORMER_DATABASE_URL: 'postgres://u:p@127.0.0.1/noren',
  });
  expect(stderr).toContain('is for a database elsewhere');
  expect(status).toBe(1);
});
