import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataFolder } from './start-lock.mjs';

let data: string;
let note: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'noren-lock-'));
  note = join(data, 'running.json');
});

afterEach(() => rmSync(data, { recursive: true, force: true }));

/** A process whose command line ends like that of the launcher or the server. */
function runAs(script: string) {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { pid: child.pid, ended, end: () => child.kill('SIGKILL') };
}

test('a folder is locked once and free after release', async () => {
  const folder = await takeDataFolder(data);
  folder.noteServer(42);
  expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual({ launcher: process.pid, server: 42 });
  folder.release();
  expect(existsSync(note)).toBe(false);
});

test('a second start is refused with the id of the running process', async () => {
  const other = runAs('tools/start.mjs');
  writeFileSync(note, JSON.stringify({ launcher: other.pid }));
  await expect(takeDataFolder(data)).rejects.toThrow(
    `Noren already runs in ${data} (process ${other.pid})`,
  );
  other.end();
  await other.ended;
});

test('the server of a killed launcher is stopped and its folder locked', async () => {
  const launcher = runAs('tools/start.mjs');
  launcher.end();
  await launcher.ended;

  const server = runAs('server/src/main.ts');
  writeFileSync(note, JSON.stringify({ launcher: launcher.pid, server: server.pid }));

  const folder = await takeDataFolder(data);
  await server.ended;
  folder.release();
});

test('a truncated lock file, or one whose process id now belongs to another program, does not lock', async () => {
  const stranger = runAs('another-program');
  writeFileSync(note, JSON.stringify({ launcher: stranger.pid, server: stranger.pid }));
  (await takeDataFolder(data)).release();
  stranger.end();
  expect(await stranger.ended).toBeNull();
  writeFileSync(note, '{"launc');
  (await takeDataFolder(data)).release();
});
