import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { node24 } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { PlainError, repo } from './repo.mjs';

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;
const SAID_KEPT = 16_000;

/**
 * Starts the whole application on a temporary database and folder, on a free port; `stop` removes both. `said` is what it
 * wrote last.
 */
export async function startApp({ env = {} } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'noren-app-'));
  const postgres = await startPostgres({ fast: true });
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(node24(), [join(repo, 'server', 'src', 'main.ts')], {
    cwd: repo,
    env: { ...process.env, PORT: String(port), DATABASE_URL: postgres.url, NOREN_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own is a share of the processor of its own, as each browser has one: else it starves beside them.
    detached: true,
  });
  const forget = onSignal(() => {
    server.kill('SIGKILL');
    process.kill(postgres.pid, 'SIGQUIT');
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (said = `${said}${chunk}`.slice(-SAID_KEPT)));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    const forced = setTimeout(() => server.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await ended;
    clearTimeout(forced);
    forget();
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  };
  const until = performance.now() + READY_WITHIN_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || performance.now() > until) {
      await stop();
      throw new PlainError(`The application did not start:\n${said}`);
    }
    await pause(LOOK_EVERY_MS);
  }
  return { url, databaseUrl: postgres.url, data, pid: server.pid, said: () => said, stop };
}

/** What is in a session of its own hears nothing of a Ctrl-C at the terminal. Answers what takes this back. */
function onSignal(end) {
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => {
    const listener = () => {
      end();
      // Nobody else listens: what the signal would have done without us.
      if (process.listenerCount(name) === 0) process.kill(process.pid, name);
    };
    process.once(name, listener);
    return [name, listener];
  });
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function findPort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
