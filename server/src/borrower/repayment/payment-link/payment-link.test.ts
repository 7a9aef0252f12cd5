import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { findOrder } from '../../../lending/orders/order-store.ts';
import {
  createPaymentLink,
  endOlderLinks,
} from '../../../lending/payments/checkout/payment-link-store.ts';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readRepayDetail,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const app = await useMoneyApp();
const DAY = 86_400_000;

async function makeLink(who: SignedInUser, repayId: string): Promise<string> {
  const order = await findOrder(app.deps.db, who.userId, repayId);
  return createPaymentLink(app.deps.db, order!, app.deps.now());
}

async function aLoanWithLink() {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  return { who, repayId, token: await makeLink(who, repayId) };
}

const view = async (token: string, client = app.client()) =>
  successData(await client.send(CALLS.viewPaymentLink, { params: { token } }));

const pay = (token: string, more: { amountPaise?: number } = {}, client = app.client()) =>
  client.send(CALLS.payByLink, { body: { token, channel: 'upi', ...more } });

async function settle(code: string, amountPaise: number): Promise<void> {
  await openSandboxBank(app).payIntent(code, amountPaise);
  await openSandboxBank(app).deliverAll(app.url);
}

test('a link shows what is owed today, and nothing of whose loan it is', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const other = await anActiveLoan(app, await aSignedInUser(app));
  const { totalPaise, leastPartPaise, dueDay } = await readRepayDetail(who, repayId);

  const shown = await view(token);
  expect(shown).toEqual({
    state: 'open',
    payeeName: app.deps.appConfig.lender.name,
    loan: {
      orderLast4: repayId.slice(-4),
      asOfDay: app.deps.today(),
      dueDay,
      owedPaise: totalPaise,
      leastPartPaise,
      offer: null,
      isChecking: false,
      endsAt: app.deps.now() + 7 * DAY,
    },
    channels: expect.arrayContaining(['upi']),
  });

  const words = JSON.stringify(shown);
  for (const secret of [who.phone, who.userId, repayId, other]) expect(words).not.toContain(secret);

  app.moveDays(2);
  const { owedPaise } = (await view(token)).loan!;
  expect(owedPaise).toBeGreaterThan(totalPaise);
  expect(owedPaise).toBe((await readRepayDetail(who, repayId)).totalPaise);
  app.moveDays(-2);
});

test('only a hash of the token is stored', async () => {
  const { who, token } = await aLoanWithLink();
  const rows = await app.deps.db
    .selectFrom('payment_links')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('anybody pays the loan, and the borrower is told', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const { code, amountPaise } = successData(await pay(token));
  expect(amountPaise).toBe((await readRepayDetail(who, repayId)).totalPaise);

  await settle(code, amountPaise);
  await runJobs(app);

  expect(await viewPayment(app, code)).toMatchObject({ state: 'paid', amountPaise });
  expect(await view(token)).toMatchObject({ state: 'paid', loan: null, channels: [] });
  expect(await pay(token)).toMatchObject({ code: 409, data: { reason: 'nothing_owed' } });

  const messages = await readSandboxMessages(app.deps.db, who.phone);
  expect(messages.map(({ template }) => template)).toContain('loan_settled');
});

test('a part keeps the bounds of the borrower’s own page', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const { totalPaise, leastPartPaise } = await readRepayDetail(who, repayId);

  for (const [amountPaise, reason] of [
    [leastPartPaise - 1, 'part_too_small'],
    [totalPaise + 1, 'part_too_big'],
    [totalPaise - 1, 'part_leaves_paise'],
  ] as const)
    expect(await pay(token, { amountPaise })).toMatchObject({ code: 409, data: { reason } });

  const { code } = successData(await pay(token, { amountPaise: leastPartPaise }));
  await settle(code, leastPartPaise);
  expect((await view(token)).loan?.owedPaise).toBe(totalPaise - leastPartPaise);
});

test('two who pay at once get one payment, and one amount goes back', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const payers = [app.client(), app.client(), app.client()];
  const started = await Promise.all(payers.map((client) => pay(token, {}, client)));
  const [first, ...others] = started.map((answer) => successData(answer));

  for (const other of others) expect(other).toEqual(first);
  expect(await startFullPayment(who, repayId)).toMatchObject({ code: first!.code });

  await settle(first!.code, first!.amountPaise);
  await settle(first!.code, first!.amountPaise);
  await runJobs(app);

  const refunds = await app.deps.db
    .selectFrom('refunds')
    .select('amountPaise')
    .where('userId', '=', who.userId)
    .execute();
  expect(refunds).toEqual([{ amountPaise: first!.amountPaise }]);
});

test('the same request sent again starts one payment', async () => {
  const { token } = await aLoanWithLink();
  const client = app.client();
  const requestId = crypto.randomUUID();
  const body = { token, channel: 'upi' as const, amountPaise: rupees(500) };
  const once = await client.send(CALLS.payByLink, { body, requestId });
  expect(await client.send(CALLS.payByLink, { body, requestId })).toEqual(once);
});

test('looking at a link changes nothing, however often and by whatever program', async () => {
  const { who, token } = await aLoanWithLink();
  const path = CALLS.viewPaymentLink.path.replace('{token}', token);

  for (const method of ['GET', 'HEAD'])
    for (const at of [`/#/pay/${token}`, path, CALLS.payByLink.path])
      await (await fetch(app.url + at, { method })).arrayBuffer();
  await view(token);

  const intents = await app.deps.db
    .selectFrom('payment_intents')
    .select('code')
    .where('userId', '=', who.userId)
    .execute();
  expect(intents).toEqual([]);
  expect((await view(token)).state).toBe('open');
});

test('a link ends after seven days', async () => {
  const { token } = await aLoanWithLink();
  app.advance(7 * DAY - 1_000);
  expect((await view(token)).state).toBe('open');
  app.advance(1_000);
  expect(await view(token)).toMatchObject({ state: 'ended', loan: null });
  expect(await pay(token)).toMatchObject({ code: 409, data: { reason: 'link_ended' } });
  app.advance(-7 * DAY);
});

test('a newer link that was sent ends the older ones of its loan, and of no other', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const other = await aLoanWithLink();
  const newer = await makeLink(who, repayId);
  expect((await view(token)).state).toBe('open');

  const order = await findOrder(app.deps.db, who.userId, repayId);
  await endOlderLinks(app.deps.db, order!, { token: newer, now: app.deps.now() });

  expect((await view(token)).state).toBe('ended');
  expect((await view(newer)).state).toBe('open');
  expect((await view(other.token)).state).toBe('open');
});

test('the borrower makes one to share, which ends the older ones of the loan', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const make = (caller: SignedInUser, id = repayId, requestId = crypto.randomUUID()) =>
    caller.client.send(CALLS.makePaymentLink, { body: { repayId: id }, requestId });

  const requestId = crypto.randomUUID();
  const shared = successData(await make(who, repayId, requestId)).token;
  expect(successData(await make(who, repayId, requestId)).token).toBe(shared);
  expect((await view(token)).state).toBe('ended');
  expect((await view(shared)).loan?.orderLast4).toBe(repayId.slice(-4));

  const other = await aSignedInUser(app);
  expect((await make(other)).code).toBe(404);
  expect((await make(who, 'RAAAAAAAAA')).code).toBe(404);

  const { code, amountPaise } = successData(await pay(shared));
  await settle(code, amountPaise);
  expect(await make(who)).toMatchObject({ code: 409, data: { reason: 'nothing_owed' } });
});

test('a borrower makes only so many links an hour', async () => {
  const { who, repayId } = await aLoanWithLink();
  const codes = [];
  for (let at = 0; at < 21; at += 1)
    codes.push((await who.client.send(CALLS.makePaymentLink, { body: { repayId } })).code);

  expect(codes.filter((code) => code === 429)).toHaveLength(1);
});

test('a payment being checked is not requested again', async () => {
  const { token } = await aLoanWithLink();
  const { code } = successData(await pay(token));
  successData(await app.client().send(CALLS.reportPaid, { body: { code } }));

  expect((await view(token)).loan?.isChecking).toBe(true);
  expect(await pay(token)).toMatchObject({ code: 409, data: { reason: 'being_checked' } });
});

test('guessed tokens are unknown, and soon limited by their address', async () => {
  const guess = (token: string) => app.client().send(CALLS.viewPaymentLink, { params: { token } });
  expect((await guess('A'.repeat(20))).code).toBe(404);
  expect((await guess('a'.repeat(20))).code).toBe(400);

  for (let at = 0; at < 130; at += 1) await guess('A'.repeat(20));
  expect((await guess('A'.repeat(20))).code).toBe(429);

  const { token } = await aLoanWithLink();
  expect((await view(token)).state).toBe('open');
});

test('who has a link cannot use up the borrower’s own payments', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const answers = [];
  for (let at = 0; at < 31; at += 1)
    answers.push((await pay(token, { amountPaise: rupees(500 + at) })).code);

  expect(answers.slice(-1)).toEqual([429]);
  await startFullPayment(who, repayId);
});
