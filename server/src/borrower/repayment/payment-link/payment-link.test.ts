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
  readBill,
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

/** Says that a payment was made, as anybody with its code may. */
const say = async (code: string) =>
  successData(await app.client().send(CALLS.reportPaid, { body: { code } })).state;

const readRefunds = ({ userId }: SignedInUser) =>
  app.deps.db.selectFrom('refunds').select('amountPaise').where('userId', '=', userId).execute();

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

test('two with a link get one payment; what the borrower pays beside it goes back', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const payers = [app.client(), app.client(), app.client()];
  const started = await Promise.all(payers.map((client) => pay(token, {}, client)));
  const [first, ...others] = started.map((answer) => successData(answer));

  for (const other of others) expect(other).toEqual(first);
  const own = await startFullPayment(who, repayId);
  expect(own.code).not.toBe(first!.code);

  await settle(first!.code, first!.amountPaise);
  await settle(own.code, own.amountPaise);
  await runJobs(app);

  expect(await readRefunds(who)).toEqual([{ amountPaise: first!.amountPaise }]);
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

test('while the borrower’s own payment is checked, nobody begins one by the link', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  await say((await startFullPayment(who, repayId)).code);

  expect((await view(token)).loan?.isChecking).toBe(true);
  expect(await pay(token)).toMatchObject({ code: 409, data: { reason: 'being_checked' } });
});

test('a payment said to be made by a link leaves the borrower’s own as it is', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const own = await startFullPayment(who, repayId);
  const { code } = successData(await pay(token));
  expect(await say(code)).toBe('checking');

  expect((await startFullPayment(who, repayId)).code).toBe(own.code);
  expect((await readRepayDetail(who, repayId)).openIntent).toMatchObject({
    code: own.code,
    state: 'pending',
  });
  expect((await readBill(who, repayId)).bill).not.toHaveProperty('checking');

  await settle(own.code, own.amountPaise);
  expect(await viewPayment(app, own.code)).toMatchObject({ state: 'paid' });
});

test('an amount is said to be paid by a link once a day, and others still pay it', async () => {
  const { token } = await aLoanWithLink();
  const { code } = successData(await pay(token));
  await say(code);

  expect((await view(token)).loan?.isChecking).toBe(false);
  expect(successData(await pay(token)).code).toBe(code);

  app.advance(15 * 60_000);
  expect(await say(code)).toBe('pending');
  expect(successData(await pay(token)).code).toBe(code);
  expect(await viewPayment(app, code)).toMatchObject({ state: 'pending' });
  app.advance(-15 * 60_000);
});

test('ten amounts said to be paid by one link keep nobody from paying', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const codes: string[] = [];

  for (let at = 0; at < 10; at += 1) {
    const { code } = successData(await pay(token, { amountPaise: rupees(500 + at) }));
    expect(await say(code)).toBe('checking');
    codes.push(code);

    const own = await startFullPayment(who, repayId);
    expect(await viewPayment(app, own.code)).toMatchObject({ state: 'pending' });
  }

  expect(new Set(codes).size).toBe(10);
  expect(successData(await pay(token)).code).not.toBe(codes[0]);
});

test('two with one link pay two parts side by side', async () => {
  const { repayId, who, token } = await aLoanWithLink();
  const before = (await readRepayDetail(who, repayId)).totalPaise;
  const [one, two] = await Promise.all(
    [500, 600].map((part) => pay(token, { amountPaise: rupees(part) }, app.client())),
  );
  const [first, second] = [successData(one!), successData(two!)];

  expect(await viewPayment(app, first.code)).toMatchObject({ state: 'pending' });
  await settle(first.code, first.amountPaise);
  await settle(second.code, second.amountPaise);
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(before - rupees(1_100));
});

test('a payment that was only said to be made arrives: it counts, and a second one goes back', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const { code, amountPaise } = successData(await pay(token));
  await say(code);
  const own = await startFullPayment(who, repayId);

  await settle(code, amountPaise);
  expect(await viewPayment(app, code)).toMatchObject({ state: 'paid' });
  expect(await viewPayment(app, own.code)).toMatchObject({ state: 'cancelled' });

  await settle(own.code, own.amountPaise);
  await runJobs(app);
  expect(await readRefunds(who)).toEqual([{ amountPaise: own.amountPaise }]);
});

test('once the bank has seen the money of a link, the loan waits for it', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  const own = await startFullPayment(who, repayId);
  const { code, amountPaise } = successData(await pay(token));
  await say(code);

  await openSandboxBank(app).payIntent(code, amountPaise, { isSeenOnly: true });
  await openSandboxBank(app).deliverAll(app.url);

  expect(await viewPayment(app, own.code)).toMatchObject({ state: 'cancelled' });
  expect((await readRepayDetail(who, repayId)).openIntent).toMatchObject({
    code,
    state: 'checking',
  });
  expect((await view(token)).loan?.isChecking).toBe(true);
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
