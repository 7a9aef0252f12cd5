import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  readRepayDetail,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { usePaymentLinks } from '../../../testing/payment-links.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const { app, aLoanWithLink, view, pay, say, settle } = await usePaymentLinks();

const DAY = 86_400_000;

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

test('while the borrower’s own payment is checked, nobody begins one by the link', async () => {
  const { who, repayId, token } = await aLoanWithLink();
  await say((await startFullPayment(who, repayId)).code);

  expect((await view(token)).loan?.isChecking).toBe(true);
  expect(await pay(token)).toMatchObject({ code: 409, data: { reason: 'being_checked' } });
});
