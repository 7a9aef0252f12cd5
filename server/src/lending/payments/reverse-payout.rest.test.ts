import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { sumPortfolio } from '../../console/books/portfolio.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  openSandboxBank,
  readBill,
  readCredit,
  readEntries,
  readPayouts,
  readRepayDetail,
  readStatus,
  runJobs,
  sendLoanBack,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import { reconcileDay } from '../../testing/reconcile-day.ts';
import { anAcceptedExtension, startAndPay } from '../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const { app, later } = await startMovingApp();

/** What the order's accounts hold, without those at zero. */
async function balances(who: SignedInUser): Promise<Record<string, number>> {
  const rows = await app.deps.db
    .selectFrom('entries')
    .select(['account', ({ fn }) => fn.sum<string>('amountPaise').as('total')])
    .where('userId', '=', who.userId)
    .groupBy('account')
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ account, total }) => (Number(total) === 0 ? [] : [[account, Number(total)]])),
  );
}

const kindsOfMessages = async (who: SignedInUser): Promise<string[]> =>
  (
    await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', who.userId)
      .execute()
  ).map(({ kind }) => kind);

const onlyHeld = { limit_held: rupees(10_000), limit_promised: -rupees(10_000) };

test('sent again, the loan starts from its new payout and can be repaid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(2);
  await closeMissedDays(app.deps);
  await sendLoanBack(app, who);
  later(1);

  const choice = { repayId, action: 'retry' as const };
  expect(
    successData(await who.client.send(CALLS.failBorrowHandler, { body: choice })).borrowStatus,
  ).toBe(40);
  await runJobs(app);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(10_010),
  });
  later(3);
  await closeMissedDays(app.deps);
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(rupees(10_030));

  const { vintages } = await inSnapshot(app.deps.db, (tx) => sumPortfolio(tx, app.deps.today()));
  expect(vintages).toMatchObject([{ loans: 1, lent: rupees(10_000) }]);

  const { code } = await startFullPayment(who, repayId);
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
  expect((await readEntries(who, repayId)).entries.at(-1)?.after.principalPaise).toBe(0);
});

test('cancelled, its hold ends', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await sendLoanBack(app, who);

  const choice = { repayId, action: 'cancel' as const };
  expect(
    successData(await who.client.send(CALLS.failBorrowHandler, { body: choice })).borrowStatus,
  ).toBe(35);
  expect(await balances(who)).toEqual({});
});

test.each(['in part', 'whole'])(
  'money paid %s on the loan goes back where it came from',
  async (how) => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const paidPaise = how === 'whole' ? rupees(10_010) : rupees(4_000);
    const { code } = await startFullPayment(who, repayId);
    const event = await openSandboxBank(app).payIntent(code, paidPaise);

    await openSandboxBank(app).deliverAll(app.url);
    expect(await readStatus(who, repayId)).toBe(
      how === 'whole' ? OrderStatus.settled : OrderStatus.active,
    );
    later(1);
    await closeMissedDays(app.deps);
    await sendLoanBack(app, who);
    expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
    expect(await balances(who)).toEqual(onlyHeld);
    await runJobs(app);

    const providerRef = event?.kind === 'payment' ? event.providerRef : '';
    const funds = await app.deps.db
      .selectFrom('unclaimed_funds')
      .select(['amountPaise', 'state'])
      .where('providerRef', '=', providerRef)
      .execute();

    expect(funds).toEqual([{ amountPaise: paidPaise, state: 'returned' }]);
  },
);

test('a payment that arrives after the payout came back is sent back too', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await sendLoanBack(app, who);

  const event = await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app);
  expect(await balances(who)).toEqual(onlyHeld);

  const sent = await app.deps.db
    .selectFrom('sandbox_refunds')
    .select(['amountPaise', 'state'])
    .where('paymentRef', '=', event?.kind === 'payment' ? event.providerRef : '')
    .execute();
  expect(sent).toEqual([{ amountPaise: rupees(10_010), state: 'confirmed' }]);
});

test('reported before the confirmation it is a payout that failed, and the late confirmation changes nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const { payoutRef } = (await readPayouts(app, who))[0]!;
  const event = { kind: 'payout', payoutRef, providerId: 'pout_1' } as const;
  const back = {
    ...event,
    eventId: 'evt-back',
    state: 'reversed',
    reason: 'account_closed',
  } as const;

  expect((await sendWebhook(app, back)).text).toBe('done');
  await sendWebhook(app, { ...event, eventId: 'evt-late', state: 'confirmed' });
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
  expect(await balances(who)).toEqual(onlyHeld);
});

test('a second report, and a late confirmation, change nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { payoutRef } = (await readPayouts(app, who))[0]!;

  await sendLoanBack(app, who);

  const event = { kind: 'payout', payoutRef, providerId: 'pout_2' } as const;
  await sendWebhook(app, {
    ...event,
    eventId: 'evt-again',
    state: 'reversed',
    reason: 'account_closed',
  });
  await sendWebhook(app, { ...event, eventId: 'evt-confirmed', state: 'confirmed' });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
  expect(await balances(who)).toEqual(onlyHeld);
});

test('the nightly reconciliation makes up for a lost webhook', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { payoutRef } = (await readPayouts(app, who))[0]!;

  await openSandboxBank(app).setBehaviour('payouts', 'lost');
  await openSandboxBank(app).reversePayout(payoutRef);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  await reconcileDay(app.deps, app.deps.today());
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
});

test('an extended loan is undone with its extension', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(14);

  const { addendumNo } = await anAcceptedExtension(who, repayId);
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo });
  expect((await balances(who)).fee_income).toBe(-rupees(450));
  await sendLoanBack(app, who);
  expect(await balances(who)).toEqual(onlyHeld);
});

test('dunning messages stop at once, also one on its way out', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  // The close of the day before the due date queues the reminder of the due date.
  later(15);
  await closeMissedDays(app.deps);
  await sendLoanBack(app, who);
  await runJobs(app, { delayed: true });

  const waiting = await app.deps.db
    .selectFrom('dunning_messages')
    .select(['state', 'reason'])
    .where('userId', '=', who.userId)
    .execute();
  expect(waiting.map(({ state }) => state)).not.toContain('waiting');
  expect(waiting.map(({ reason }) => reason)).toContain('payout reversed');
  expect(await kindsOfMessages(who)).not.toContain('due_today');
  expect((await readBill(who, repayId)).bill.overdueDays).toBe(0);
});

// The last: it closes days far ahead of the other tests.
test('a payout sent back undoes fee, GST, interest and penal charge, and the order waits for the borrower', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(20);
  await closeMissedDays(app.deps);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.overdue);
  expect(await balances(who)).toMatchObject({ fee_income: -rupees(300), gst_payable: -rupees(54) });
  expect((await balances(who)).penal_income).toBeLessThan(0);
  await sendLoanBack(app, who);
  expect(await balances(who)).toEqual(onlyHeld);

  const bill = await readBill(who, repayId);
  expect(bill.bill).toMatchObject({
    borrowStatus: OrderStatus.disbursementFailed,
    owedPaise: 0,
    next: 'fix_bank',
  });
  expect(bill.payout).toMatchObject({ state: 'failed', isAccountsFault: true });
  expect(bill.history.at(-1)?.reason).toBe('The bank sent the money back');
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));

  const messages = await kindsOfMessages(who);
  expect(messages).toContain('payout_reversed');
  expect(messages).not.toContain('loan_settled');

  const { onboardingStatus } = await app.deps.db
    .selectFrom('users')
    .select('onboardingStatus')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(onboardingStatus).toBe(UserStatus.certified);
});
