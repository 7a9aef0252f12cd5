import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { BY_UTR, lockPayment } from '../../lending/payments/posting/provider-payments-store.ts';
import { redactUtr } from '../../lending/payments/posting/redacted-event.ts';
import { claimUnmatchedByUtr } from '../../lending/payments/posting/unmatched-events-store.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  listLines,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { readPaid } from '../../testing/repayments.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { retryUnmatchedEvents } from './provider-events.ts';

const app = await useApp();
afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));

const makeChargeback = (
  payment: { providerRef: string; amountPaise: number },
  extra: { eventId?: string; amountPaise?: number } = {},
) =>
  ({
    kind: 'chargeback',
    eventId: `c${payment.providerRef}`,
    paymentProviderRef: payment.providerRef,
    amountPaise: payment.amountPaise,
    takenAtMs: app.deps.now(),
    ...extra,
  }) as const;

async function aPaidLoan() {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, amountPaise);

  await sendWebhook(app, event);

  return { who, repayId, code, amountPaise, event };
}

test.each(['one after the other', 'at once'])(
  'one payment reported under two codes %s is posted once',
  async (how) => {
    const [one, two] = [await aSignedInUser(app), await aSignedInUser(app)];
    const [mine, theirs] = [await anActiveLoan(app, one), await anActiveLoan(app, two)];
    const first = await startFullPayment(one, mine);
    const second = await startFullPayment(two, theirs);
    const event = aPaymentEvent(app, first.code, rupees(1_000));
    const other = { ...event, code: second.code, eventId: `${event.eventId}.2` };

    if (how === 'at once') await Promise.all([sendWebhook(app, event), sendWebhook(app, other)]);
    else
      for (const each of [event, other])
        expect(await sendWebhook(app, each)).toEqual({ status: 200, text: 'done' });

    expect((await readPaid(one, mine)) + (await readPaid(two, theirs))).toBe(rupees(1_000));
    if (how !== 'at once') expect(await readPaid(one, mine)).toBe(rupees(1_000));
  },
);

test('a payment reported again with another amount changes nothing and is recorded for an operator', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, rupees(1_000));

  await sendWebhook(app, event);
  await sendWebhook(app, { ...event, eventId: `${event.eventId}.2`, amountPaise: rupees(2_000) });
  expect(await readPaid(who, repayId)).toBe(rupees(1_000));

  const noted = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('subject', '=', event.providerRef)
    .execute();
  expect(noted).toEqual([
    { action: 'payment_discrepancy', detail: { stored: rupees(1_000), reported: rupees(2_000) } },
  ]);
});

test('a payment with another order’s code pays that order', async () => {
  const [payer, helped] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [own, theirs] = [await anActiveLoan(app, payer), await anActiveLoan(app, helped)];

  await startFullPayment(payer, own);

  const { code, amountPaise } = await startFullPayment(helped, theirs);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
  expect([await readPaid(payer, own), await readPaid(helped, theirs)]).toEqual([0, amountPaise]);
});

test('a chargeback makes a settled loan owed again from its day', async () => {
  const { who, repayId, amountPaise, event } = await aPaidLoan();
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  app.moveDays(20);

  const twice = await Promise.all([
    sendWebhook(app, makeChargeback(event)),
    sendWebhook(app, makeChargeback(event)),
  ]);
  expect(twice.map(({ text }) => text).sort()).toEqual(['done', 'repeated']);
  // Reported again under another event id: nothing of the payment is left to charge back.
  await sendWebhook(app, makeChargeback(event, { eventId: `again ${event.providerRef}` }));

  const owed = await readRepayDetail(who, repayId);
  // Each bucket is owed again as it was paid: interest does not become principal.
  expect(owed).toMatchObject({
    borrowStatus: OrderStatus.overdue,
    overdueDays: 5,
    principalOwedPaise: rupees(10_000),
  });
  expect(owed.totalPaise).toBe(rupees(10_150) + owed.overdueFeePaise);

  const last = (await readEntries(who, repayId)).entries.at(-1);
  expect([last?.kind, listLines(last).find(([account]) => account === 'settlement_in')]).toEqual([
    'chargeback',
    ['settlement_in', -amountPaise],
  ]);

  const { code: next, amountPaise: rest } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, next, rest));
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  app.moveDays(-20);
});

test('a partial chargeback leaves an active loan active', async () => {
  const { who, repayId, event } = await aPaidLoan();
  await sendWebhook(app, makeChargeback(event, { amountPaise: rupees(100) }));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(100),
    overdueDays: 0,
  });
});

test('a transfer reported again while its proof is processed: no deadlock', async () => {
  const { deps } = app;
  const event = { ...aPaymentEvent(app, 'NOBODYS', rupees(500)), utr: 'SBIN700000000001' };

  expect((await sendWebhook(app, event)).text).toBe('unknown');

  const { utrHash } = redactUtr(deps.crypto, event.utr);
  const { again, taken } = await deps.db.transaction().execute(async (tx) => {
    // As a proof does: first the lock of the bank number, then the events under it.
    await lockPayment(tx, { provider: BY_UTR, providerRef: utrHash });
    // The lock is taken in the same round trip as the query under it.
    await sql`select 1`.execute(tx);

    const again = sendWebhook(app, event);
    const blocked = sql<{
      n: number;
    }>`select count(*)::int as n from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;

    while ((await blocked.execute(deps.db)).rows[0]?.n === 0);

    return { again, taken: await claimUnmatchedByUtr(tx, utrHash, () => true) };
  });

  expect(taken).toBeNull();
  expect(await again).toEqual({ status: 200, text: 'unknown' });
});

test('a retry of an event that is being reported again is left to the webhook', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const { db } = app.deps;
  const event = aPaymentEvent(app, code, rupees(700));
  const row = {
    provider: 'sandbox',
    eventId: event.eventId,
    kind: event.kind,
    outcome: 'unknown',
  } as const;
  const received = {
    ...row,
    event: JSON.stringify(event),
    receivedAt: new Date(app.deps.now()),
    utrHash: null,
  };

  await db.insertInto('provider_events').values(received).execute();
  await db
    .transaction()
    .execute(async (tx) => {
      // As the webhook does with a repeated event.
      await tx
        .updateTable('provider_events')
        .set({ outcome: 'done' })
        .where('eventId', '=', event.eventId)
        .execute();
      expect(await retryUnmatchedEvents(app.deps)).toBe(0);
      throw new Error('the webhook failed');
    })
    .catch(() => undefined);
  expect(await readPaid(who, repayId)).toBe(0);
  expect(await retryUnmatchedEvents(app.deps)).toBe(1);
  expect(await readPaid(who, repayId)).toBe(rupees(700));
});

test('a chargeback reported before its payment waits for it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, amountPaise);

  expect(await sendWebhook(app, makeChargeback(event))).toEqual({ status: 200, text: 'unknown' });
  await sendWebhook(app, event);
  expect((await readEntries(who, repayId)).entries.map(({ kind }) => kind)).toEqual([
    'disbursement',
    'payment',
    'chargeback',
  ]);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.active);
});

test('forged chargebacks, refunds and payment-seen events change nothing', async () => {
  const { who, repayId, event } = await aPaidLoan();
  for (const amount of [0, -1, 0.5])
    expect((await sendWebhook(app, makeChargeback(event, { amountPaise: amount }))).status).toBe(
      400,
    );

  expect(
    (await sendWebhook(app, makeChargeback(event), { signature: 'f'.repeat(64) })).status,
  ).toBe(401);

  const refund = {
    kind: 'refund',
    eventId: 'r1',
    refundRef: 'NRnobody',
    state: 'confirmed',
    providerId: 'x',
  } as const;
  expect((await sendWebhook(app, refund)).text).toBe('unknown');
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('money received after settlement is refunded, and the loan stays settled', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);

  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).payIntent(code, rupees(700));
  await openSandboxBank(app).deliverAll(app.url);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    paidPaise: amountPaise + rupees(700),
    overpaidPaise: rupees(700),
  });
  await runJobs(app);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 0,
    totalPaise: 0,
  });
});
