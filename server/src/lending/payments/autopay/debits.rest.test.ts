import { OrderStatus } from '@noren/core/lending/order-status';
import { businessDay } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import {
  anAnnouncedDebit,
  listPresented,
  moveAndTend,
  payByHand,
  readAutopay,
  readDebitRows,
  report,
  useAutopayApp,
} from '../../../testing/autopay.ts';
import { readRepayDetail, readStatus, runJobs } from '../../../testing/loans.ts';
import { passOnce } from '../../../testing/pass-days.ts';
import { reconcileDay } from '../../../testing/reconcile-day.ts';
import type { SignedInUser } from '../../../testing/users.ts';
import { dueClock } from './change-mandate.ts';
import { planDebits } from './plan-debits.ts';

const { app, double } = await useAutopayApp();

const readEventKinds = async ({ userId }: SignedInUser): Promise<string[]> => {
  const events = await app.deps.db
    .selectFrom('mandate_events')
    .select('kind')
    .where('userId', '=', userId)
    .execute();
  return events.map(({ kind }) => kind);
};

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

  test('captured long after it failed is found by the statement of the day it was made', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);
    const payment = double.recurring.fail(debit.code, 'payment_timed_out');
    await report(app, double, 'payment.failed', { payment });
    await passOnce(app, 4);
    expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBeGreaterThan(0);

    // Its webhook is lost.
    double.recurring.capture(debit.code);
    const dueDay = businessDay(debit.dueDay);
    expect(await reconcileDay(app.deps, dueDay)).toContainEqual(
      expect.objectContaining({ kind: 'payment', ref: payment.id, what: 'posted' }),
    );

    expect((await readDebitRows(app, who))[0]).toMatchObject({ state: 'paid', reason: null });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
    expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBe(0);
    const days = await app.deps.db
      .selectFrom('journals')
      .select('valueDay')
      .where('userId', '=', who.userId)
      .where('kind', '=', 'payment')
      .where('cause', '=', payment.id)
      .execute();
    expect(days).toEqual([{ valueDay: dueDay }]);
  });

  test('whose announcement was delivered late is presented 24 hours after it', async () => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    app.moveDays(1);
    const delivered_at = Math.floor(dueClock(app.deps) / 1_000) + 12 * 3_600;
    const notification = { order_id: debit.orderRef, status: 'delivered', delivered_at };
    await report(app, double, 'order.notification.delivered', { notification });
    expect(await readEventKinds(who)).toContain('delivered');

    await moveAndTend(app, 1);
    expect(listPresented(double, debit.code)).toHaveLength(0);
    app.advance(12 * 3_600_000);
    await moveAndTend(app, 0);
    expect(listPresented(double, debit.code)).toHaveLength(1);
    app.advance(-12 * 3_600_000);
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
