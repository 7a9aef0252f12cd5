import { spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, isFree } from './free-port.mjs';
import { runAs } from './postgres-account.mjs';
import { findSocketFolder, openCluster, serverArguments } from './postgres-cluster.mjs';
import { isAlive, readPostmaster } from './postgres-process.mjs';
import { PlainError } from './repo.mjs';

const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 25;
const ATTEMPTS = 3;
const LOG_KEPT_BYTES = 5_000_000;

/**
 * Starts the bundled PostgreSQL on a folder, or takes over the one already running there. `fast`
 * makes a temporary one for tests: nothing is synced to disk, and `stop` removes it. `folder` is
 * the cluster's own in `dataDir`, and `settings` are more of the server's.
 */
export async function startPostgres({
  dataDir,
  port,
  fast = false,
  engine,
  folder,
  settings = [],
}) {
  const cluster = openCluster({ dataDir, fast, engine, folder, settings });
  const running = await reuse(cluster);
  const server = running ?? (await launch({ cluster, port, fast, settings }));
  const { data, home, user, password, database } = cluster;
  const { pid, port: usedPort } = server;
  const host = encodeURIComponent(findSocketFolder(data, fast) ?? '127.0.0.1');

  return {
    url: `postgres://${user}:${password}@${host}:${usedPort}/${database}`,
    port: usedPort,
    pid,
    data,
    home,
    wasRunning: running !== undefined,
    stop: () => stop(server, cluster, fast),
  };
}

/** A killed launcher leaves its server running: use it. */
async function reuse({ data }) {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const postmaster = readPostmaster(data);
    if (postmaster === undefined) return undefined;

    if (!postmaster.isOurs) {
      // PostgreSQL clears a dead server's file itself; only a process id given to another program
      // would stop it.
      if (postmaster.isRunning) rmSync(postmaster.file, { force: true });
      return undefined;
    }

    if (postmaster.isReady) return { pid: postmaster.pid, port: postmaster.port };
    if (performance.now() > until)
      throw new PlainError(`PostgreSQL (process ${postmaster.pid}) does not become ready.`);

    await pause(LOOK_EVERY_MS);
  }
}

async function launch({ cluster, port: wanted, fast, settings }) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(cluster.home, wanted);
    const server = await tryLaunch({ cluster, port, fast, settings });
    if (server !== undefined) {
      writeFileSync(join(cluster.home, 'port'), `${port}\n`);
      return server;
    }
    if (attempt === ATTEMPTS)
      throw new PlainError(`PostgreSQL did not start: ${lastLine(cluster.home)}`);

    // The port may be taken by now, or children of a killed server still hold its shared memory.
    await pause(500);
  }
}

async function tryLaunch({ cluster, port, fast, settings }) {
  const { home, data, account, binaries } = cluster;
  const log = openLog(home);
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    serverArguments({ data, port, fast, settings }),
    {
      ...runAs(account),
      // Its own process group: Ctrl-C at the terminal stops the application first, the database
      // after it.
      detached: true,
      stdio: ['ignore', log, log],
    },
  );

  closeSync(log);

  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  child.unref();

  const until = performance.now() + READY_WITHIN_MS;
  while (
    performance.now() < until &&
    child.exitCode === null &&
    child.signalCode === null &&
    child.pid !== undefined
  ) {
    const postmaster = readPostmaster(data);
    if (postmaster?.pid === child.pid && postmaster.isReady) return { pid: child.pid, port, ended };
    await Promise.race([ended, pause(LOOK_EVERY_MS)]);
  }

  if (child.pid !== undefined && isAlive(child.pid)) child.kill('SIGKILL');

  return undefined;
}

/** Stops a server that runs on a folder, also one that another process started. */
export async function stopRunning(data) {
  const postmaster = readPostmaster(data);
  if (postmaster?.isOurs) await stop(postmaster, { data }, false);
}

async function stop(server, { home, data }, fast) {
  signal(server.pid, fast ? 'SIGQUIT' : 'SIGINT');

  const until = performance.now() + STOPPED_WITHIN_MS;
  let isForced = false;

  while (isRunning(server.pid, data)) {
    if (!isForced && performance.now() > until) {
      isForced = true;
      signal(server.pid, 'SIGQUIT');
    }

    await pause(LOOK_EVERY_MS);
  }

  if (fast) rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

// A reused server is not our child, and without a parent that reaps it its process id stays: then
// its lock file decides.
function isRunning(pid, data) {
  return isAlive(pid) && readPostmaster(data)?.pid === pid;
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

async function choosePort(home, wanted) {
  if (wanted !== undefined) {
    if (await isFree(wanted)) return wanted;
    throw new PlainError(`Port ${wanted}, requested for PostgreSQL, is in use.`);
  }

  const file = join(home, 'port');
  const stored = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (stored > 0 && (await isFree(stored))) return stored;

  return freePort();
}

function openLog(home) {
  const file = join(home, 'log');
  const isLong = existsSync(file) && statSync(file).size > LOG_KEPT_BYTES;
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW } = constants;
  return openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | (isLong ? O_TRUNC : O_APPEND), 0o600);
}

function lastLine(home) {
  const lines = readFileSync(join(home, 'log'), 'utf8').trim().split('\n');
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'it said nothing.';
}
