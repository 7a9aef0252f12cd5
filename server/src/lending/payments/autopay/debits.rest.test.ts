import { OrderStatus } from '@noren/core/lending/order-status';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  anAnnouncedDebit,
  listPresented,
  moveAndTend,
  payByHand,
  readAutopay,
  readDebitRows,
  report,
  startAutopayApp,
} from '../../../testing/autopay.ts';
import { readRepayDetail, readStatus, runJobs } from '../../../testing/loans.ts';
import { passOnce } from '../../../testing/pass-days.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';
import { planDebits } from './plan-debits.ts';

const { app, double } = await startAutopayApp();

afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));
afterAll(async () => {
  await app.stop();
  await double.stop();
});

describe('the debit of a due date', () => {
  test('is one, however often its plan and its steps run', async () => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    app.moveDays(2);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([planDebits(app.deps), planDebits(app.deps)]);
      await runJobs(app, { delayed: true });
    }

    expect(await readDebitRows(app, who)).toHaveLength(1);
    expect(listPresented(double, debit.code)).toHaveLength(1);
    double.recurring.capture(debit.code);
    await runJobs(app, { delayed: true });
    expect((await readDebitRows(app, who))[0]?.state).toBe('paid');
  });

  test('whose webhook was lost is found by asking, and one that comes twice counts once', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);
    const payment = double.recurring.capture(debit.code);
    await runJobs(app, { delayed: true });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);

    expect((await report(app, double, 'payment.captured', { payment })).text).toBe('repeated');
    expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
  });

  test('whose answer was lost is unknown, and asked about under the same reference', async () => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    double.fail('bad_gateway', 'POST', /create\/recurring$/);
    await moveAndTend(app, 2);
    expect((await readDebitRows(app, who))[0]?.state).toBe('unknown');

    await runJobs(app, { delayed: true });
    expect(listPresented(double, debit.code)).toHaveLength(1);
    double.recurring.capture(debit.code);
    await runJobs(app, { delayed: true });
    expect((await readDebitRows(app, who))[0]?.state).toBe('paid');
  });

  test('that never reached the provider is not presented once the loan was paid meanwhile', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    double.fail('server_error', 'POST', /create\/recurring$/);
    await moveAndTend(app, 2);
    await payByHand({ app, double }, who, { repayId, kind: 'full' });
    await runJobs(app, { delayed: true });

    expect((await readDebitRows(app, who))[0]).toMatchObject({
      state: 'withdrawn',
      reason: 'nothing_owed',
    });
    expect(listPresented(double, debit.code)).toHaveLength(1);
  });

  test('fails with a reason in words of ours, once, and the loan stays to be paid by hand', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);
    const payment = double.recurring.fail(debit.code, 'insufficient_funds');
    await report(app, double, 'payment.failed', { payment });
    await runJobs(app, { delayed: true });

    expect((await readAutopay(who, repayId))?.debit).toMatchObject({
      state: 'failed',
      reason: 'no_money',
    });
    await moveAndTend(app, 1);
    expect(listPresented(double, debit.code)).toHaveLength(1);
  });

  test('that came late counts for its due date: no penal charge', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);
    await passOnce(app, 6);
    expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBeGreaterThan(0);

    const payment = double.recurring.capture(debit.code);
    Object.assign(payment, { created_at: Math.floor(app.deps.now() / 1_000) + 22 * 86_400 });
    await report(app, double, 'payment.captured', { payment });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
    const detail = await readRepayDetail(who, repayId);
    expect(detail.overdueFeePaise).toBe(0);
    expect(detail.waivedPaise).toBe(0);
  });
});
