import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import {
  anAnnouncedDebit,
  changeAutopay,
  listPresented,
  moveAndTend,
  readAutopay,
  readMandateRow,
  report,
  startAutopay,
  tend,
  useAutopayApp,
} from '../../../testing/autopay.ts';
import {
  anActiveLoan,
  readRepayDetail,
  readStatus,
  startFullPayment,
} from '../../../testing/loans.ts';
import { startApp } from '../../../testing/start-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const { app, double } = await useAutopayApp();

describe('setting AutoPay up', () => {
  test('is offered with its maximum, and does not start by itself', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    expect(await readAutopay(who, repayId)).toEqual({
      repayId,
      dueDay: '2026-12-09',
      isAhead: true,
      duePaise: rupees(10_150),
      mostPaise: rupees(10_454.5),
      silentMostPaise: rupees(15_000),
      mayStart: true,
      mandate: null,
      debit: null,
    });
  });

  test('asks the payer once although it is sent twice, and is confirmed by the token', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    await Promise.all([startAutopay(who, repayId), startAutopay(who, repayId)]);

    const mandate = await readMandateRow(app, who);
    const asked = (await readAutopay(who, repayId))?.mandate;
    expect(asked).toMatchObject({
      state: 'asked',
      upiUri: expect.stringMatching(/^upi:\/\/mandate/),
    });

    const { token, payment } = double.recurring.approve(mandate.code);
    expect(await report(app, double, 'token.confirmed', { token })).toMatchObject({ status: 200 });
    expect((await readAutopay(who, repayId))?.mandate?.state).toBe('asked');

    await report(app, double, 'payment.captured', { payment });
    await tend(app);
    expect((await readAutopay(who, repayId))?.mandate).toMatchObject({
      state: 'confirmed',
      upiUri: null,
    });
    // The rupee that approves it counts for the loan.
    expect((await readRepayDetail(who, repayId)).paidPaise).toBe(100);
  });

  test('leaves the loan payable by hand while its rupee is on its way', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    await startAutopay(who, repayId);
    const { code } = await readMandateRow(app, who);
    const { payment } = double.recurring.approve(code);

    const authorized = { ...payment, status: 'authorized', captured: false };
    expect(await report(app, double, 'payment.authorized', { payment: authorized })).toMatchObject({
      status: 200,
    });
    expect((await startFullPayment(who, repayId)).code).not.toBe(code);
  });

  test('can be tried again after the payer refused it', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    await startAutopay(who, repayId);
    const { code } = await readMandateRow(app, who);
    const { payment } = double.recurring.refuse(code);
    await report(app, double, 'payment.failed', { payment });
    await tend(app);

    expect(await readAutopay(who, repayId)).toMatchObject({
      mayStart: true,
      mandate: { state: 'refused', because: 'refused_by_payer' },
    });
    await startAutopay(who, repayId);
    expect((await readAutopay(who, repayId))?.mandate?.state).toBe('asked');
  });

  test('is impossible for somebody else’s loan, and where it is not offered', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const other = await aSignedInUser(app);
    expect(await startAutopay(other, repayId)).toMatchObject({ code: 404 });
    expect(await changeAutopay(other, repayId, 'end')).toMatchObject({ code: 404 });
    expect(await changeAutopay(who, repayId, 'end')).toMatchObject({ code: 404 });

    const plain = await startApp({
      providers: (_now, { payments }) => {
        const { mandates: _, ...rest } = payments[0]!;
        return { payments: [rest] };
      },
    });
    const there = await aSignedInUser(plain);
    const loan = await anActiveLoan(plain, there);
    expect(await readAutopay(there, loan)).toBeNull();
    expect(await startAutopay(there, loan)).toMatchObject({
      code: 409,
      data: { reason: 'not_offered' },
    });
    await plain.stop();
  });
});

describe('the debit of a due date', () => {
  test('leaves the loan payable by hand once it failed, though it was seen', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);

    const failed = double.recurring.fail(debit.code, 'payment_declined');
    const authorized = { ...failed, status: 'authorized', error_reason: null };
    await report(app, double, 'payment.authorized', { payment: authorized });
    await report(app, double, 'payment.failed', { payment: failed });
    expect((await readAutopay(who, repayId))?.debit?.state).toBe('failed');
    expect((await startFullPayment(who, repayId)).code).not.toBe(debit.code);
  });

  test('is announced to the borrower two days before, presented on the day, and closes the loan', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    expect(debit).toMatchObject({ state: 'announced', dueDay: expect.any(String) });
    expect((await readAutopay(who, repayId))?.debit).toMatchObject({ state: 'announced' });

    const sent = await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', who.userId)
      .where('kind', '=', 'debit_announced')
      .execute();
    expect(sent).toHaveLength(1);

    await moveAndTend(app, 1);
    expect(listPresented(double, debit.code)).toHaveLength(0);

    await moveAndTend(app, 1);
    expect(listPresented(double, debit.code)).toHaveLength(1);
    expect((await readAutopay(who, repayId))?.debit?.state).toBe('presented');

    const payment = double.recurring.capture(debit.code);
    await report(app, double, 'payment.captured', { payment });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);

    // The mandate ends with its loan.
    await moveAndTend(app, 0);
    expect(await readMandateRow(app, who)).toMatchObject({
      state: 'ended',
      endedBecause: 'loan_over',
    });
    expect(
      double.recurring.tokens.get((await readMandateRow(app, who)).tokenRef ?? ''),
    ).toMatchObject({ recurring_details: { status: 'cancellation_initiated' } });
  });
});
