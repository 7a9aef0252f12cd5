import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { type LockedOrder, lockOrderForPosting } from '../../lending/close-order.ts';
import { readJournals } from '../../lending/journal-store.ts';
import type { PostedJournal } from '../../lending/ledger.ts';
import { findOrder, lockOrder } from '../../lending/order-store.ts';
import { anActiveLoan, aPaymentEvent, sendWebhook, startFullPayment } from '../../testing/loans.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { accrualOnlyClose } from './accrual-only-close.ts';
import { closeOrdersWithoutAccrual, filterUnclosed, writeAccrualOnly } from './accrual-only-store.ts';

let app: TestApp;
useNewLedgerApp((started) => {
  app = started;
});

async function read(who: SignedInUser, repayId: string): Promise<LockedOrder> {
  const order = await findOrder(app.deps.db, who.userId, repayId);
  if (!order) throw new Error('no such order');
  return { order, journals: await readJournals(app.deps.db, who.userId, order.orderId) };
}

const accrualsOf = (journals: readonly PostedJournal[]) =>
  journals.filter(({ kind }) => kind === 'accrual').map(({ valueDay, lines }) => [valueDay, lines]);

test('the accrual-only close posts the same as the full close, and leaves days with a message to it', async () => {
  const [quiet, awake] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [quietly, byItself] = [await anActiveLoan(app, quiet), await anActiveLoan(app, awake)];
  const { db } = app.deps;
  let left = 0;
  for (let days = 0; days < 40; days += 1) {
    const day = app.deps.today();
    app.moveDays(1);
    const open = await read(quiet, quietly);
    const close = accrualOnlyClose(open, day);
    if (close?.lines.length) await writeAccrualOnly(db, close, day, app.deps.now());
    else if (close) await closeOrdersWithoutAccrual(db, [close], day);
    else left += 1;
    expect(await filterUnclosed(db, [open], day)).toHaveLength(close ? 0 : 1);
    for (const who of [quiet, awake]) {
      const { order } = await read(who, who === quiet ? quietly : byItself);
      await db.transaction().execute((tx) => lockOrderForPosting(tx, app.deps, who.userId, order.orderId));
    }
    const [one, other] = [await read(quiet, quietly), await read(awake, byItself)];
    expect(accrualsOf(one.journals)).toEqual(accrualsOf(other.journals));
    expect([one.order.status, one.order.closedThrough]).toEqual([other.order.status, other.order.closedThrough]);
  }
  // Days with a message: two days before the due date, the due date, the first overdue day, and each penal charge after it.
  expect(left).toBe(3 + (40 - 18));
});

test('an order paid since it was read is not written and is returned as open', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const day = app.deps.today();
  const stale = await read(who, repayId);
  const close = accrualOnlyClose(stale, day);
  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, code, 100_000));
  app.moveDays(1);
  await writeAccrualOnly(app.deps.db, close!, day, app.deps.now());
  await closeOrdersWithoutAccrual(app.deps.db, [{ ...close!, lines: [] }], day);
  expect(await filterUnclosed(app.deps.db, [stale], day)).toEqual([stale]);
  expect(accrualsOf((await read(who, repayId)).journals)).toEqual([]);
});

test('among orders without an accrual, a locked one is skipped and does not stop the others', async () => {
  const people = [await aSignedInUser(app), await aSignedInUser(app)] as const;
  const repayIds = [await anActiveLoan(app, people[0]), await anActiveLoan(app, people[1])] as const;
  const day = app.deps.today();
  for (const [index, who] of people.entries()) {
    const close = accrualOnlyClose(await read(who, repayIds[index]!), day);
    await writeAccrualOnly(app.deps.db, close!, day, app.deps.now());
  }
  // The minimum of one day's interest is posted on the day of disbursement, so the next day accrues nothing.
  const next = addDays(day, 1);
  app.moveDays(2);
  const opens = [await read(people[0], repayIds[0]), await read(people[1], repayIds[1])];
  const idle = opens.map((open) => accrualOnlyClose(open, next)!);
  expect(idle.map(({ lines }) => lines)).toEqual([[], []]);
  await app.deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, people[0].userId, opens[0]!.order.orderId);
    await closeOrdersWithoutAccrual(app.deps.db, idle, next);
  });
  expect(await filterUnclosed(app.deps.db, opens, next)).toEqual([opens[0]]);
  await closeOrdersWithoutAccrual(app.deps.db, idle, next);
  expect(await filterUnclosed(app.deps.db, opens, next)).toEqual([]);
});
