import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.mjs';
import { endChildWithUs } from '../end-with-us.ts';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** A server in a process of its own. */
export interface Program {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a TypeScript file as a server on a free port, passed as PORT, and waits until it answers.
 */
export async function startProgram(
  file: string,
  options: { env: Readonly<Record<string, string>>; nodeOptions?: readonly string[] },
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), file], {
    // The console listens on a port of its own. Alone in its process, it takes the port that we
    // wait for.
    env: {
      ...process.env,
      NOREN_CONSOLE_PORT: options.env['NOREN_ROLE'] === 'console' ? String(port) : '0',
      ...options.env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  endChildWithUs(child);

  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4_000);
    });

  const stop = (): Promise<void> => stopChild(child);
  const deadline = performance.now() + READY_WITHIN_MS;

  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`${file} did not start:\n${output}`);
    }

    await pause(LOOK_EVERY_MS);
  }

  return { port, pid: child.pid ?? 0, stop };
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();

  return new Promise((ended) => {
    child.once('exit', () => ended());
    child.kill('SIGTERM');
  });
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
