import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, makeClient } from '@noren/contract/client';
import { addDays, type BusinessDay, businessDayOf } from '@noren/core/time';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { makeDb, makePool } from '../db.ts';
import type { Deps } from '../deps.ts';
import { makeFieldCrypto } from '../field-crypto.ts';
import { makeLimits } from '../limits.ts';
import { readProducts } from '../loans/store.ts';
import { makeFileStore } from '../outside/files/file-store.ts';
import { type KycEngine, makeKycEngine } from '../outside/kyc/engine.ts';
import { makeAppConfig, sandboxLender } from '../public/app-config.ts';
import { makeSandboxBank } from '../sandbox/bank.ts';
import { makeSandboxSms } from '../sandbox/sms.ts';
import { makeSealer, makeSealKeyText, readSealKey } from '../sealing.ts';
import { databaseUrl, TEMPLATE } from './template.ts';

/** When tests begin unless they say otherwise: 10:00 on a Tuesday in India. */
const TEST_START = Date.UTC(2026, 10, 24, 4, 30);

/** The app on a database of its own and a clock the test moves. */
export interface TestApp {
  readonly deps: Deps;
  readonly url: string;
  /** Moves the clock. */
  advance(ms: number): void;
  /** Moves the business day without the clock, as the sandbox does. */
  moveDays(days: number): void;
  /** A client with its own device and cookie jar. */
  client(options?: { plain?: boolean; language?: string; lose?: () => boolean }): TestClient;
  stop(): Promise<void>;
}

/** A client that keeps its session as a browser would. */
export interface TestClient extends Client {
  readonly deviceId: string;
  token: string | null;
  cookie: string | null;
}

/** Providers of a test's own instead of the sandbox's bank; `now` is the test's clock. */
type Providers = (now: () => number) => Partial<Pick<Deps, 'payments' | 'payouts'>>;

/** Starts the app as production would build it; only the outside is the sandbox's. */
export async function startApp(
  options: { startAt?: number; kyc?: KycEngine; role?: 'all' | 'api'; providers?: Providers } = {},
): Promise<TestApp> {
  const adminUrl = inject('adminUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'noren-test-'));
  const time = { now: options.startAt ?? TEST_START, days: 0 };
  const made = await makeDeps(databaseUrl(adminUrl, name), dataDir, time, options.role ?? 'all');
  const deps = { ...made, ...(options.kyc && { kyc: options.kyc }), ...options.providers?.(made.now) };
  const server = await buildApp(deps);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    deps,
    url,
    advance: (ms) => {
      time.now += ms;
    },
    moveDays: (days) => {
      time.days += days;
    },
    client: (given = {}) => testClient(url, deps, given),
    async stop() {
      await server.close();
      await deps.kyc.close();
      await deps.db.destroy();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeDeps(
  databaseAt: string,
  dataDir: string,
  time: { now: number; days: number },
  role: 'all' | 'api',
): Promise<Deps> {
  const config = readConfig({
    DATABASE_URL: databaseAt,
    NOREN_DATA: dataDir,
    NOREN_LOG_LEVEL: 'silent',
    NOREN_ROLE: role,
  });
  const pool = makePool(databaseAt, 10, () => undefined);
  const db = makeDb(pool);
  const key = randomBytes(32);
  const crypto = makeFieldCrypto({ currentId: 1, byId: new Map([[1, key]]), hashKey: randomBytes(32) });
  const today = (): BusinessDay => addDays(businessDayOf(time.now), time.days);
  // The bank lives by the business day: a payment made after it moved is dated on the day it moved to.
  const bankNow = (): number => time.now + time.days * 86_400_000;
  const bank = makeSandboxBank({ db, now: bankNow, secret: 'test secret of the sandbox bank', deliver: null });
  return {
    config,
    pool,
    db,
    log: pino({ level: 'silent' }),
    now: () => time.now,
    today,
    crypto,
    sealer: makeSealer([await readSealKey(await makeSealKeyText('t1'))]),
    limits: makeLimits(db, crypto.hash),
    files: makeFileStore({ dir: join(dataDir, 'files'), keys: { current: '1', byId: { 1: key } } }),
    kyc: makeKycEngine(),
    sms: makeSandboxSms(db, () => time.now),
    payouts: bank.payouts,
    payments: bank.payments,
    appConfig: makeAppConfig({
      lender: sandboxLender,
      products: await readProducts(db, today()),
      isSandbox: true,
      today: today(),
    }),
  };
}

function testClient(
  url: string,
  deps: Deps,
  given: { plain?: boolean; language?: string; lose?: () => boolean },
): TestClient {
  const session = { deviceId: randomUUID(), token: null as string | null, cookie: null as string | null };
  const client = makeClient({
    base: url,
    now: deps.now,
    makeRequestId: randomUUID,
    deviceId: () => session.deviceId,
    token: () => session.token,
    language: () => given.language ?? 'en',
    sealKey: given.plain ? null : deps.sealer.current,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (session.cookie) headers.set('cookie', session.cookie);
      const response = await fetch(input, { ...init, headers });
      const set = response.headers.getSetCookie().find((line) => line.includes('noren'));
      if (set) session.cookie = set.split(';')[0] ?? null;
      if (given.lose?.()) throw new Error('the answer was lost on the way');
      return response;
    },
  });
  return Object.assign(session, client);
}
