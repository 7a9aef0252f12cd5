import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  aLoanWithAutopay,
  anAnnouncedDebit,
  changeAutopay,
  listPresented,
  moveAndTend,
  payByHand,
  readAutopay,
  readDebitRows,
  report,
  setUpAutopay,
  useAutopayApp,
} from '../../../testing/autopay.ts';
import { readWaitMinutes } from '../../../testing/job-queue.ts';
import {
  anAppliedLoan,
  readRepayDetail,
  readStatus,
  reverseNewestPayout,
  runJobs,
} from '../../../testing/loans.ts';
import { judgeProof, sendProof } from '../../../testing/proofs.ts';
import { aUtr } from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { planDebits } from './plan-debits.ts';

const { app, double } = await useAutopayApp();

const HOUR = 3_600_000;

const readKinds = async ({ userId }: SignedInUser): Promise<string[]> => {
  const sent = await app.deps.db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', userId)
    .where('kind', 'like', 'debit%')
    .orderBy('notificationId')
    .execute();
  return sent.map(({ kind }) => kind);
};

test('a mandate that is approved before the payout: its rupee comes back', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const { payment } = await setUpAutopay(app, double, who, repayId);
  expect((await readAutopay(who, repayId))?.mandate?.state).toBe('confirmed');

  await runJobs(app, { delayed: true });

  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(0);
  const refunds = [...double.gateway.refunds.values()].filter(
    ({ payment_id: id }) => id === payment.id,
  );
  expect(refunds.map(({ amount }) => amount)).toEqual([100]);
  expect((await readAutopay(who, repayId))?.mandate?.state).toBe('confirmed');
});

test('a failure that is reported after the debit was made changes nothing', async () => {
  const { who, repayId, debit } = await anAnnouncedDebit(app, double);
  await moveAndTend(app, 2);
  const payment = double.recurring.capture(debit.code);
  await report(app, double, 'payment.captured', { payment });

  const late = { ...payment, status: 'failed', error_reason: 'payment_timed_out' };
  for (let time = 0; time < 2; time += 1)
    await report(app, double, 'payment.failed', { payment: late });

  expect((await readDebitRows(app, who))[0]).toMatchObject({ state: 'paid', reason: null });
  expect(await readStatus(who, repayId)).toBe(70);
  expect(await readKinds(who)).toEqual(['debit_announced']);
});

test('a debit that was said to have failed and was made after all counts once', async () => {
  const { who, repayId, debit } = await anAnnouncedDebit(app, double);
  await moveAndTend(app, 2);
  const failed = double.recurring.fail(debit.code, 'insufficient_funds');
  for (let time = 0; time < 2; time += 1)
    await report(app, double, 'payment.failed', { payment: { ...failed } });
  expect(await readKinds(who)).toEqual(['debit_announced', 'debit_not_made']);

  const payment = double.recurring.capture(debit.code);
  for (let time = 0; time < 2; time += 1)
    await report(app, double, 'payment.captured', { payment });

  expect((await readDebitRows(app, who))[0]).toMatchObject({ state: 'paid', reason: null });
  expect(await readStatus(who, repayId)).toBe(70);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('a debit made after the payout came back ends as paid, and its money goes back', async () => {
  const { who, debit } = await anAnnouncedDebit(app, double);
  await moveAndTend(app, 2);
  const back = await reverseNewestPayout(app, who);
  await app.deps.receiveProviderEvent(app.deps, app.deps.payouts.name, back);

  const payment = double.recurring.capture(debit.code);
  await report(app, double, 'payment.captured', { payment });
  await runJobs(app, { delayed: true });

  expect((await readDebitRows(app, who))[0]).toMatchObject({ state: 'paid' });
  const refunds = [...double.gateway.refunds.values()].filter(
    ({ payment_id: id }) => id === payment.id,
  );
  expect(refunds.map(({ amount }) => amount)).toEqual([payment.amount]);
});

test('a debit that staff counted by its bank number ends when the bank reports it', async () => {
  const { who, repayId, debit } = await anAnnouncedDebit(app, double);
  double.fail('bad_gateway', 'POST', /create\/recurring$/);
  await moveAndTend(app, 2);
  await runJobs(app, { delayed: true });
  expect((await readDebitRows(app, who))[0]?.state).toBe('presented');

  const utr = aUtr();
  const { amountPaise } = debit;
  const { proofId } = await sendProof(app, who, { repayId, utr, amountPaise, channel: 'upi' });
  expect(await judgeProof(app, proofId, 'match')).toEqual({ ok: true });
  expect(await readStatus(who, repayId)).toBe(70);

  const payment = double.recurring.capture(debit.code);
  Object.assign(payment, { acquirer_data: { rrn: utr } });
  await report(app, double, 'payment.captured', { payment });

  expect((await readDebitRows(app, who))[0]).toMatchObject({
    state: 'paid',
    paymentRef: payment.id,
  });
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('a part paid while it can be announced again: nobody hears that it was not made', async () => {
  const { who, repayId } = await anAnnouncedDebit(app, double);
  await payByHand({ app, double }, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });

  await moveAndTend(app, 1);
  await runJobs(app, { delayed: true });
  await planDebits(app.deps);
  await runJobs(app);

  expect(await readKinds(who)).toEqual(['debit_announced', 'debit_announced']);
});

test('a debit whose end nobody knows is asked about ever more rarely', async () => {
  const { debit } = await anAnnouncedDebit(app, double);
  await moveAndTend(app, 2);
  expect(listPresented(double, debit.code)).toHaveLength(1);

  const waits: number[] = [];
  for (let time = 0; time < 9; time += 1) {
    await runJobs(app, { delayed: true });
    // What may have been lost is queued again every five minutes.
    app.advance(4 * HOUR);
    await planDebits(app.deps);
    app.advance(-4 * HOUR);
    waits.push(await readWaitMinutes(app.deps.db, `debit:${debit.debitId}`));
  }

  expect(waits[0]).toBeLessThanOrEqual(1);
  expect(waits.slice(1)).toEqual(Array.from({ length: 8 }, () => 60));
});

test('many mandates that cannot be debited do not hold up the others', async () => {
  const held = [];
  for (let one = 0; one < 3; one += 1) {
    const { who } = await aLoanWithAutopay(app, double);
    held.push(who);
  }
  const { who } = await aLoanWithAutopay(app, double);

  await app.deps.db
    .insertInto('feedback_tickets')
    .values(
      held.map(({ userId }, index) => ({
        userId,
        ticketNo: `T${index}${userId.slice(26)}`,
        type: 'complaint' as const,
        state: 'received' as const,
        textEnc: Buffer.from('x'),
        fileIds: [],
        submittedAt: new Date(app.deps.now()),
      })),
    )
    .execute();

  app.advance(3_001);
  app.moveDays(13);
  await planDebits(app.deps, { page: 2 });
  await runJobs(app);

  for (const one of held) expect(await readDebitRows(app, one)).toEqual([]);
  expect(await readDebitRows(app, who)).toHaveLength(1);
});

test('above ₹15,000 the app says beforehand that the bank asks for the PIN', async () => {
  const { who, repayId } = await aLoanWithAutopay(app, double, 16_000);

  await moveAndTend(app, 13);

  expect((await readRepayDetail(who, repayId)).debit).toMatchObject({
    state: 'announced',
    needsPin: true,
  });
});

test('a mandate stays with the account that gave it', async () => {
  const { who, repayId, token } = await aLoanWithAutopay(app, double);
  const next = await aSignedInUser(app);
  const customer = double.seen.findLast(({ path }) => path.endsWith('/customers'));
  expect(JSON.stringify(customer?.body)).not.toContain(who.phone.slice(-10));
  expect(await changeAutopay(next, repayId, 'end')).toMatchObject({ code: 404 });

  double.recurring.setToken(token, 'cancelled');
  await report(app, double, 'token.cancelled', { token });

  expect((await readAutopay(who, repayId))?.mandate?.state).toBe('ended');
  expect(
    await app.deps.db
      .selectFrom('mandates')
      .selectAll()
      .where('userId', '=', next.userId)
      .execute(),
  ).toEqual([]);
});

test('the due date is not moved while the debit is at the bank', async () => {
  const { who, repayId, debit } = await anAnnouncedDebit(app, double);
  const quote = () => who.client.send(CALLS.quoteExtension, { body: { repayId, days: 7 } });
  app.moveDays(2);
  const { addendumNo, hash } = successData(await quote()).addendum;

  await moveAndTend(app, 0);
  expect(listPresented(double, debit.code)).toHaveLength(1);
  const accepted = await who.client.send(CALLS.acceptExtension, {
    body: { addendumNo, hash, acknowledged: true },
  });
  for (const answer of [await quote(), accepted])
    expect(answer).toMatchObject({ code: CODES.conflict, data: { reason: 'debit_at_bank' } });
});
