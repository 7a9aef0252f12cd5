import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { findOrder } from '../../../lending/orders/order-store.ts';
import { endOlderLinks } from '../../../lending/payments/checkout/payment-link-store.ts';
import {
  openSandboxBank,
  readBill,
  readRepayDetail,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { usePaymentLinks } from '../../../testing/payment-links.ts';
import { type SignedInUser, successData } from '../../../testing/users.ts';

const { app, makeLink, aLoanWithLink, view, pay, say, settle } = await usePaymentLinks();

const readRefunds = ({ userId }: SignedInUser) =>
  app.deps.db.selectFrom('refunds').select('amountPaise').where('userId', '=', userId).execute();

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

test('a borrower makes only so many links an hour', async () => {
  const { who, repayId } = await aLoanWithLink();
  const codes = [];
  for (let at = 0; at < 21; at += 1)
    codes.push((await who.client.send(CALLS.makePaymentLink, { body: { repayId } })).code);

  expect(codes.filter((code) => code === 429)).toHaveLength(1);
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
