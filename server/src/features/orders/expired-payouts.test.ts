import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, formatDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { runSweep } from '../../operations/sweep.ts';
import { readSandboxMessages } from '../../sandbox/phone/sms.ts';
import { apply, bankOf, readBill, readCredit, runJobs } from '../../testing/borrow.ts';
import { type GivenUser, given, granted } from '../../testing/given.ts';
import { startMovingApp } from '../../testing/moving-app.ts';

const { app, later } = await startMovingApp();

/** An order of ₹10,000 whose payout the bank refused. */
async function failed(): Promise<{ who: GivenUser; repayId: string }> {
  await bankOf(app).setBehaviour('payouts', 'fail');
  const who = await given.user(app);
  const repayId = await apply(who);
  await runJobs(app);
  await bankOf(app).setBehaviour('payouts', 'succeed');
  return { who, repayId };
}

const told = async ({ phone }: GivenUser, kind = 'payout_ends') => {
  await runJobs(app, { delayed: true });
  const messages = await readSandboxMessages(app.deps.db, phone);
  return messages.filter(({ template }) => template === kind).map(({ values }) => values);
};
const act = (who: GivenUser, repayId: string, action: 'retry' | 'cancel') =>
  who.client.send(CALLS.failBorrowHandler, { query: { repayId, action }, body: {} });

test('waits fourteen days for its borrower, says until when, tells them before, then ends and frees the limit', async () => {
  const { who, repayId } = await failed();
  const last = addDays(app.deps.today(), 14);
  const { bill, payout } = await readBill(who, repayId);
  expect(bill).toMatchObject({ borrowStatus: OrderStatus.disbursementFailed, next: 'fix_bank' });
  // Of the sandbox's bank: the account is closed, and another one would mend it.
  expect(payout).toMatchObject({ state: 'failed', isAccountsFault: true });
  expect(formatDay(last)).toBe(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(bill.openUntil! - 1),
  );
  expect(await told(who, 'payout_failed')).toEqual([{ repayId, amount: '₹9,646', day: formatDay(last) }]);
  later(10);
  await runSweep(app.deps);
  expect(await told(who)).toEqual([]);
  later(1);
  await runSweep(app.deps);
  await runSweep(app.deps);
  expect(await told(who)).toEqual([{ repayId, amount: '₹10,000', day: formatDay(last) }]);
  later(3);
  await runSweep(app.deps);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.disbursementFailed);
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
  later(1);
  await runSweep(app.deps);
  const after = await readBill(who, repayId);
  expect(after.bill).toMatchObject({ borrowStatus: OrderStatus.cancelled, next: null });
  expect(after.bill.openUntil).toBeUndefined();
  expect(after.history.at(-1)).toMatchObject({ borrowStatus: OrderStatus.cancelled, reason: 'Its time was over.' });
  expect((await readCredit(who)).heldPaise).toBe(0);
  expect(await told(who)).toHaveLength(1);
});

test('sent again in time it does not end; failed again it has its days anew', async () => {
  const { who, repayId } = await failed();
  later(13);
  await bankOf(app).setBehaviour('payouts', 'fail');
  granted(await act(who, repayId, 'retry'));
  expect((await readBill(who, repayId)).bill.openUntil).toBeUndefined();
  await runJobs(app);
  await bankOf(app).setBehaviour('payouts', 'succeed');
  later(13);
  await runSweep(app.deps);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.disbursementFailed);
  expect(await told(who)).toHaveLength(1);
  granted(await act(who, repayId, 'retry'));
  await runJobs(app);
  later(30);
  await runSweep(app.deps);
  expect((await readBill(who, repayId)).bill).toMatchObject({ borrowStatus: OrderStatus.overdue });
});

test('the close of day ends it, and its hold is released once however often it is looked at', async () => {
  const { who, repayId } = await failed();
  later(15);
  await Promise.all([runSweep(app.deps), runSweep(app.deps)]);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.cancelled);
  expect((await act(who, repayId, 'retry')).code).toBe(409);
});
