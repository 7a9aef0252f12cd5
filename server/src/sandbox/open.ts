import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import type { Push } from '../platform/ports/push.ts';
import type { Sms } from '../platform/ports/sms.ts';
import { makeSandboxBank, type SandboxBank } from './bank/bank.ts';
import { postWebhook } from './bank/webhooks.ts';
import { onTheDay, openSandboxDay, type SandboxDay } from './clock/business-day.ts';
import { registerSandboxPage } from './page/page.ts';
import { makeSandboxPush } from './phone/push.ts';
import { makeSandboxSms } from './phone/sms.ts';

/** Everything that stands in for the world outside, and its page. */
export interface Sandbox {
  readonly bank: SandboxBank;
  readonly day: SandboxDay;
  readonly sms: Sms;
  /** The jobs on the day as it stands when each begins. */
  datedJobs(table: JobTable): JobTable;
  /** Null for a key that is missing. */
  makePush(publicKey: string | null): Push | null;
  /** Tells where our own webhooks are to be brought. */
  setAddress(port: number): void;
  register(server: FastifyInstance, deps: Deps): Promise<void>;
}

/** Answers of a process that did not move the day itself follow it within so long; its jobs at once. */
const LOOK_FOR_DAY_EVERY_MS = 1_000;

/** Opens the sandbox; never called in production. */
export async function openSandbox(given: {
  db: Db;
  hashKey: Buffer;
  config: Config;
  now: () => number;
  log: Deps['log'];
}): Promise<Sandbox> {
  const { db, now } = given;
  const day = await openSandboxDay(db, now);
  // While the database is away the day stands as it did.
  const look = () => day.recheck().catch((err: unknown) => given.log.debug({ err }, 'the day could not be read'));
  setInterval(look, LOOK_FOR_DAY_EVERY_MS).unref();
  let port = given.config.PORT;
  const bank = makeSandboxBank({
    db,
    // The bank lives by the business day: a payment made after it moved is dated on the day it moved to.
    now: () => now() + day.daysAhead() * 86_400_000,
    secret: createHmac('sha256', given.hashKey).update('sandbox bank webhooks').digest('hex'),
    deliver: (webhook) => postWebhook(`http://127.0.0.1:${port}`, webhook),
  });
  return {
    bank,
    day,
    sms: makeSandboxSms(db, now),
    datedJobs: (table) => onTheDay(day, table),
    makePush: (publicKey) => (publicKey === null ? null : makeSandboxPush(publicKey)),
    setAddress: (own) => {
      port = own;
    },
    register: (server, deps) => registerSandboxPage(server, { deps, bank, day }),
  };
}
