import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { setNameMatch } from '../../testing/bank-accounts.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  openSandboxBank,
  readBill,
  readCredit,
  readPayouts,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { receivePayment } from '../../testing/repayments.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useMoneyApp();

const listPayouts = (who: SignedInUser) => readPayouts(app, who);

test('a paid-out order becomes a loan, due counted from the disbursement day', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  expect((await readBill(who, repayId)).bill).toMatchObject({
    borrowStatus: OrderStatus.disbursing,
    next: 'wait',
    dueDay: null,
    owedPaise: 0,
  });
  app.moveDays(2);
  await runJobs(app);

  const after = await readBill(who, repayId);
  expect(after.bill).toMatchObject({
    borrowStatus: OrderStatus.active,
    next: 'repay',
    netPaise: rupees(9_646),
    overdueDays: 0,
  });
  expect(after.bill.owedPaise).toBe(rupees(10_010));
  expect(Date.parse(after.bill.dueDay ?? '') - Date.parse(app.deps.today())).toBe(15 * 86_400_000);
  expect(after.payout).toMatchObject({ state: 'confirmed', reason: null });
  expect(after.lenderName).toBe(app.deps.appConfig.lender.name);
  expect(after.history.map((move) => move.borrowStatus)).toEqual([
    OrderStatus.underReview,
    OrderStatus.disbursing,
    OrderStatus.active,
  ]);
  expect(after.history.every((move) => move.reason)).toBe(true);

  const [message] = await readSandboxMessages(app.deps.db, who.phone, 1);
  expect(message).toMatchObject({
    template: 'loan_paid_out',
    values: { repayId, amount: '₹9,646' },
  });
  app.moveDays(-2);
});

test('other users cannot see an order', async () => {
  const [who, stranger] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anAppliedLoan(who);

  expect((await stranger.client.send(CALLS.billDetail, { params: { repayId } })).code).toBe(404);

  const choice = { repayId, action: 'cancel' as const };
  expect((await stranger.client.send(CALLS.failBorrowHandler, { body: choice })).code).toBe(404);
  expect(
    successData(await stranger.client.send(CALLS.billList, { query: { borrowType: '0' } })).details,
  ).toEqual([]);
  await runJobs(app);
});

test('a failed payout keeps its hold; a retry uses a new reference', async () => {
  const who = await aSignedInUser(app);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const repayId = await anActiveLoan(app, who);
  const failed = await readBill(who, repayId);

  expect(failed.bill).toMatchObject({
    borrowStatus: OrderStatus.disbursementFailed,
    next: 'fix_bank',
  });
  expect(failed.payout?.reason).toMatch(/closed/);
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');

  const choice = { repayId, action: 'retry' as const };
  app.advance(31 * 60_000);
  expect((await who.client.send(CALLS.failBorrowHandler, { body: choice })).code).toBe(316);
  app.advance(-31 * 60_000);

  const tries = Array.from({ length: 5 }, () =>
    who.client.send(CALLS.failBorrowHandler, { body: choice }),
  );
  const codes = (await Promise.all(tries)).map(({ code }) => code).sort();

  expect(codes).toEqual([200, 409, 409, 409, 409]);
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);

  const refs = (await listPayouts(who)).map((payout) => payout.state);
  expect(refs.sort()).toEqual(['confirmed', 'failed']);
});

test('a failed payout cannot be retried while another order is overdue; it can be cancelled, or retried after repayment', async () => {
  const who = await aSignedInUser(app);
  const late = await anActiveLoan(app, who, { rupees: 2_000 });

  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const repayId = await anActiveLoan(app, who, { rupees: 2_000 });
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  app.moveDays(20);

  const choice = { repayId, action: 'retry' as const };
  const retry = () => who.client.send(CALLS.failBorrowHandler, { body: choice });

  expect((await retry()).code).toBe(317);
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);

  const { code, amountPaise } = await startFullPayment(who, late);
  await receivePayment(app, code, amountPaise);
  expect(successData(await retry()).borrowStatus).toBe(OrderStatus.disbursing);
  app.moveDays(-20);
});

test('cancelling a failed payout releases its hold; a later conflicting result is recorded and changes nothing', async () => {
  const who = await aSignedInUser(app);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const repayId = await anActiveLoan(app, who);
  const choice = { repayId, action: 'cancel' as const };

  expect(
    successData(await who.client.send(CALLS.failBorrowHandler, { body: choice })).borrowStatus,
  ).toBe(OrderStatus.cancelled);
  expect(await readCredit(who)).toMatchObject({
    heldPaise: 0,
    owedPaise: 0,
    availablePaise: rupees(20_000),
  });
  expect((await who.client.send(CALLS.failBorrowHandler, { body: choice })).code).toBe(409);

  const [payout] = await listPayouts(who);
  await sendWebhook(app, {
    kind: 'payout',
    eventId: 'evt-late',
    payoutRef: payout!.payoutRef,
    state: 'confirmed',
    providerId: 'x',
  });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);

  const noted = await app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(noted.map((row) => row.action)).toContain('payout_discrepancy');
  expect(
    successData(await who.client.send(CALLS.billList, { query: { borrowType: '1' } })).details,
  ).toHaveLength(1);
});

test('no payout goes to an account in another name', async () => {
  const who = await aSignedInUser(app);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const repayId = await anActiveLoan(app, who);
  await setNameMatch(app, who, 'mismatch');

  const choice = { repayId, action: 'retry' as const };
  expect((await who.client.send(CALLS.failBorrowHandler, { body: choice })).code).toBe(409);
});

test('borrowStatus returns overdue before failed before active orders', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.regular,
    limitPaise: rupees(60_000),
  });
  const borrowStatus = async () => successData(await who.client.send(CALLS.borrowStatus, {}));

  expect(await borrowStatus()).toEqual({
    borrowStatus: null,
    repayId: null,
    inProgress: 0,
    completed: 0,
    completedStatuses: [],
  });

  const short = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const long = await anActiveLoan(app, who, { productCode: 'N30', rupees: 10_000 });

  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const failed = await anActiveLoan(app, who, { productCode: 'N15', rupees: 5_000 });
  expect(await borrowStatus()).toMatchObject({
    borrowStatus: OrderStatus.disbursementFailed,
    repayId: failed,
    inProgress: 3,
  });
  app.moveDays(8);
  expect(await borrowStatus()).toMatchObject({ borrowStatus: OrderStatus.overdue, repayId: short });
  expect(await readStatus(who, long)).toBe(OrderStatus.active);
  expect((await startFullPayment(who, short)).amountPaise).toBe(rupees(5_035));
  app.moveDays(-8);
});
