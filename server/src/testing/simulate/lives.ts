import { randomUUID } from 'node:crypto';
import { makeClient } from '@noren/contract/client';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SandboxBank } from '../../sandbox/bank/bank.ts';
import type { SignedWebhook } from '../../sandbox/bank/webhooks.ts';
import { type DepsOptions, makeDeps } from '../make-deps.ts';
import type { TestClient } from '../start-app.ts';

/** What whoever asks a dropped app gets: the process has ended there. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** What outlives an app: its database, keys and files, the clock, and how many looks at it are left. */
export interface LivesOf extends Required<Pick<DepsOptions, 'databaseAt' | 'dataDir' | 'time' | 'keys' | 'always'>> {
  readonly looks: { left: number };
}

/** One app from its beginning to its end. */
interface Life {
  readonly deps: Deps;
  readonly bank: SandboxBank;
  readonly server: FastifyInstance;
  readonly url: string;
}

/** One app after the other on the same database. */
export async function beginLives(of: LivesOf): Promise<{
  current(): Life;
  count(): number;
  next(): Promise<void>;
  end(): Promise<void>;
}> {
  let count = 1;
  let life = await beginLife(of);
  return {
    current: () => life,
    count: () => count,
    async next() {
      await endLife(life);
      life = await beginLife(of);
      count += 1;
    },
    end: () => endLife(life),
  };
}

async function beginLife(of: LivesOf): Promise<Life> {
  const { looks, time } = of;
  const made = await makeDeps({ ...of, role: 'all', addressRate: 1e8 });
  const now = (): number => {
    looks.left -= 1;
    if (looks.left < 0) throw new Dropped('the app has ended');
    return time.now;
  };
  const deps: Deps = { ...made, now };
  const server = await buildApp(deps);
  return { deps, bank: made.bank, server, url: await server.listen({ host: '127.0.0.1', port: 0 }) };
}

async function endLife({ deps, server }: Life): Promise<void> {
  await server.close();
  await deps.db.destroy();
}

/** Brings a webhook to the app that lives. @returns the status it answered */
export async function hear({ server }: Life, { body, signature }: SignedWebhook): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  const answer = await server.inject({ method: 'POST', url: '/api/hooks/sandbox', headers, payload: body });
  return answer.statusCode;
}

/** A client whose requests go into the app without a wire, in plain: whichever app lives. */
export function injectedClient(life: () => Life, now: () => number): TestClient {
  const session = { deviceId: randomUUID(), token: null as string | null, cookie: null as string | null };
  const client = makeClient({
    base: 'http://app',
    now,
    makeRequestId: randomUUID,
    deviceId: () => session.deviceId,
    token: () => session.token,
    language: () => 'en',
    sealKey: null,
    fetch: async (input, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      if (session.cookie) headers.cookie = session.cookie;
      const { pathname, search } = new URL(String(input));
      const answer = await life().server.inject({
        method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
        url: `${pathname}${search}`,
        headers,
        ...(typeof init?.body === 'string' && { payload: init.body }),
      });
      return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } });
    },
  });
  return Object.assign(session, client);
}
