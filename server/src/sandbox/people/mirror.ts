import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, makeClient } from '@noren/contract/client';
import { addDays, type BusinessDay, daysBetween, toBusinessDay } from '@noren/core/money/time';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../app.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { openSession } from '../../platform/http/session-store.ts';
import type { JobName } from '../../platform/jobs/job-store.ts';
import { receiveEvent } from '../../processes/webhooks/provider-events.ts';
import { makeSandboxBank, type SandboxBank } from '../bank/bank.ts';
import type { BankBehaviour } from '../bank/behaviour.ts';
import { interceptJobs } from './held-jobs.ts';

const DAY_MS = 86_400_000;

/**
 * The app on the same database at an earlier day, with its own bank and jobs that run on demand.
 */
export interface Mirror {
  readonly deps: Deps;
  /** A client signed in as a user, with a code entered just now. */
  signIn(userId: string): Promise<Client>;
  runJobs(...names: JobName[]): Promise<void>;
  /** Pays a payment in full and delivers the bank's webhook. */
  pay(code: string): Promise<void>;
  close(): Promise<void>;
}

/** The bank's time (UTC ms): the clock's time of day on the business day. */
export function bankTime({ now, today }: Pick<Deps, 'now' | 'today'>): number {
  return now() + daysBetween(toBusinessDay(now()), today()) * DAY_MS;
}

/** Opens the app as of `daysAgo` days ago; `payouts` is its bank's behaviour. */
export async function openMirror(
  deps: Deps,
  given: { daysAgo: number; payouts: BankBehaviour },
): Promise<Mirror> {
  const now = (): number => deps.now() - given.daysAgo * DAY_MS;
  const today = (): BusinessDay => addDays(deps.today(), -given.daysAgo);
  const bank = makeSandboxBank({
    db: deps.db,
    now: () => bankTime({ now, today }),
    secret: randomBytes(32).toString('hex'),
    deliver: null,
    always: {
      payouts: given.payouts,
      payments: 'lost',
      refunds: 'succeed',
      accounts: 'own_name',
      debits: 'succeed',
    },
  });
  const jobs = interceptJobs();
  const databaseNow: Clock['databaseNow'] = async (db) =>
    (await deps.clock.databaseNow(db)) - given.daysAgo * DAY_MS;
  const then: Deps = {
    ...deps,
    now,
    today,
    clock: { ...deps.clock, now, databaseNow },
    db: deps.db.withPlugin(jobs.plugin),
    payouts: bank.payouts,
    payments: [bank.payments],
    // It runs its own jobs: none is left to the jobs process, which uses the real time.
    config: { ...deps.config, plainWire: true, NOREN_ROLE: 'all' },
  };
  const server = await buildApp(then);

  return {
    deps: then,
    signIn: (userId) => signIn(server, then, userId),
    runJobs: (...names) => jobs.run(then, names),
    pay: (code) => pay(then, bank, code),
    close: () => server.close(),
  };
}

async function signIn(server: FastifyInstance, deps: Deps, userId: string): Promise<Client> {
  const deviceId = randomUUID();
  const opened = await openSession(deps.db, {
    userId,
    deviceId,
    assurance: 'otp',
    now: deps.now(),
  });

  return makeClient({
    base: '',
    now: deps.now,
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => opened.token,
    language: () => 'en',
    sealKey: null,
    fetch: (path, init) =>
      exchange(server, String(path), init ?? {}, `__Host-noren=${opened.cookie}`),
  });
}

async function exchange(
  server: FastifyInstance,
  url: string,
  init: RequestInit,
  cookie: string,
): Promise<Response> {
  const answer = await server.inject({
    method: init.method as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...(init.headers as Record<string, string>), cookie, host: 'localhost' },
    ...(typeof init.body === 'string' ? { payload: init.body } : {}),
  });
  return new Response(answer.body, { status: answer.statusCode });
}

async function pay(deps: Deps, bank: SandboxBank, code: string): Promise<void> {
  const event = await bank.payIntent(code);
  if (event) await receiveEvent(deps, bank.payments.name, event);
}
