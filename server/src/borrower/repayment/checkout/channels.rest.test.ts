import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { aReplacedPayment, requestPayment } from '../../../testing/repayments.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../../testing/users.ts';

const MINUTE = 60_000;
const app = await useMoneyApp();

test('a failing channel does not stop a payment by another from being found', async () => {
  const who = await aSignedInUser(app);
  const { code } = await startFullPayment(who, await anActiveLoan(app, who));

  await openSandboxBank(app).setBehaviour('payments', 'never_taken');
  const body = { code, channel: 'bank_transfer' } as const;
  const chosen = await app.client().send(CALLS.choosePaymentChannel, { body });
  expect(chosen.code).toBe(409);

  await openSandboxBank(app).payIntent(code);
  app.advance(3_100);
  expect((await viewPayment(app, code)).state).toBe('paid');
});

test('eight requests at once make one payment; one for another amount replaces it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const started = await Promise.all(
    Array.from({ length: 8 }, () => startFullPayment(who, repayId)),
  );

  expect(new Set(started.map(({ code }) => code)).size).toBe(1);

  const body = {
    repayId,
    kind: 'part' as const,
    channel: 'upi' as const,
    amountPaise: rupees(500),
  };
  const part = successData(await who.client.send(CALLS.startPayment, { body }));

  expect(part.amountPaise).toBe(rupees(500));
  expect(await viewPayment(app, part.code)).toMatchObject({ kind: 'part', state: 'pending' });
  expect((await viewPayment(app, started[0]!.code)).state).toBe('cancelled');
});

test('a late payment is checked until it is confirmed, and cancels the newer request', async () => {
  const { who, repayId, code, newer } = await aReplacedPayment(app);
  await openSandboxBank(app).payIntent(code, newer.amountPaise, { isSeenOnly: true });
  await openSandboxBank(app).deliverAll(app.url);
  expect((await viewPayment(app, code)).state).toBe('checking');
  expect((await viewPayment(app, newer.code)).state).toBe('cancelled');
  expect((await requestPayment(who, { repayId, kind: 'full' })).code).toBe(409);
  await openSandboxBank(app).confirmSeen(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect((await viewPayment(app, code)).state).toBe('paid');
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  app.moveDays(-1);
});

test('after a payment is seen and never confirmed, the loan can be paid again after an hour', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const { providerRef } = aPaymentEvent(app, code, amountPaise);

  await sendWebhook(app, {
    kind: 'payment_seen',
    eventId: `s${providerRef}`,
    code,
    providerRef,
    amountPaise,
  });
  expect((await requestPayment(who, { repayId, kind: 'full' })).code).toBe(409);
  app.advance(60 * MINUTE);
  expect((await startFullPayment(who, repayId)).code).toBe(code);
});

test('a payment seen for an unknown code is answered “unknown”', async () => {
  const unknown = {
    kind: 'payment_seen',
    eventId: 'seen nowhere',
    code: 'nowhere',
    providerRef: 'pay_nowhere',
    amountPaise: rupees(500),
  } as const;
  expect((await sendWebhook(app, unknown)).text).toBe('unknown');
});

test('“I have paid” is limited to twelve times an hour per code', async () => {
  const who = await aSignedInUser(app);
  const { code } = await startFullPayment(who, await anActiveLoan(app, who));
  const say = () => app.client().send(CALLS.reportPaid, { body: { code } });

  const answers = await Promise.all(Array.from({ length: 14 }, say));
  expect(answers.filter((answer) => answer.code === 429)).toHaveLength(2);
});
