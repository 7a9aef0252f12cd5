import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { selectLimitForUpdate } from '../../lending/credit/credit-store.ts';
import { sendPayout } from '../../lending/orders/send-payout.ts';
import { toPgQuery } from '../../platform/db/statements.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  queuedJobNames,
  readOrder,
  readPayouts,
  runJobs,
  sendWebhook,
} from '../../testing/loans.ts';
import { isBlocking } from '../../testing/lock-waits.ts';
import {
  anAcceptedExtension,
  aStartedPayment,
  postChargeback,
  receivePayment,
} from '../../testing/repayments.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { closeDay, closeMissedDays } from './close-of-day.ts';

let app: TestApp;
/** The app's dependencies with a recorded log. */
let deps: Deps;
let lines: Record<string, unknown>[];
/** Releases a lock held on an order. */
let there: Set<() => Promise<void>>;

beforeEach(async () => {
  app = await startApp();
  lines = [];
  there = new Set();

  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  deps = { ...app.deps, log };
});

afterEach(async () => {
  for (const leave of there) await leave();
  await unclash();
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

const loud = (from: number) => lines.filter(({ level }) => Number(level) >= from);
const closedThrough = async (who: SignedInUser, repayId: string) =>
  (await readOrder(app, who, repayId)).closedThrough;

/** Pays out a user's application as a process whose business day is still that day. */
async function payOutOn(day: BusinessDay, who: SignedInUser): Promise<void> {
  for (const { state: _any, ...key } of await readPayouts(app, who))
    await sendPayout({ ...app.deps, today: () => day }, key);
}

/**
 * Users in reverse order of reading, so that a loan of the next user lies before the reader's
 * position.
 */
const makeUsersInReadOrder = async () =>
  (await Promise.all(Array.from({ length: 4 }, () => aSignedInUser(app)))).toSorted((a, b) =>
    a.userId < b.userId ? 1 : -1,
  );

/** Locks a user's orders, so that closing one of them waits. */
async function beAt({ userId }: SignedInUser) {
  const client = await app.deps.pool.connect();
  await client.query('begin');
  await client.query(toPgQuery(selectLimitForUpdate(userId)));

  const leave = async (): Promise<void> => {
    if (!there.delete(leave)) return;
    await client.query('rollback');
    client.release();
  };

  there.add(leave);

  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    isWaitedFor: () =>
      vi.waitFor(
        async () => {
          expect(await isBlocking(app.deps.db, rows[0]!.pid)).toBe(true);
        },
        { timeout: WAIT_LIMIT_MS, interval: 5 },
      ),
    leave,
  };
}

/** Runs a statement on every machine of the database, each by itself. */
async function everywhere(statement: string): Promise<void> {
  await sql.raw(statement).execute(app.deps.db);
  if (inject('workerUrls').length === 0) return;

  const { rows } = await sql<{
    success: boolean;
  }>`select success from run_command_on_workers(${statement})`.execute(app.deps.db);
  expect(rows.every(({ success }) => success)).toBe(true);
}

/** Makes the next closes of an order fail with a deadlock error that many times. */
async function clash(times: number): Promise<void> {
  // A sequence keeps counting when its transaction rolls back. Each machine has its own; an order
  // is on one.
  await everywhere('create sequence clashes');
  await app.deps.db.transaction().execute(async (tx) => {
    await sql`set local citus.enable_unsafe_triggers = on`.execute(tx);
    await sql
      .raw(`
        create function clash() returns trigger language plpgsql as $$ begin
          if nextval('clashes') <= ${times} then
            raise exception 'deadlock detected' using errcode = '40P01';
          end if;
          return new;
        end $$`)
      .execute(tx);

    await sql`
      create trigger clash before update on orders for each row
        when (new.closed_through is distinct from old.closed_through)
        execute function clash()`.execute(tx);
  });
}

async function unclash(): Promise<void> {
  await sql`drop trigger if exists clash on orders`.execute(app.deps.db);
  await sql`drop function if exists clash`.execute(app.deps.db);
  await everywhere('drop sequence if exists clashes');
}

/** A loan, and the business day that ended after it was paid out. */
async function aLoanToClose() {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { orderId } = await readOrder(app, who, repayId);
  const day = app.deps.today();

  app.moveDays(1);

  return { who, repayId, orderId, day };
}

test('a loan disbursed during the close of its day is closed with it, and is no failure', async () => {
  const [one, late] = (await makeUsersInReadOrder()) as [SignedInUser, SignedInUser];
  const first = await anActiveLoan(app, one);
  const second = await anAppliedLoan(late);
  const day = app.deps.today();

  app.moveDays(1);

  const held = await beAt(one);
  const closing = closeDay(deps, day);

  await held.isWaitedFor();
  await payOutOn(day, late);
  await held.leave();
  expect(await closing).toMatchObject({ closed: 2, failed: 0 });
  expect(await Promise.all([closedThrough(one, first), closedThrough(late, second)])).toEqual([
    day,
    day,
  ]);
  expect(loud(40)).toEqual([]);
});

test('when loans are disbursed during every pass, the rest is left to the next run, which is queued', async () => {
  const people = await makeUsersInReadOrder();
  await anActiveLoan(app, people[0]!);

  let last = '';
  for (const who of people.slice(1)) last = await anAppliedLoan(who);

  const day = app.deps.today();
  app.moveDays(1);

  let held = await beAt(people[0]!);
  const closing = closeMissedDays(deps);

  for (const who of people.slice(1)) {
    await held.isWaitedFor();
    await payOutOn(day, who);

    const before = held;
    held = await beAt(who);
    await before.leave();
  }

  await closing;
  await held.leave();

  const left = await readOrder(app, people[3]!, last);
  expect(left.closedThrough).toBe(null);

  const orders = [{ orderId: left.orderId, repayId: left.repayId }];
  expect(loud(40)).toEqual([expect.objectContaining({ level: 40, day, behind: 1, orders })]);
  expect(await queuedJobNames(app)).toContain('close-missed-days');
  await runJobs(app, { delayed: true });
  expect(await closedThrough(people[3]!, last)).toBe(day);
});

test('an order that conflicts with another transaction is retried at once, and is no failure', async () => {
  const { who, repayId, orderId, day } = await aLoanToClose();
  // In bulk, individually, and in bulk again.
  await clash(3);
  expect(await closeDay(deps, day)).toEqual({ closed: 1, failed: 0, behind: 0 });
  expect(await closedThrough(who, repayId)).toBe(day);
  expect(loud(40)).toEqual([expect.objectContaining({ level: 40, orderId, repayId, day })]);
});

test('a persistent conflict is logged as an error with order and cause, recorded, and resolved by the next run', async () => {
  const { who, repayId, orderId, day } = await aLoanToClose();
  await clash(1_000);
  expect(await closeDay(deps, day)).toEqual({ closed: 0, failed: 1, behind: 0 });

  const [one, all, ...more] = loud(50);
  expect(one).toMatchObject({ orderId, repayId, day, err: { code: '40P01' } });
  expect(all).toMatchObject({
    day,
    failed: 1,
    orders: [{ orderId, repayId, day, reason: 'error 40P01', tries: 1 }],
  });
  expect(more).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(who.phone);
  await unclash();
  await closeMissedDays(deps);
  expect(await closedThrough(who, repayId)).toBe(day);
  expect(await app.deps.db.selectFrom('day_close_failures').selectAll().execute()).toEqual([]);
});

test('loans, payments, reversals and extensions during two concurrent closes: nothing fails and nothing is left open', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aSignedInUser(app)));
  const [lent, waiting] = [people.slice(0, 4), people.slice(4)];
  const terms = { productCode: 'N07', rupees: 5_000 };
  const repayIds: string[] = [];

  for (const who of lent) repayIds.push(await anActiveLoan(app, who, terms));
  app.moveDays(5);

  const works: (() => Promise<unknown>)[] = [];
  for (const [at, who] of lent.entries()) {
    const repayId = repayIds[at]!;
    const { addendumNo } = await anAcceptedExtension(who, repayId);
    const extension = await aStartedPayment(who, { repayId, kind: 'extension', addendumNo });
    const { code } = await aStartedPayment(who, { repayId, kind: 'full' });

    works.push(async () => {
      await sendWebhook(app, aPaymentEvent(app, code, 100_000));
      if (at % 2) await postChargeback(app, who, repayId, 'payment');
      await receivePayment(app, extension.code, extension.amountPaise);
      if (at > 1) await sendWebhook(app, aPaymentEvent(app, code, 600_000));
      if (at > 2) await postChargeback(app, who, repayId, 'payment');
    });
  }

  for (const who of waiting)
    works.push(() =>
      anAppliedLoan(who, terms).then(() => payOutOn(addDays(app.deps.today(), -1), who)),
    );

  const close = async (): Promise<void> => {
    for (let days = 0; days < 12; days += 1) {
      app.moveDays(1);
      await Promise.all([closeMissedDays(deps), closeMissedDays(deps)]);
    }
  };

  await Promise.all([close(), ...works.map((work) => work())]);
  await closeMissedDays(deps);

  const open = await app.deps.db.selectFrom('orders').select(['status', 'closedThrough']).execute();
  expect(open).toHaveLength(people.length);

  const yesterday = addDays(app.deps.today(), -1);
  expect(
    open.filter((one) => one.status !== OrderStatus.settled && one.closedThrough !== yesterday),
  ).toEqual([]);
  expect(loud(50)).toEqual([]);
});
