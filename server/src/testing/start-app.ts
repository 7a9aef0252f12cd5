import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, makeClient } from '@noren/contract/client';
import { buildApp } from '../app.ts';
import type { Deps } from '../platform/deps.ts';
import type { KycEngine } from '../platform/ports/kyc.ts';
import { takeDatabase } from './databases.ts';
import { makeDeps } from './make-deps.ts';

/** Default start time of tests: 10:00 on a Tuesday in India. */
const TEST_START = Date.UTC(2026, 10, 24, 4, 30);

/** The app on its own database, with a clock that the test moves. */
export interface TestApp {
  readonly deps: Deps;
  readonly url: string;
  /** Moves the clock. */
  advance(ms: number): void;
  /** Moves the business day without the clock, as the sandbox does. */
  moveDays(days: number): void;
  /**
   * Sets the process's clock that far ahead of the database's: no more than a minute counts as
   * right.
   */
  setClockError(ms: number): void;
  /** A client with its own device and cookie jar. */
  client(options?: { plain?: boolean; language?: string; lose?: () => boolean }): TestClient;
  stop(): Promise<void>;
}

/** A client that keeps its session as a browser would. */
export interface TestClient extends Client {
  readonly deviceId: string;
  token: string | null;
  cookie: string | null;
  /** Kept after signing out. */
  deviceCookie: string | null;
}

/** Providers of a test instead of the sandbox's bank, or beside it; `now` is the test's clock. */
type Providers = (
  now: () => number,
  sandbox: Pick<Deps, 'payments'>,
) => Partial<
  Pick<
    Deps,
    | 'payments'
    | 'payouts'
    | 'sms'
    | 'mail'
    | 'push'
    | 'sealsPapers'
    | 'paperSealer'
    | 'asksPanRegister'
    | 'panRegister'
    | 'usesDigiLocker'
    | 'digiLocker'
  >
>;

/** What a test moves an app's clock with; `time` is the state the app's clock reads. */
export function clockControls(time: {
  now: number;
  days: number;
  error?: number;
}): Pick<TestApp, 'advance' | 'moveDays' | 'setClockError'> {
  return {
    advance: (ms) => {
      time.now += ms;
    },
    moveDays: (days) => {
      time.days += days;
    },
    setClockError: (ms) => {
      time.error = ms;
    },
  };
}

/** Starts the app as production builds it, with the sandbox's providers. */
export async function startApp(
  options: {
    startAt?: number;
    kyc?: KycEngine;
    role?: 'all' | 'api';
    providers?: Providers;
    keys?: { readonly field: Buffer; readonly hash: Buffer };
    log?: Deps['log'];
  } = {},
): Promise<TestApp> {
  const database = await takeDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'noren-test-'));
  const time = { now: options.startAt ?? TEST_START, days: 0, error: 0 };
  const role = options.role ?? 'all';
  const made = await makeDeps({
    databaseAt: database.url,
    dataDir,
    time,
    role,
    ...(options.keys && { keys: options.keys }),
  });
  const deps = {
    ...made,
    ...(options.kyc && { kyc: options.kyc }),
    ...(options.log && { log: options.log }),
    ...options.providers?.(made.now, made),
  };
  const server = await buildApp(deps);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });

  return {
    deps,
    url,
    ...clockControls(time),
    client: (given = {}) => testClient(url, deps, given),
    async stop() {
      await server.close();
      await deps.kyc.close();
      await deps.db.destroy();
      await database.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * More instances of the app on the same data, as behind a load balancer.
 * @returns a borrower's client at each
 */
export async function startInstances(
  { deps }: TestApp,
  count: number,
  of: TestClient,
): Promise<{ clients: TestClient[]; stop(): Promise<void> }> {
  const servers = await Promise.all(Array.from({ length: count }, () => buildApp(deps)));
  const urls = await Promise.all(
    servers.map((server) => server.listen({ host: '127.0.0.1', port: 0 })),
  );
  const { deviceId, token, cookie, deviceCookie } = of;

  return {
    clients: urls.map((url) =>
      Object.assign(testClient(url, deps, {}), { deviceId, token, cookie, deviceCookie }),
    ),
    stop: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

const SESSION_COOKIE = /^(__Host-noren|noren-sandbox)=/;
const DEVICE_COOKIE = /^(__Host-noren-device|noren-sandbox-device)=/;

function testClient(
  url: string,
  deps: Deps,
  given: { plain?: boolean; language?: string; lose?: () => boolean },
): TestClient {
  const none = null as string | null;
  const session = { deviceId: randomUUID(), token: none, cookie: none, deviceCookie: none };
  const client = makeClient({
    base: url,
    now: deps.now,
    makeRequestId: randomUUID,
    deviceId: () => session.deviceId,
    token: () => session.token,
    language: () => given.language ?? 'en',
    sealKey: given.plain ? null : deps.sealer.current,
    // Longer than the app's: pictures wait for each other on a busy machine.
    timeoutMs: 240_000,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const cookies = [session.cookie, session.deviceCookie].filter((cookie) => cookie !== null);

      if (cookies.length > 0) headers.set('cookie', cookies.join('; '));

      const response = await fetch(input, { ...init, headers });
      // What is lost on the way sets no cookie either.
      if (given.lose?.()) throw new Error('the answer was lost on the way');

      const set = (name: RegExp) => response.headers.getSetCookie().find((line) => name.test(line));
      session.cookie = set(SESSION_COOKIE)?.split(';')[0] ?? session.cookie;
      session.deviceCookie = set(DEVICE_COOKIE)?.split(';')[0] ?? session.deviceCookie;

      return response;
    },
  });

  return Object.assign(session, client);
}
