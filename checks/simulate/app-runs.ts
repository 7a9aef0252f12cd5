import { randomUUID } from 'node:crypto';
import { makeClient } from '@noren/contract/client';
import { buildApp } from '@noren/server/src/app.ts';
import type { Deps } from '@noren/server/src/platform/deps.ts';
import type { SandboxBank } from '@noren/server/src/sandbox/bank/bank.ts';
import type { SignedWebhook } from '@noren/server/src/sandbox/bank/webhooks.ts';
import { type DepsOptions, makeDeps } from '@noren/server/src/testing/make-deps.ts';
import type { TestClient } from '@noren/server/src/testing/start-app.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Thrown by a dropped app: its process has ended at that point. */
export class AppDropError extends Error {
  override readonly name = 'AppDropError';
}

/**
 * State that survives an app: database, keys, files, the clock, and how often it may still be read.
 */
export interface AppRunState
  extends Required<Pick<DepsOptions, 'databaseAt' | 'dataDir' | 'time' | 'keys' | 'always'>> {
  readonly looks: { left: number };
}

/** One running app. */
interface AppRun {
  readonly deps: Deps;
  readonly bank: SandboxBank;
  readonly server: FastifyInstance;
  readonly url: string;
}

/** Runs one app after the other on the same database. */
export async function startAppRuns(of: AppRunState): Promise<{
  current(): AppRun;
  count(): number;
  next(): Promise<void>;
  end(): Promise<void>;
}> {
  let count = 1;
  let run = await startApp(of);

  return {
    current: () => run,
    count: () => count,
    async next() {
      await endApp(run);
      run = await startApp(of);
      count += 1;
    },
    end: () => endApp(run),
  };
}

async function startApp(of: AppRunState): Promise<AppRun> {
  const { looks, time } = of;
  const made = await makeDeps({ ...of, role: 'all', addressRate: 1e8 });

  const now = (): number => {
    looks.left -= 1;
    if (looks.left < 0) throw new AppDropError('the app has ended');
    return time.now;
  };

  const deps: Deps = { ...made, now };
  const server = await buildApp(deps);

  return {
    deps,
    bank: made.bank,
    server,
    url: await server.listen({ host: '127.0.0.1', port: 0 }),
  };
}

async function endApp({ deps, server }: AppRun): Promise<void> {
  await server.close();
  await deps.db.destroy();
}

/**
 * Posts a webhook to the running app.
 * @returns the answered status
 */
export async function postWebhook(
  { server }: AppRun,
  { body, signature }: SignedWebhook,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  const answer = await server.inject({
    method: 'POST',
    url: '/api/hooks/sandbox',
    headers,
    payload: body,
  });

  return answer.statusCode;
}

/** A client that calls the running app in process, without encryption. */
export function injectedClient(run: () => AppRun, now: () => number): TestClient {
  const none = null as string | null;
  const session = { deviceId: randomUUID(), token: none, cookie: none, deviceCookie: none };
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
      const answer = await run().server.inject({
        method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
        url: `${pathname}${search}`,
        headers,
        ...(typeof init?.body === 'string' && { payload: init.body }),
      });

      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': 'application/json' },
      });
    },
  });

  return Object.assign(session, client);
}
