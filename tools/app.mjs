import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { COMPILED, programUrl, startMigrated } from './migrate-database.mjs';
import { node24 } from './node24.mjs';
import { PlainError, repo } from './repo.mjs';

/** A start of five seconds takes a minute where thirty programs share two cores. */
const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;
const OUTPUT_KEPT = 30_000;

/**
 * Starts a program of the project as a server, and waits until it answers at `url`. It ends with
 * this process. `output` returns the end of its output.
 */
export async function startProgram(args, { url, env }) {
  const { child: server, output } = spawnCaptured(args, env);
  const removeListeners = endWithUs(() => server.kill('SIGKILL'));
  const ended = new Promise((resolve) => server.once('exit', resolve));

  const stop = async () => {
    server.kill('SIGTERM');

    const forced = setTimeout(() => server.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await ended;
    clearTimeout(forced);
    removeListeners();
  };

  const until = performance.now() + READY_WITHIN_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || performance.now() > until) {
      await stop();
      throw new PlainError(`${args.at(-1)} did not start:\n${output()}`);
    }

    await pause(LOOK_EVERY_MS);
  }

  return { pid: server.pid, output, stop };
}

/**
 * Starts the whole application on a database and a temporary folder, on free ports; `stop` removes
 * the folder. Without a `databaseUrl` it starts a temporary PostgreSQL of its own, which `stop`
 * removes too; one that is given is not migrated.
 */
export async function startApp({ env = {}, databaseUrl } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'noren-app-'));
  const postgres = databaseUrl === undefined ? await startMigrated({ fast: true }) : undefined;
  const removeListeners = endWithUs(() => postgres && process.kill(postgres.pid, 'SIGQUIT'));
  const ownerUrl = databaseUrl ?? postgres.url;
  const usedDatabase = programUrl(ownerUrl);
  const port = await freePort();
  const consolePort = await freePort();
  const url = `http://127.0.0.1:${port}`;

  const release = async () => {
    removeListeners();
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  };

  try {
    const { output, stop } = await startProgram([join(repo, 'server', 'src', 'main.ts')], {
      url,
      env: {
        NODE_COMPILE_CACHE: COMPILED,
        PORT: String(port),
        NOREN_CONSOLE_PORT: String(consolePort),
        DATABASE_URL: usedDatabase,
        NOREN_DATA: data,
        ...env,
      },
    });

    return {
      url,
      // Passkeys need a name, not an address.
      consoleUrl: `http://localhost:${consolePort}`,
      databaseUrl: usedDatabase,
      ownerUrl,
      data,
      output,
      stop: () => stop().then(release),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Starts a program by the project's Node; `output` returns the end of its output.
 * @param onOutput called with each piece of output as it arrives
 */
export function spawnCaptured(args, env, onOutput) {
  const child = spawn(node24(), args, {
    cwd: repo,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own session, so that the scheduler gives it its own share of the processor beside the
    // browsers.
    detached: true,
  });

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-OUTPUT_KEPT);
      onOutput?.(chunk);
    });
  }

  return { child, output: () => output };
}

/**
 * Calls back when this process ends, by a signal or by itself, the newest first. A program in a
 * session of its own receives no Ctrl-C from the terminal. Returns what removes the listeners.
 */
export function endWithUs(end) {
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => {
    const listener = () => {
      process.off('exit', end);
      end();
      // No other listener: repeat the signal for its default effect.
      if (process.listenerCount(name) === 0) process.kill(process.pid, name);
    };

    process.prependOnceListener(name, listener);

    return [name, listener];
  });
  process.prependOnceListener('exit', end);

  return () => {
    for (const [name, listener] of [...listeners, ['exit', end]]) process.off(name, listener);
  };
}

async function answers(url) {
  try {
    return (await fetch(url)).status < 500;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
