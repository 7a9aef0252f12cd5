import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const tools = import.meta.dirname;
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'noren-env-'));
  mkdirSync(join(project, 'tools'));
  copyFileSync(join(tools, 'env-file.cjs'), join(project, 'tools', 'env-file.cjs'));
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Prints PORT and NOREN_MODE as a script sees them behind the preload. */
function readSettings({ env = {}, before = [] as string[] } = {}) {
  const show = '[process.env.PORT, process.env.NOREN_MODE].join()';
  const args = [...before, '-r', join(project, 'tools', 'env-file.cjs'), '-p', show];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { status, stdout: stdout.trim(), stderr };
}

const writeSettings = (text: string): void => writeFileSync(join(project, '.env'), text);

test('settings of .env are read, and the environment wins', () => {
  writeSettings('# a note\nPORT=4100\nNOREN_MODE="sandbox"\n');
  expect(readSettings()).toEqual({ status: 0, stdout: '4100,sandbox', stderr: '' });
  expect(readSettings({ env: { PORT: '5000' } }).stdout).toBe('5000,sandbox');
});

test('without the file nothing is said', () => {
  expect(readSettings()).toEqual({ status: 0, stdout: ',', stderr: '' });
});

test('a Node that cannot read it says so in one line and goes on', () => {
  writeSettings('PORT=4100\n');

  const old = join(project, 'old-node.cjs');
  writeFileSync(old, 'delete process.loadEnvFile;');

  const { status, stdout, stderr } = readSettings({ before: ['-r', old] });
  expect([status, stdout]).toEqual([0, ',']);
  expect(stderr).toMatch(
    /^\S+\.env is not read: that needs Node 20\.12 or newer, and this is Node .*\n$/,
  );
});

test('a .env that is no file stops the script with one line', () => {
  mkdirSync(join(project, '.env'));
  const { status, stderr } = readSettings();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+\.env cannot be read: .*\n$/);
});

test('each script that uses settings reads the file, and the tests do not', () => {
  const { scripts } = JSON.parse(readFileSync(join(tools, '..', 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const reading = Object.keys(scripts).filter((name) =>
    scripts[name]?.includes('-r ./tools/env-file.cjs'),
  );
  expect(reading).toEqual([
    'start',
    'dev',
    'verify',
    'migrate',
    'backup',
    'restore',
    'rotate-keys',
    'staff',
  ]);
});
