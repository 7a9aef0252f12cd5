import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeRequest } from '../../../console/approvals/request/requests-store.ts';
import {
  anAnnouncedDebit,
  changeAutopay,
  listPresented,
  moveAndTend,
  payByHand,
  readAutopay,
  readDebitRows,
  readMandateRow,
  report,
  startAutopay,
  tend,
  useAutopayApp,
} from '../../../testing/autopay.ts';
import { anActiveLoan, readRepayDetail, runJobs } from '../../../testing/loans.ts';
import { useConsole } from '../../../testing/staff.ts';
import { aSignedInUser, successData } from '../../../testing/users.ts';
import { createPaymentLink } from '../checkout/payment-link-store.ts';
import { planDebits } from './plan-debits.ts';

const { app, double } = await useAutopayApp();
const desk = await useConsole(app);

type OrderKey = { userId: string; orderId: string };

/** What two people of the lender, or the borrower, did that holds an order back. */
const HOLDS: [string, (of: OrderKey) => Promise<unknown>][] = [
  [
    'a hold',
    async ({ userId }) =>
      app.deps.db
        .insertInto('contact_holds')
        .values({
          userId,
          requestId: await aRequest('contact_hold', { userId }),
          reason: 'hardship',
          fromDay: app.deps.today(),
          untilDay: '2027-12-31',
          createdAt: new Date(app.deps.now()),
        })
        .execute(),
  ],
  [
    'a death',
    async ({ userId }) =>
      app.deps.db
        .insertInto('nominee_claims')
        .values({
          userId,
          requestId: await aRequest('nominee_claim', { userId }),
          evidence: 'folder 12',
          claimedAt: new Date(app.deps.now()),
        })
        .execute(),
  ],
  [
    'a settlement offer',
    async ({ userId, orderId }) =>
      app.deps.db
        .insertInto('settlement_offers')
        .values({
          userId,
          orderId,
          requestId: await aRequest('settlement_offer', { userId, orderId }),
          payPaise: rupees(5_000),
          payBy: '2027-12-31',
          paidBeforePaise: 0,
          state: 'open',
          offeredAt: new Date(app.deps.now()),
        })
        .execute(),
  ],
  [
    'a complaint without an answer',
    async ({ userId, orderId }) =>
      sql`insert into feedback_tickets (user_id, ticket_no, type, order_id, state, text_enc, submitted_at)
        values (${userId}, ${`T${orderId.slice(24)}`}, 'complaint', ${orderId}, 'received', 'x', now())`.execute(
        app.deps.db,
      ),
  ],
];

async function aRequest(kind: string, of: { userId: string; orderId?: string }): Promise<string> {
  const { staffId } = await (await desk.as('collections')).data('staffMe');
  return app.deps.db.transaction().execute((tx) =>
    writeRequest(tx, {
      kind: kind as never,
      userId: of.userId,
      orderId: of.orderId ?? null,
      subject: of.userId,
      reason: 'As told on the phone.',
      makerId: staffId,
      madeAt: app.deps.now(),
      expiresAt: app.deps.now() + 1,
      detail: {} as never,
      effect: null,
    }),
  );
}

describe('what stops a debit', () => {
  test('paid meanwhile: it is not presented', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await payByHand({ app, double }, who, { repayId, kind: 'full' });
    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);
    expect((await readDebitRows(app, who))[0]).toMatchObject({
      state: 'withdrawn',
      reason: 'nothing_owed',
    });
  });

  test('paid by hand while it was at the bank: the money goes back the same day', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await moveAndTend(app, 2);
    await payByHand({ app, double }, who, { repayId, kind: 'full' });
    const payment = double.recurring.capture(debit.code);
    await report(app, double, 'payment.captured', { payment });
    await runJobs(app, { delayed: true });

    const refunds = [...double.gateway.refunds.values()].filter(
      ({ payment_id: id }) => id === payment.id,
    );
    expect(refunds.map(({ amount }) => amount)).toEqual([payment.amount]);
    expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
  });

  test('part paid: the rest is announced again while there is time', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await payByHand({ app, double }, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });
    await moveAndTend(app, 1);
    await runJobs(app, { delayed: true });
    await planDebits(app.deps);
    await runJobs(app);

    const rows = await readDebitRows(app, who);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['withdrawn', 'amount_changed'],
      ['announced', null],
    ]);
    expect(rows[1]!.amountPaise).toBeLessThan(debit.amountPaise - rupees(999));

    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);
    expect(listPresented(double, rows[1]!.code)).toHaveLength(1);
  });

  test('paused in the app: at once, and what was announced is withdrawn', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    await changeAutopay(who, repayId, 'pause');
    expect(await readAutopay(who, repayId)).toMatchObject({
      mandate: { state: 'confirmed', isPaused: true },
      debit: { state: 'withdrawn', reason: 'paused' },
    });
    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);
    expect(double.recurring.findOrder((await readMandateRow(app, who)).code)).toBeDefined();
  });

  test('paused and resumed in time: it is announced again', async () => {
    const { who, repayId } = await anAnnouncedDebit(app, double);
    await changeAutopay(who, repayId, 'pause');
    await changeAutopay(who, repayId, 'resume');
    await moveAndTend(app, 0);
    expect((await readDebitRows(app, who)).map(({ state }) => state)).toEqual([
      'withdrawn',
      'announced',
    ]);
  });

  test('ended in the app: at once, and the mandate is cancelled, however often that is asked', async () => {
    const { who, repayId, debit, token } = await anAnnouncedDebit(app, double);
    double.fail('bad_gateway', 'PUT', /cancel$/);
    await changeAutopay(who, repayId, 'end');
    await changeAutopay(who, repayId, 'end');
    expect((await readAutopay(who, repayId))?.mandate).toMatchObject({
      state: 'ended',
      because: 'borrower',
    });
    expect(await changeAutopay(who, repayId, 'resume')).toMatchObject({
      code: 409,
      data: { reason: 'over' },
    });

    await tend(app);
    await tend(app);
    expect(token.recurring_details.status).toBe('cancellation_initiated');
    double.recurring.setToken(token, 'cancelled');
    await tend(app);
    expect((await readMandateRow(app, who)).isClosed).toBe(true);

    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);
  });

  test.each(['paused', 'cancelled'] as const)(
    '%s in the UPI app: by webhook, at once, also if the provider cannot be asked',
    async (state) => {
      const { who, repayId, debit, token } = await anAnnouncedDebit(app, double);
      double.recurring.setToken(token, state);
      await report(app, double, `token.${state}`, { token });
      expect((await readAutopay(who, repayId))?.mandate?.state).toBe(
        state === 'paused' ? 'paused_by_payer' : 'ended',
      );
      await moveAndTend(app, 2);
      expect(listPresented(double, debit.code)).toHaveLength(0);
    },
  );

  test('webhooks out of order: an old “confirmed” after “cancelled” changes nothing', async () => {
    const { who, token } = await anAnnouncedDebit(app, double);
    double.recurring.setToken(token, 'cancelled');
    await report(app, double, 'token.cancelled', { token });
    await report(app, double, 'token.confirmed', { token });
    await tend(app);
    expect((await readMandateRow(app, who)).state).toBe('ended');
  });

  test('a pause whose webhook was lost is found by asking twice a day', async () => {
    const { who, token } = await anAnnouncedDebit(app, double);
    double.recurring.setToken(token, 'paused');
    await planDebits(app.deps);
    await runJobs(app);
    expect((await readMandateRow(app, who)).state).toBe('confirmed');

    app.advance(12 * 3_600_000 + 1);
    await planDebits(app.deps);
    await runJobs(app);
    expect((await readMandateRow(app, who)).state).toBe('paused_by_payer');
    app.advance(-(12 * 3_600_000 + 1));
  });

  test('an announcement that was not delivered is given again', async () => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    const notification = {
      order_id: debit.orderRef,
      status: 'failed',
      delivered_at: null,
    };
    await report(app, double, 'order.notification.failed', { notification });
    await moveAndTend(app, 0);
    expect((await readDebitRows(app, who)).map(({ state, reason }) => [state, reason])).toEqual([
      ['withdrawn', 'not_delivered'],
      ['announced', null],
    ]);
  });

  test('a payment said to be made by a payment link: presented all the same', async () => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    const order = { userId: who.userId, orderId: debit.orderId };
    const token = await createPaymentLink(app.deps.db, order, app.deps.now());
    const body = { token, channel: 'upi' as const };
    const { code } = successData(await app.client().send(CALLS.payByLink, { body }));
    successData(await app.client().send(CALLS.reportPaid, { body: { code } }));
    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(1);
    expect((await readDebitRows(app, who))[0]).toMatchObject({ state: 'presented' });
  });

  test.each(HOLDS)('%s: nothing is presented', async (_what, hold) => {
    const { who, debit } = await anAnnouncedDebit(app, double);
    await hold({ userId: who.userId, orderId: debit.orderId });
    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);
    expect((await readDebitRows(app, who))[0]).toMatchObject({
      state: 'withdrawn',
      reason: 'waiting_for_us',
    });
  });

  test('an extension moved the due date: the debit is for the new one', async () => {
    const { who, repayId, debit } = await anAnnouncedDebit(app, double);
    const { addendum } = successData(
      await who.client.send(CALLS.quoteExtension, { body: { repayId, days: 7 } }),
    );
    const { addendumNo, hash } = addendum;
    await who.client.send(CALLS.acceptExtension, {
      body: { addendumNo, hash, acknowledged: true },
    });
    await payByHand({ app, double }, who, { repayId, kind: 'extension', addendumNo });
    await moveAndTend(app, 2);
    expect(listPresented(double, debit.code)).toHaveLength(0);

    await moveAndTend(app, 5);
    const rows = await readDebitRows(app, who);
    expect(rows.map(({ state, reason, dueDay }) => [state, reason, dueDay])).toEqual([
      ['withdrawn', 'due_day_moved', addendum.oldDueDay],
      ['announced', null, addendum.newDueDay],
    ]);
  });

  test('the cooling-off days of a short loan', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 1_000 });
    await startAutopay(who, repayId);
    const { code } = await readMandateRow(app, who);
    const { payment } = double.recurring.approve(code);
    await report(app, double, 'payment.captured', { payment });
    await tend(app);
    await moveAndTend(app, 1);
    expect(await readDebitRows(app, who)).toEqual([]);
  });
});
