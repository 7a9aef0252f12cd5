import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@noren/contract/client';
import { HEADERS } from '@noren/contract/envelope';
import { plainHeaders } from './plain-headers.ts';
import { makeSandboxClient, postControl, toCookie } from './sandbox-client.ts';

export { freePort } from '../../../tools/free-port.mjs';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Compile cache shared by all runs; Node separates entries by version and source. */
export const COMPILED = fileURLToPath(
  new URL('../../../node_modules/.cache/compiled', import.meta.url),
);

/** Settings that a restarted process needs again: its keys and port. */
export interface ProcessSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  /** The console's; any free one by default. */
  readonly consolePort?: number;
  /** Overrides of other settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real program in its own process, for tests that kill it. */
export interface OwnProcess {
  readonly pid: number;
  readonly url: string;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  isRunning(): boolean;
  /** What it has written so far. */
  output(): string;
}

const running = new Set<ChildProcess>();

/** Kills the processes of a failed test. */
export function killLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts the program and waits for its ready message. */
export async function startProcess(
  settings: ProcessSettings,
  role: 'all' | 'api' | 'console' = 'all',
): Promise<OwnProcess> {
  // A setting of the tests is none of the program's.
  const { NOREN_TEST_ENGINE: _, ...surroundings } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...surroundings,
      NODE_ENV: 'test',
      DATABASE_URL: settings.databaseUrl,
      NOREN_DATA: settings.dataDir,
      NOREN_ROLE: role,
      NOREN_LOG_LEVEL: 'error',
      // On a starved machine a call is answered late, not refused.
      NOREN_LATE_MS: '600000',
      // Later starts reuse the compiled code.
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      ...(settings.consolePort !== undefined && {
        NOREN_CONSOLE_PORT: String(settings.consolePort),
      }),
      ...settings.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  running.add(child);
  child.once('exit', () => running.delete(child));

  const output = await waitUntilRunning(child);

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  return {
    pid: child.pid as number,
    url: `http://127.0.0.1:${settings.port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}

/** @returns a function that returns its output so far */
function waitUntilRunning(child: ChildProcess): Promise<() => string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (/Stop it with Ctrl\+C|Noren is running in production/.test(output)) resolve(() => output);
    };

    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code, signal) => {
      // The last output explains an unexpected end.
      if (signal === null && code !== 0)
        process.stderr.write(`the program ended with ${code}: ${output.slice(-3000)}\n`);
      reject(new Error(`it ended with ${code ?? signal}: ${output.slice(-500)}`));
    });
  });
}

/** An invented person, signed in over plain HTTP. */
export interface SandboxUser extends Client {
  readonly userId: string;
  readonly repayId: string | null;
  /** The headers of a call of this person that is not encrypted. */
  plainHeaders(): Record<string, string>;
}

/** Makes a new invented person at a place, by the sandbox's control. */
export async function aSandboxUser(url: string, to: string): Promise<SandboxUser> {
  const response = await postControl(url, 'jump', { to });
  if (!response.ok) throw new Error(`jump to ${to}: ${response.status} ${await response.text()}`);

  const made = (await response.json()) as {
    userId: string;
    repayId: string | null;
    token: string;
    deviceId: string;
  };
  const cookie = toCookie(response);
  const server = { base: url, now: Date.now, sealKey: null, timeoutMs: 60_000 };
  const client = makeSandboxClient({ ...server, made, cookie });

  const version = { [HEADERS.appVersion]: '216' };
  return {
    ...client,
    userId: made.userId,
    repayId: made.repayId,
    plainHeaders: () => plainHeaders({ deps: { now: Date.now } }, version, { ...made, cookie }),
  };
}

/** Calls a control of the sandbox. @returns its answer */
export async function callSandbox<T>(url: string, name: string, body: unknown): Promise<T> {
  const response = await postControl(url, name, body);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);

  return (await response.json()) as T;
}

/** A unique database name. */
export function databaseName(): string {
  return `f_${randomBytes(6).toString('hex')}`;
}
