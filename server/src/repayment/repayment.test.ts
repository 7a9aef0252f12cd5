import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ProviderEvent } from '../outside/payments/payments.ts';
import { readSandboxMessages } from '../sandbox/sms.ts';
import { apply, bankOf, borrow, quote, runJobs, startPaying, tell } from '../test/borrow.ts';
import { type GivenUser, given, granted } from '../test/given.ts';
import { startApp, type TestApp } from '../test/start-app.ts';
import { verifyLedger } from '../verify-ledger.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(async () => {
  await bankOf(app).setBehaviour('payments', 'succeed');
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});
afterAll(() => app.stop());

const owed = async (who: GivenUser, repayId: string) =>
  granted(await who.client.send(CALLS.repayDetail, { params: { repayId } }));
const entries = async (who: GivenUser, repayId: string) =>
  granted(await who.client.send(CALLS.repayEntries, { params: { repayId } }));
const view = async (code: string) => granted(await app.client().send(CALLS.viewPayment, { params: { code } }));
/** Lines as pairs, in their order. */
const linesOf = (journal: { lines: { account: string; amountPaise: number }[] } | undefined) =>
  journal?.lines.map((line) => [line.account, line.amountPaise]) ?? [];

function paid(code: string, amountPaise: number, extra: Partial<Extract<ProviderEvent, { kind: 'payment' }>> = {}) {
  const id = crypto.randomUUID();
  const paidAtMs = app.deps.now();
  return { kind: 'payment' as const, eventId: `e${id}`, providerRef: `p${id}`, code, amountPaise, paidAtMs, ...extra };
}

test('a loan repaid in full by QR: seen as paid, settled, the user regular, the limit whole', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  app.moveDays(15);
  expect(await owed(who, repayId)).toMatchObject({
    borrowStatus: 50,
    principalPaise: rupees(10_000),
    interestPaise: rupees(150),
    interestDays: 15,
    overdueFeePaise: 0,
    totalPaise: rupees(10_150),
    openIntent: null,
  });
  expect((await entries(who, repayId)).notYetBooked).toEqual([
    { kind: 'interest', days: 15, amountPaise: rupees(150) },
  ]);
  const { code, amountPaise } = await startPaying(who, repayId);
  expect(amountPaise).toBe(rupees(10_150));
  const seen = await view(code);
  expect(seen).toMatchObject({ state: 'pending', amountPaise, orderLast4: repayId.slice(-4), paidAt: null });
  const uri = new URL(seen.upiUri ?? '');
  expect(uri.protocol).toBe('upi:');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    pn: app.deps.appConfig.lender.name,
    am: '10150.00',
    cu: 'INR',
    tr: code,
  });
  await bankOf(app).payIntent(code);
  await bankOf(app).deliverAll(app.url);
  expect(await view(code)).toMatchObject({ state: 'paid', upiUri: null });
  const after = await entries(who, repayId);
  expect(after.entries.map((journal) => journal.kind)).toEqual(['disbursement', 'payment']);
  expect(linesOf(after.entries[1])).toEqual([
    ['settlement_in', rupees(10_150)],
    ['interest_receivable', rupees(150)],
    ['interest_receivable', -rupees(150)],
    ['interest_income', -rupees(150)],
    ['loan_principal', -rupees(10_000)],
  ]);
  expect(after.notYetBooked).toEqual([]);
  expect(await owed(who, repayId)).toMatchObject({ borrowStatus: 70, totalPaise: 0, paidPaise: rupees(10_150) });
  expect(granted(await who.client.send(CALLS.userStatus, {}))).toMatchObject({ bizStatus: 70 });
  await runJobs(app);
  expect((await readSandboxMessages(app.deps.db, who.phone, 1))[0]?.template).toBe('loan_settled');
  app.moveDays(-15);
});

test('an overdue loan adds its penal charge after the grace days, in its own bucket', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who, { productCode: 'N07', rupees: 5_000 });
  app.moveDays(7 + 4);
  // 5,035.00 overdue, 4 days, 2 of grace: 2 × 0.1 % of it.
  expect(await owed(who, repayId)).toMatchObject({
    borrowStatus: 60,
    overdueDays: 4,
    penalDays: 2,
    overdueFeePaise: 1_007,
  });
  const { code, amountPaise } = await startPaying(who, repayId);
  expect(amountPaise).toBe(503_500 + 1_007);
  await bankOf(app).payIntent(code);
  await bankOf(app).deliverAll(app.url);
  const booked = linesOf((await entries(who, repayId)).entries[1]);
  expect(booked).toEqual([
    ['settlement_in', 504_507],
    ['interest_receivable', 3_500],
    ['interest_receivable', -3_500],
    ['interest_income', -3_500],
    ['penal_receivable', 1_007],
    ['penal_receivable', -1_007],
    ['penal_income', -1_007],
    ['loan_principal', -500_000],
  ]);
  expect((await owed(who, repayId)).borrowStatus).toBe(70);
  app.moveDays(-11);
});

test('a part paid leaves the rest owed; paid twice, the second is the borrower’s credit', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code, amountPaise } = await startPaying(who, repayId);
  await tell(app, paid(code, rupees(4_000)));
  expect(await owed(who, repayId)).toMatchObject({ borrowStatus: 50, totalPaise: amountPaise - rupees(4_000) });
  const rest = await startPaying(who, repayId);
  expect(rest.code).not.toBe(code);
  await tell(app, paid(rest.code, rest.amountPaise));
  await tell(app, paid(rest.code, rest.amountPaise));
  const twice = (await entries(who, repayId)).entries.map(linesOf);
  expect(twice.slice(1)).toEqual([
    [
      ['settlement_in', rupees(4_000)],
      ['interest_receivable', rupees(10)],
      ['interest_receivable', -rupees(10)],
      ['interest_income', -rupees(10)],
      ['loan_principal', -rupees(3_990)],
    ],
    [
      ['settlement_in', rest.amountPaise],
      ['loan_principal', -rest.amountPaise],
    ],
    [
      ['settlement_in', rest.amountPaise],
      ['borrower_credit', -rest.amountPaise],
    ],
  ]);
  expect((await owed(who, repayId)).borrowStatus).toBe(70);
});

test('the same intent is given again while it is right, another when the amount moved or its time is over', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const first = await startPaying(who, repayId);
  expect(await startPaying(who, repayId)).toEqual(first);
  expect((await owed(who, repayId)).openIntent).toEqual({ code: first.code, state: 'pending' });
  app.advance(31 * 60_000);
  expect((await view(first.code)).state).toBe('expired');
  const second = await startPaying(who, repayId);
  expect(second.code).not.toBe(first.code);
  app.moveDays(2);
  const third = await startPaying(who, repayId);
  expect(third.amountPaise).toBe(second.amountPaise + rupees(10));
  expect((await view(second.code)).state).toBe('cancelled');
  app.moveDays(-2);
  app.advance(-31 * 60_000);
});

test('an intent ends with the day its amount is for', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  app.advance(13.75 * 3_600_000);
  const again = await given.user(app);
  expect(again.userId).not.toBe(who.userId);
  const { expiresAt } = await startPaying(who, repayId);
  expect(new Date(expiresAt).toISOString()).toBe('2026-11-24T18:30:00.000Z');
  app.advance(-13.75 * 3_600_000);
});

test('money for a code that was cancelled or ran out still pays the loan', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code } = await startPaying(who, repayId);
  app.moveDays(1);
  const newer = await startPaying(who, repayId);
  expect((await view(code)).state).toBe('cancelled');
  await bankOf(app).payIntent(code, newer.amountPaise);
  await bankOf(app).deliverAll(app.url);
  expect((await owed(who, repayId)).borrowStatus).toBe(70);
  expect((await view(newer.code)).state).toBe('cancelled');
  expect((await who.client.send(CALLS.startPayment, { body: { repayId, kind: 'full', channel: 'upi_qr' } })).code).toBe(
    409,
  );
  app.moveDays(-1);
});

test('one webhook twenty times at once, then by question: one repayment', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code } = await startPaying(who, repayId);
  const event = await bankOf(app).payIntent(code);
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell(app, event!)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ text }) => text === 'done')).toHaveLength(1);
  await view(code);
  await tell(app, { ...event!, eventId: 'the same payment under another event' } as ProviderEvent);
  expect((await entries(who, repayId)).entries).toHaveLength(2);
});

test('a lost webhook heals when the payment is looked at, and by its job when nobody looks', async () => {
  await bankOf(app).setBehaviour('payments', 'lost');
  const [one, two] = [await given.user(app), await given.user(app)];
  const [looked, left] = [await borrow(app, one), await borrow(app, two)];
  const first = await startPaying(one, looked);
  expect((await view(first.code)).state).toBe('pending');
  await bankOf(app).payIntent(first.code);
  app.advance(3_100);
  expect((await view(first.code)).state).toBe('paid');
  const second = await startPaying(two, left);
  await bankOf(app).payIntent(second.code);
  await runJobs(app, { delayed: true });
  expect((await owed(two, left)).borrowStatus).toBe(70);
});

test('a provider that does not answer leaves the intent; the next try takes it up', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const body = { repayId, kind: 'full' as const, channel: 'upi_qr' as const };
  for (const does of ['never_taken', 'time_out'] as const) {
    await bankOf(app).setBehaviour('payments', does);
    expect(await who.client.send(CALLS.startPayment, { body })).toMatchObject({
      code: 409,
      data: { reason: 'provider_away' },
    });
  }
  await bankOf(app).setBehaviour('payments', 'succeed');
  await startPaying(who, repayId);
  const made = await app.deps.db
    .selectFrom('payment_intents')
    .select('code')
    .where('user_id', '=', who.userId)
    .execute();
  expect(made).toHaveLength(1);
});

test('forged, altered, empty and unreadable webhooks move nothing', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code, amountPaise } = await startPaying(who, repayId);
  const event = paid(code, amountPaise);
  for (const signature of ['', '00', 'f'.repeat(64)]) expect((await tell(app, event, { signature })).status).toBe(401);
  const other = JSON.stringify({ ...event, amountPaise: 1 });
  expect((await tell(app, event, { body: other })).status).toBe(401);
  expect((await tell(app, { ...event, amountPaise: -5 })).status).toBe(400);
  expect((await tell(app, { kind: 'rubbish' } as never)).status).toBe(400);
  const long = await fetch(`${app.url}/api/hooks/sandbox`, { method: 'POST', body: 'x'.repeat(20_000) });
  expect(long.status).toBe(413);
  expect((await fetch(`${app.url}/api/hooks/nobody`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await owed(who, repayId)).totalPaise).toBe(amountPaise);
});

test('an event of something unknown is kept, and acted on once it is known', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code, amountPaise } = await startPaying(who, repayId);
  const { db } = app.deps;
  const event = paid(code, amountPaise);
  const hidden = `${code}X`;
  await db.updateTable('payment_intents').set({ code: hidden }).where('code', '=', code).execute();
  expect(await tell(app, event)).toEqual({ status: 200, text: 'unknown' });
  await db.updateTable('payment_intents').set({ code }).where('code', '=', hidden).execute();
  const { retryUnknownEvents } = await import('../provider-events.ts');
  expect(await retryUnknownEvents(app.deps)).toBe(1);
  expect(await tell(app, event)).toEqual({ status: 200, text: 'repeated' });
  expect((await owed(who, repayId)).borrowStatus).toBe(70);
});

test('payments that arrive in any order stand as if they had come in the order of their days', async () => {
  const results: unknown[] = [];
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const who = await given.user(app);
    const repayId = await borrow(app, who);
    const { code } = await startPaying(who, repayId);
    app.moveDays(10);
    const day = 86_400_000;
    const events = [
      paid(code, rupees(4_000), { paidAtMs: app.deps.now() + 3 * day }),
      paid(code, rupees(3_000), { paidAtMs: app.deps.now() + 9 * day }),
    ];
    for (const index of order) await tell(app, events[index]!);
    const { totalPaise, interestPaise, paidPaise } = await owed(who, repayId);
    results.push({ totalPaise, interestPaise, paidPaise });
    app.moveDays(-10);
  }
  expect(results[0]).toEqual(results[1]);
  // 3 days of 10,000, 6 of 6,030, 1 of 3,066.18: rounded at each event.
  expect(results[0]).toMatchObject({ paidPaise: rupees(7_000) });
});

test('a payment races a new application and a second payment: nothing is lost or double', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code, amountPaise } = await startPaying(who, repayId);
  const event = paid(code, amountPaise);
  const second = paid(code, rupees(1));
  const quoted = await quote(who, { rupees: 10_000 });
  expect(quoted.kfs.isAccepted).toBe(false);
  await Promise.all([tell(app, event), tell(app, second), apply(who), view(code), tell(app, event)]);
  expect((await entries(who, repayId)).entries.filter((journal) => journal.kind === 'payment')).toHaveLength(2);
  expect((await owed(who, repayId)).paidPaise).toBe(amountPaise + rupees(1));
});

test('ten payments of everything at once: one settles the loan, nine are the borrower’s credit', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const { code, amountPaise } = await startPaying(who, repayId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(app, paid(code, amountPaise))));
  expect(answers.map(({ text }) => text)).toEqual(Array(10).fill('done'));
  const payments = (await entries(who, repayId)).entries.slice(1).map(linesOf);
  const credits = payments.filter((lines) => lines.some(([account]) => account === 'borrower_credit'));
  expect([payments.length, credits.length]).toEqual([10, 9]);
  expect((await owed(who, repayId)).borrowStatus).toBe(70);
});

test('a provider whose clock is ahead, or behind the loan itself, dates no payment outside the loan’s days', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  app.moveDays(3);
  const { code } = await startPaying(who, repayId);
  const day = 86_400_000;
  await tell(app, paid(code, rupees(100), { paidAtMs: app.deps.now() + 30 * day }));
  await tell(app, paid(code, rupees(100), { paidAtMs: app.deps.now() - 30 * day }));
  const [disbursed, ...days] = (await entries(who, repayId)).entries.map((journal) => journal.day);
  expect(days).toEqual([disbursed, app.deps.today()]);
  app.moveDays(-3);
});

test('codes are nobody else’s: unknown ones answer 404, other people’s orders too', async () => {
  const [who, stranger] = [await given.user(app), await given.user(app)];
  const repayId = await borrow(app, who);
  expect((await app.client().send(CALLS.viewPayment, { params: { code: 'A'.repeat(26) } })).code).toBe(404);
  for (const call of [CALLS.repayDetail, CALLS.repayEntries])
    expect((await stranger.client.send(call, { params: { repayId } })).code).toBe(404);
  const body = { repayId, kind: 'full' as const, channel: 'upi_qr' as const };
  expect((await stranger.client.send(CALLS.startPayment, { body })).code).toBe(404);
});
