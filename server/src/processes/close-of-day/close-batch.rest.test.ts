import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readJournals } from '../../lending/book/journal-store.ts';
import type { PostedJournal } from '../../lending/book/ledger.ts';
import {
  type LockedOrder,
  lockOrderForPosting,
  prepareClose,
} from '../../lending/close/close-order.ts';
import {
  beginDay,
  type CloseCounts,
  markHelper,
  startHandingOut,
  takeOrdersToClose,
} from '../../lending/close/closed-days-store.ts';
import { selectLimitForUpdate } from '../../lending/credit/credit-store.ts';
import { lockOrder, readMoves } from '../../lending/orders/order-store.ts';
import { makeDb, makePool } from '../../platform/db/db.ts';
import { toPgQuery } from '../../platform/db/statements.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readOrder,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { filterUnclosed, writeCloses } from './close-batch-store.ts';
import { closeDay, closeMissedDays, helpClose } from './close-of-day.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

async function read(who: SignedInUser, repayId: string): Promise<LockedOrder> {
  const order = await readOrder(app, who, repayId);
  return { order, journals: await readJournals(app.deps.db, who.userId, order.orderId) };
}

interface LoanOf {
  readonly who: SignedInUser;
  readonly repayId: string;
}

async function loans(count: number): Promise<LoanOf[]> {
  const made: LoanOf[] = [];
  for (let at = 0; at < count; at += 1) {
    const who = await aSignedInUser(app);
    made.push({ who, repayId: await anActiveLoan(app, who) });
  }

  return made;
}

const listAccruals = (journals: readonly PostedJournal[]) =>
  journals.filter(({ kind }) => kind === 'accrual').map(({ valueDay, lines }) => [valueDay, lines]);

const readMessages = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('dunning_messages')
    .select(['day', 'template', 'amountPaise', 'state'])
    .where('userId', '=', who.userId)
    .orderBy('day')
    .execute();

test('a set posts, moves and reminds as a close by itself does, on each of forty days', async () => {
  const [one, other] = (await loans(2)) as [LoanOf, LoanOf];
  const { db } = app.deps;

  for (let days = 0; days < 40; days += 1) {
    const day = app.deps.today();
    app.moveDays(1);

    const open = await read(one.who, one.repayId);
    const close = prepareClose(open, day, app.deps.now())!;

    expect(await writeCloses(db, [close], { day, now: app.deps.now() })).toEqual(
      new Set([open.order.orderId]),
    );

    const { order } = await read(other.who, other.repayId);
    await db
      .transaction()
      .execute((tx) => lockOrderForPosting(tx, app.deps, other.who.userId, order.orderId));
  }

  const [inSet, alone] = [await read(one.who, one.repayId), await read(other.who, other.repayId)];
  expect(listAccruals(inSet.journals)).toEqual(listAccruals(alone.journals));
  expect([inSet.order.status, inSet.order.closedThrough]).toEqual([
    alone.order.status,
    alone.order.closedThrough,
  ]);
  expect(inSet.order.status).toBe(OrderStatus.overdue);

  const moves = async (of: LockedOrder) =>
    (await readMoves(db, of.order)).map(({ borrowStatus, reason }) => [borrowStatus, reason]);
  expect(await moves(inSet)).toEqual(await moves(alone));
  expect(await readMessages(one.who)).toEqual(await readMessages(other.who));
  // Two days before the due date, on it, on the first overdue day, and each penal charge after it.
  expect(await readMessages(one.who)).toHaveLength(3 + (40 - 18));

  const queued = await readQueuedJobs(db, 'send-dunning-message');
  expect(queued.map(({ key }) => key).toSorted()).toEqual(
    [inSet, alone].map(({ order }) => `dunning:${order.orderId}`).toSorted(),
  );
});

test('an order paid since it was read is not written, and its neighbour is', async () => {
  const [paid, other] = await loans(2);
  const day = app.deps.today();
  const opens = [await read(paid!.who, paid!.repayId), await read(other!.who, other!.repayId)];
  const closes = opens.map((open) => prepareClose(open, day, app.deps.now())!);
  const { code } = await startFullPayment(paid!.who, paid!.repayId);

  await sendWebhook(app, aPaymentEvent(app, code, 100_000));
  app.moveDays(1);

  const written = await writeCloses(app.deps.db, closes, { day, now: app.deps.now() });
  expect([...written]).toEqual([opens[1]!.order.orderId]);
  expect(await filterUnclosed(app.deps.db, opens, day)).toEqual([opens[0]]);
  expect(listAccruals((await read(paid!.who, paid!.repayId)).journals)).toEqual([]);
});

test('a locked order is skipped and does not stop the others', async () => {
  const made = await loans(2);
  const day = app.deps.today();

  app.moveDays(1);

  const opens = [
    await read(made[0]!.who, made[0]!.repayId),
    await read(made[1]!.who, made[1]!.repayId),
  ];
  const closes = opens.map((open) => prepareClose(open, day, app.deps.now())!);

  await app.deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, made[0]!.who.userId, opens[0]!.order.orderId);
    expect((await writeCloses(app.deps.db, closes, { day, now: app.deps.now() })).size).toBe(1);
  });
  expect(await filterUnclosed(app.deps.db, opens, day)).toEqual([opens[0]]);
});

test('of a set that the database refuses only the order at fault is recorded; the others are closed once', async () => {
  const made = await loans(5);
  const day = app.deps.today();

  app.moveDays(1);

  const { db } = app.deps;
  const at = await read(made[3]!.who, made[3]!.repayId);

  // The trigger on entries refuses interest that no accepted statement of the order carries.
  await sql`update orders set charge_codes = '{}' where user_id = ${at.order.userId}`.execute(db);
  expect(await closeDay(app.deps, day)).toEqual({ closed: 4, failed: 1, behind: 0 });

  const failures = await db
    .selectFrom('day_close_failures')
    .select(['orderId', 'reason', 'attempts'])
    .execute();
  expect(failures).toEqual([{ orderId: at.order.orderId, reason: 'error 23514', attempts: 1 }]);

  for (const { who, repayId } of made) {
    const { order, journals } = await read(who, repayId);
    const isAtFault = order.orderId === at.order.orderId;
    expect([listAccruals(journals).length, order.closedThrough]).toEqual(
      isAtFault ? [0, null] : [1, day],
    );
  }

  await sql`
    update orders set charge_codes = ${[...(await chargeCodes(made[0]!.who))]}
    where user_id = ${at.order.userId}`.execute(db);
  await closeMissedDays(app.deps);
  expect(await db.selectFrom('day_close_failures').selectAll().execute()).toEqual([]);
  await runJobs(app);

  async function chargeCodes(who: SignedInUser): Promise<string[]> {
    const row = await db
      .selectFrom('orders')
      .select('chargeCodes')
      .where('userId', '=', who.userId)
      .executeTakeFirstOrThrow();
    return row.chargeCodes;
  }
});

test('processes that close together take each order once, and one that dies leaves its orders to the next pass', async () => {
  const made = await loans(7);
  const day = app.deps.today();

  app.moveDays(1);

  const { db } = app.deps;
  await beginDay(db, day, app.deps.now());
  expect(await takeOrdersToClose(db, { day, limit: 2 })).toEqual([]);
  await startHandingOut(db, day);

  const takeAll = async () => {
    const taken: string[] = [];
    for (;;) {
      const orders = await takeOrdersToClose(db, { day, limit: 1 });
      if (orders.length === 0) return taken;
      taken.push(...orders.map(({ orderId }) => orderId));
    }
  };

  const taken = (await Promise.all([takeAll(), takeAll(), takeAll()])).flat();
  expect(new Set(taken).size).toBe(7);
  expect(taken).toHaveLength(7);
  // Two that take some and end; a helper takes the rest.
  await startHandingOut(db, day);

  const lost = [
    ...(await takeOrdersToClose(db, { day, limit: 2 })),
    ...(await takeOrdersToClose(db, { day, limit: 1 })),
  ];
  await helpClose(app.deps);

  const closed = await db
    .selectFrom('orders')
    .select('orderId')
    .where('closedThrough', '=', day)
    .execute();
  const ids = [...closed, ...lost].map(({ orderId }) => orderId);

  expect(ids.toSorted()).toEqual(taken.toSorted());
  expect(await closeDay(app.deps, day)).toEqual({ closed: 7, failed: 0, behind: 0 });
  for (const { who, repayId } of made)
    expect(listAccruals((await read(who, repayId)).journals)).toHaveLength(1);
  // A helper that comes late finds nothing handed out, and its job ends.
  await runJobs(app, { delayed: true });
  expect(await readQueuedJobs(db, 'help-close')).toEqual([]);
});

test('two processes close a day in sets of one order, each order once, and the leader counts them all', async () => {
  const made = await loans(9);
  const day = app.deps.today();

  app.moveDays(1);

  const pool = makePool(app.deps.config.DATABASE_URL, 4, () => undefined);
  const helper = { ...app.deps, pool, db: makeDb(pool) };
  const holder = await app.deps.pool.connect();

  try {
    // Each takes two orders at once, first those of the first users: these wait until both
    // processes have begun.
    await holder.query('begin');

    const users = made.map(({ who }) => who.userId).toSorted();
    for (const userId of users.slice(0, 4))
      await holder.query(toPgQuery(selectLimitForUpdate(userId)));

    const closing = closeDay(app.deps, day, 1);
    await expect.poll(() => countWaiting(app.deps.db)).toBeGreaterThanOrEqual(2);

    const helping = helpClose(helper, {}, 1);
    await expect.poll(() => countWaiting(app.deps.db)).toBeGreaterThanOrEqual(4);
    await holder.query('rollback');
    await helping;
    expect(await closing).toEqual({ closed: 9, failed: 0, behind: 0 });
    for (const { who, repayId } of made)
      expect(listAccruals((await read(who, repayId)).journals)).toHaveLength(1);
  } finally {
    holder.release(true);
    await helper.db.destroy();
  }
});

test('the process that leads a close waits for one that helps before it counts', async () => {
  const [only] = await loans(1);
  const day = app.deps.today();

  app.moveDays(1);

  const { db, pool } = app.deps;
  const open = await read(only!.who, only!.repayId);
  const helper = await pool.connect();

  await markHelper(helper, 'begin');
  // The helper has taken the order, and holds its lock while it closes it.
  await helper.query('begin');
  await helper.query(toPgQuery(selectLimitForUpdate(only!.who.userId)));

  let counts: CloseCounts | undefined;
  const closing = closeDay(app.deps, day).then((done) => {
    counts = done;
  });

  await vi.waitFor(async () => expect(await countWaiting(db)).toBeGreaterThan(0), {
    timeout: WAIT_LIMIT_MS,
    interval: 5,
  });
  await helper.query('rollback');
  await vi.waitFor(async () => expect(await filterUnclosed(db, [open], day)).toEqual([]), {
    timeout: WAIT_LIMIT_MS,
    interval: 5,
  });
  expect(counts).toBe(undefined);
  await markHelper(helper, 'end');
  helper.release();
  await closing;
  expect(counts).toEqual({ closed: 1, failed: 0, behind: 0 });
});
