import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { type Program, startProgram } from '../calls/programs.ts';

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

/** How our server is started: its database, its role and other settings. */
export interface OurSettings {
  readonly databaseUrl: string;
  /** Data folder: keeps the sealing key between starts. */
  readonly folder: string;
  readonly role: 'all' | 'api' | 'jobs' | 'console';
  readonly pool?: string;
}

const OUR_MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');

/** The environment of our server. */
function ourEnvironment({
  databaseUrl,
  folder,
  role,
  pool = '10',
}: OurSettings): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: pool,
    HOST: '127.0.0.1',
    NOREN_ROLE: role,
    NOREN_LOG_LEVEL: 'warn',
    NOREN_DATA: folder,
    NOREN_FIELD_KEY: FIELD_KEY.toString('base64'),
    NOREN_HASH_KEY: HASH_KEY.toString('base64'),
    // All that is measured comes from one address.
    NOREN_ADDRESS_RATE: '100000000',
  };
}

/** Starts our server as it is started in use. */
export function startOurs({
  nodeOptions,
  ...settings
}: OurSettings & { nodeOptions?: readonly string[] }): Promise<Program> {
  return startProgram(OUR_MAIN, {
    env: ourEnvironment(settings),
    ...(nodeOptions && { nodeOptions }),
  });
}

/**
 * Uses a control of the sandbox.
 * @throws Error when it is refused
 */
export async function control<T>(port: number, name: string, body: object): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);

  return (await answer.json()) as T;
}

/**
 * Moves the business day; when this returns the days before it are closed and their jobs are done.
 */
export async function moveDays(port: number, days: number): Promise<void> {
  await control(port, 'day', { days });
  await control(port, 'settle', { forMs: 60_000 });
}
