import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Client, makeClient } from '@noren/contract/client';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Shared by all programs of all runs: Node keeps apart in it what another Node or another text compiled to. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** Settings that a restarted process must find again: its keys and its port. */
export interface ProcessSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  /** Other settings, which win. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real program in a process of its own, as a test that kills it needs. */
export interface OwnProcess {
  readonly url: string;
  /** Ends it without any chance to tidy up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  isRunning(): boolean;
}

const running = new Set<ChildProcess>();

/** Ends what a test that failed left behind. */
export function killLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Starts the program and waits until it says that it runs. */
export async function startProcess(settings: ProcessSettings, role: 'all' | 'api' = 'all'): Promise<OwnProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: settings.databaseUrl,
      NOREN_DATA: settings.dataDir,
      NOREN_ROLE: role,
      NOREN_LOG_LEVEL: 'error',
      // What was compiled at one start serves the next.
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      ...settings.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  await saysItRuns(child);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return {
    url: `http://127.0.0.1:${settings.port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}

function saysItRuns(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Stop it with Ctrl+C')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code, signal) => {
      // What it said last is what explains an end nobody asked for.
      if (signal === null && code !== 0) process.stderr.write(`the program ended with ${code}: ${said.slice(-3000)}\n`);
      reject(new Error(`it ended with ${code ?? signal}`));
    });
  });
}

/** Someone the sandbox made, signed in over plain HTTP. */
export interface SandboxUser extends Client {
  readonly userId: string;
  readonly repayId: string | null;
}

/** Becomes a new invented person at a place of the story, through the sandbox's own control. */
export async function aSandboxUser(url: string, to: string): Promise<SandboxUser> {
  const response = await fetch(`${url}/sandbox/api/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  const made = (await response.json()) as { userId: string; repayId: string | null; token: string; deviceId: string };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const client = makeClient({
    base: url,
    now: Date.now,
    makeRequestId: randomUUID,
    deviceId: () => made.deviceId,
    token: () => made.token,
    language: () => 'en',
    sealKey: null,
    timeoutMs: 15_000,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  });
  return { ...client, userId: made.userId, repayId: made.repayId };
}

/** Tells the sandbox something; answers what it said. */
export async function callSandbox<T>(url: string, name: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/sandbox/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A name for a database of one test. */
export function databaseName(): string {
  return `f_${randomBytes(6).toString('hex')}`;
}
