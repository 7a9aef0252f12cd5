import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, formatDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { sweep } from '../../schedule/sweep.ts';
import {
  anAppliedLoan,
  openSandboxBank,
  readBill,
  readCredit,
  runJobs,
} from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const { app, later } = await startMovingApp();

/** An order of ₹10,000 whose payout the bank rejected. */
async function orderWithFailedPayout(): Promise<{ who: SignedInUser; repayId: string }> {
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  await runJobs(app);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');

  return { who, repayId };
}

const readMessages = async ({ phone }: SignedInUser, kind = 'payout_ends') => {
  await runJobs(app, { delayed: true });
  const messages = await readSandboxMessages(app.deps.db, phone);
  return messages.filter(({ template }) => template === kind).map(({ values }) => values);
};

const handleFailedPayout = (who: SignedInUser, repayId: string, action: 'retry' | 'cancel') =>
  who.client.send(CALLS.failBorrowHandler, { body: { repayId, action } });

test('an order with a failed payout waits fourteen days, warns the borrower, then ends and releases its hold', async () => {
  const { who, repayId } = await orderWithFailedPayout();
  const last = addDays(app.deps.today(), 14);
  const { bill, payout } = await readBill(who, repayId);

  expect(bill).toMatchObject({ borrowStatus: OrderStatus.disbursementFailed, next: 'fix_bank' });
  // The sandbox bank reports a closed account, which another account would fix.
  expect(payout).toMatchObject({ state: 'failed', isAccountsFault: true });
  expect(formatDay(last)).toBe(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(bill.openUntil! - 1),
  );
  expect(await readMessages(who, 'payout_failed')).toEqual([
    { repayId, amount: '₹9,646', day: formatDay(last) },
  ]);
  later(10);
  await sweep(app.deps);
  expect(await readMessages(who)).toEqual([]);
  later(1);
  await sweep(app.deps);
  await sweep(app.deps);
  expect(await readMessages(who)).toEqual([{ repayId, amount: '₹10,000', day: formatDay(last) }]);
  later(3);
  await sweep(app.deps);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.disbursementFailed);
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
  later(1);
  await sweep(app.deps);

  const after = await readBill(who, repayId);
  expect(after.bill).toMatchObject({ borrowStatus: OrderStatus.cancelled, next: null });
  expect(after.bill.openUntil).toBeUndefined();
  expect(after.history.at(-1)).toMatchObject({
    borrowStatus: OrderStatus.cancelled,
    reason: 'It expired.',
  });
  expect((await readCredit(who)).heldPaise).toBe(0);
  expect(await readMessages(who)).toHaveLength(1);
});

test('a retry in time prevents the expiry; a second failure starts the fourteen days again', async () => {
  const { who, repayId } = await orderWithFailedPayout();
  later(13);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');
  successData(await handleFailedPayout(who, repayId, 'retry'));
  expect((await readBill(who, repayId)).bill.openUntil).toBeUndefined();
  await runJobs(app);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  later(13);
  await sweep(app.deps);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.disbursementFailed);
  expect(await readMessages(who)).toHaveLength(1);
  successData(await handleFailedPayout(who, repayId, 'retry'));
  await runJobs(app);
  later(30);
  await sweep(app.deps);
  expect((await readBill(who, repayId)).bill).toMatchObject({ borrowStatus: OrderStatus.overdue });
});

test('concurrent sweeps end the order once', async () => {
  const { who, repayId } = await orderWithFailedPayout();
  later(15);
  await Promise.all([sweep(app.deps), sweep(app.deps)]);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.cancelled);
  expect((await handleFailedPayout(who, repayId, 'retry')).code).toBe(409);
});
