import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { startProgram } from '../../tools/app.mjs';
import { freePort } from '../../tools/free-port.mjs';
import type { Database } from '../database.ts';

/**
 * Keys known here: the personal data of copied people has to be encrypted again, and webhooks are
 * signed.
 */
export const FIELD_KEY = Buffer.alloc(32, 'bench field key');
export const HASH_KEY = Buffer.alloc(32, 'bench hash key');

/** The key that signs the sandbox bank's webhooks. */
export const WEBHOOK_SECRET = Buffer.from(
  hkdfSync('sha256', HASH_KEY, '', 'noren sandbox bank webhooks', 32),
).toString('hex');

/** A server in a process of its own. */
export interface Program {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Server and floor hold as many connections to their database. */
const POOL = '10';

/** Starts a server on a free port, which it is given as PORT. */
export async function startServer(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  // The console has a port of its own; alone it takes the one that is waited for.
  const consolePort = env['NOREN_ROLE'] === 'console' ? port : 0;
  const { pid = 0, stop } = await startProgram([program], {
    url: `http://127.0.0.1:${port}/`,
    env: {
      ...env,
      DATABASE_POOL: POOL,
      PORT: String(port),
      NOREN_CONSOLE_PORT: String(consolePort),
    },
  });

  return { port, pid, stop };
}

const OUR_MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');

/** Starts our server as it is started in use; its data folder keeps the sealing key. */
export function startOurs(
  { url, folder }: Database,
  role: 'all' | 'api' | 'console',
): Promise<Program> {
  return startServer(OUR_MAIN, {
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    NOREN_ROLE: role,
    NOREN_LOG_LEVEL: 'warn',
    NOREN_DATA: folder,
    NOREN_FIELD_KEY: FIELD_KEY.toString('base64'),
    NOREN_HASH_KEY: HASH_KEY.toString('base64'),
    // All that is measured comes from one address.
    NOREN_ADDRESS_RATE: '100000000',
  });
}

/** Does some work while our server runs. */
export async function withOurs<T>(
  database: Database,
  role: 'all' | 'api' | 'console',
  work: (server: Program) => Promise<T>,
): Promise<T> {
  const server = await startOurs(database, role);
  return work(server).finally(server.stop);
}

/**
 * Uses a control of the sandbox.
 * @throws Error when it is refused
 */
export async function control(port: number, name: string, body: object): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);

  return answer;
}

/** Makes an invented person at a point of the borrower's journey, signed in by a new phone. */
export async function jump(port: number, to: 'limit' | 'active') {
  const answer = await control(port, 'jump', { to });
  const person = (await answer.json()) as { userId: string; repayId: string | null };

  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const httpOnly = name.startsWith('__Host-');

    // The browser sends a secure cookie to its own machine without TLS too.
    return { name, value, url: 'https://127.0.0.1/', secure: true, httpOnly };
  });

  return { ...person, cookies };
}

/**
 * Moves the business day; when this returns the days before it are closed and their jobs are done.
 */
export async function moveDays(port: number, days: number): Promise<void> {
  await control(port, 'day', { days });
  await settle(port);
}

/** Waits until the jobs that are due are done. */
export async function settle(port: number): Promise<void> {
  await control(port, 'settle', { forMs: 60_000 });
}
