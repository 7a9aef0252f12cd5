import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './postgres-process.mjs';
import { dataFolder, PlainError } from './repo.mjs';

const SERVER = /\bmain\.ts/;
const GRACE_MS = 10_000;
const LOOK_EVERY_MS = 50;
const PARENTS_EVERY_MS = 1_000;

/**
 * Locks the data folder for this start, and makes it if there is none; a second start in the same
 * folder is refused.
 */
export async function takeDataFolder(data = dataFolder()) {
  mkdirSync(data, { recursive: true });

  const file = join(data, 'running.json');
  const draft = `${file}.${process.pid}`;
  const note = (server) => JSON.stringify({ launcher: process.pid, server });

  for (;;) {
    writeFileSync(draft, note());

    try {
      linkSync(draft, file);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }

    await clearLeftover(file, data);
  }

  return {
    data,
    noteServer: (pid) => writeFileSync(file, note(pid)),
    release: () => rmSync(file, { force: true }),
  };
}

/**
 * A killed launcher leaves its lock file and maybe its server, which is stopped because it holds
 * the port.
 */
async function clearLeftover(file, data) {
  const { launcher, server } = readNote(file);
  if (launcher !== process.pid && runs(launcher, /\b(start|dev|backup|restore)\.mjs/)) {
    throw new PlainError(
      `Noren already runs in ${data} (process ${launcher}). Stop it first, or set NOREN_DATA to another folder.`,
    );
  }

  if (runs(server, SERVER)) await end(server);
  rmSync(file, { force: true });
}

function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Removed meanwhile, or truncated by the kill.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

async function end(pid) {
  process.kill(pid, 'SIGTERM');

  const until = performance.now() + GRACE_MS;
  while (runs(pid, SERVER)) {
    if (performance.now() > until) process.kill(pid, 'SIGKILL');
    await pause(LOOK_EVERY_MS);
  }
}

function runs(pid, script) {
  return Number.isInteger(pid) && isAlive(pid) && script.test(describe(pid).command);
}

function describe(pid) {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
      return { command, parent: Number(parent?.[1]) };
    }

    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return { command: line.replace(/^\d+\s*/, ''), parent: Number.parseInt(line, 10) };
  } catch {
    // It ended meanwhile.
    return { command: '', parent: Number.NaN };
  }
}

/**
 * Calls `whenGone` once the npm that started this has been killed: the application must not go on
 * unseen.
 */
export function watchParents(whenGone) {
  if (process.env.npm_lifecycle_event !== 'start') return;

  const { command } = describe(process.ppid);
  // npm runs a script through a shell: with the shell's parent gone, the shell itself stays.
  const hasShell = /^\S*sh -c/.test(command);
  const lineage = () => `${process.ppid} ${hasShell ? describe(process.ppid).parent : ''}`;
  const before = lineage();
  const timer = setInterval(() => {
    if (lineage() === before) return;
    clearInterval(timer);
    whenGone();
  }, PARENTS_EVERY_MS);

  timer.unref();
}
