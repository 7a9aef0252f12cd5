import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';

import {
  anActiveLoan,
  openSandboxBank,
  readRepayDetail,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { aReplacedPayment } from '../../../testing/repayments.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const app = await useMoneyApp();

test('the same intent is returned while its amount is right, another once the amount or the day has changed', async () => {
  const startedAt = app.deps.now();
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const first = await startFullPayment(who, repayId);

  app.advance(31 * 60_000);
  expect(await startFullPayment(who, repayId)).toEqual(first);

  const stored = { code: first.code, state: 'pending', kind: 'full', channel: 'upi' };
  expect((await readRepayDetail(who, repayId)).openIntent).toEqual(stored);
  app.advance(first.expiresAt - app.deps.now());
  expect((await viewPayment(app, first.code)).state).toBe('expired');

  const second = await startFullPayment(who, repayId);
  expect(second.code).not.toBe(first.code);
  expect((await viewPayment(app, first.code)).state).toBe('cancelled');
  app.moveDays(2);

  const third = await startFullPayment(who, repayId);
  expect(third.amountPaise).toBe(second.amountPaise + rupees(20));
  expect((await viewPayment(app, second.code)).state).toBe('cancelled');
  app.moveDays(-2);
  app.advance(startedAt - app.deps.now());
});

test('an intent ends with the day its amount is for', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.advance(13.75 * 3_600_000);

  const again = await aSignedInUser(app);
  expect(again.userId).not.toBe(who.userId);

  const { expiresAt } = await startFullPayment(who, repayId);
  expect(new Date(expiresAt).toISOString()).toBe('2026-11-24T18:30:00.000Z');
  app.advance(-13.75 * 3_600_000);
});

test('money for a cancelled or expired code still pays the loan', async () => {
  const { who, repayId, code, newer } = await aReplacedPayment(app);
  expect((await viewPayment(app, code)).state).toBe('cancelled');
  await openSandboxBank(app).payIntent(code, newer.amountPaise);
  await openSandboxBank(app).deliverAll(app.url);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  expect((await viewPayment(app, newer.code)).state).toBe('cancelled');
  expect(
    (await who.client.send(CALLS.startPayment, { body: { repayId, kind: 'full', channel: 'upi' } }))
      .code,
  ).toBe(409);
  app.moveDays(-1);
});

test('when the provider does not answer the intent stays, and the next request completes it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const body = { repayId, kind: 'full' as const, channel: 'upi' as const };

  for (const does of ['never_taken', 'time_out'] as const) {
    await openSandboxBank(app).setBehaviour('payments', does);
    expect(await who.client.send(CALLS.startPayment, { body })).toMatchObject({
      code: 409,
      data: { reason: 'provider_away' },
    });
  }

  await openSandboxBank(app).setBehaviour('payments', 'succeed');
  await startFullPayment(who, repayId);

  const made = await app.deps.db
    .selectFrom('payment_intents')
    .select('code')
    .where('userId', '=', who.userId)
    .execute();
  expect(made).toHaveLength(1);
});

test('unknown codes and other users’ orders answer 404', async () => {
  const [who, stranger] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anActiveLoan(app, who);

  expect(
    (await app.client().send(CALLS.viewPayment, { params: { code: 'A'.repeat(26) } })).code,
  ).toBe(404);
  expect(
    (await stranger.client.send(CALLS.repayDetail, { params: { repayId }, query: {} })).code,
  ).toBe(404);
  expect((await stranger.client.send(CALLS.repayEntries, { params: { repayId } })).code).toBe(404);

  const body = { repayId, kind: 'full' as const, channel: 'upi' as const };
  expect((await stranger.client.send(CALLS.startPayment, { body })).code).toBe(404);
});

test('many payers behind one address can view their payments; guessed codes are limited', async () => {
  const payers = await Promise.all([aSignedInUser(app), aSignedInUser(app), aSignedInUser(app)]);
  const codes: string[] = [];

  for (const who of payers)
    codes.push((await startFullPayment(who, await anActiveLoan(app, who))).code);

  const look = (code: string) =>
    app.client({ plain: true }).send(CALLS.viewPayment, { params: { code } });
  for (let at = 0; at < 41; at++)
    for (const code of codes) expect((await look(code)).code).toBe(200);
  app.advance(60_000);

  // One after the other: so many at once may be refused because the server is busy.
  const answers: number[] = [];
  for (let at = 0; at < 121; at++) answers.push((await look(`${'A'.repeat(20)}${at}`)).code);
  expect([
    answers.filter((code) => code === 404).length,
    answers.filter((code) => code === 429).length,
  ]).toEqual([120, 1]);
});
