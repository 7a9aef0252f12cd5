import { CALLS } from '@noren/contract/index';
import { CHANNELS, type Channel } from '@noren/contract/payment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { expect, test } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readBill,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const MINUTE = 60_000;
const app = await useMoneyApp();

const start = (who: SignedInUser, repayId: string, channel: Channel = 'upi') =>
  who.client.send(CALLS.startPayment, { body: { repayId, kind: 'full', channel } });
const choose = (code: string, channel: Channel) =>
  app.client().send(CALLS.choosePaymentChannel, { body: { code, channel } });
const say = (code: string) => app.client().send(CALLS.reportPaid, { body: { code } });

test('one payment has one instrument per channel, the same on every request by anyone with its code', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = successData(await start(who, repayId, 'cash_counter'));

  for (const channel of CHANNELS) {
    const answers = await Promise.all([choose(code, channel), choose(code, channel)]);
    const [one, two] = answers.map((answer) => successData(answer).instrument);

    expect(one).toEqual(two);
    expect(one).toMatchObject({ channel });
    expect(one).not.toHaveProperty('providerRef');
  }

  const shown = await viewPayment(app, code);
  expect(shown.channels).toEqual([...CHANNELS]);
  expect(shown.instruments.map(({ channel }) => channel).sort()).toEqual([...CHANNELS].sort());
  expect(JSON.stringify(shown)).not.toMatch(/ins_/);
  expect((await readRepayDetail(who, repayId)).openIntent?.channel).toBe(CHANNELS.at(-1));
  expect(successData(await start(who, repayId, 'bill_code')).code).toBe(code);
  expect((await readRepayDetail(who, repayId)).openIntent?.channel).toBe('bill_code');
});

test.each(CHANNELS)('money by %s settles the loan', async (channel) => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = successData(await start(who, repayId, channel));

  await openSandboxBank(app).payIntent(code, undefined, { channel });
  await openSandboxBank(app).deliverAll(app.url);
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'paid',
    channels: [],
    instruments: [],
  });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('an instrument whose answer was lost is recovered by the next view and by the query job', async () => {
  const who = await aSignedInUser(app);
  const { code } = await startFullPayment(who, await anActiveLoan(app, who));

  await openSandboxBank(app).setBehaviour('payments', 'time_out');
  expect(await choose(code, 'bank_transfer')).toMatchObject({
    code: 409,
    data: { reason: 'provider_away' },
  });
  await openSandboxBank(app).setBehaviour('payments', 'succeed');
  expect((await viewPayment(app, code)).instruments).toHaveLength(2);
  await openSandboxBank(app).setBehaviour('payments', 'never_taken');
  expect((await choose(code, 'bill_code')).code).toBe(409);
  await openSandboxBank(app).setBehaviour('payments', 'succeed');
  await runJobs(app, { delayed: true });
  app.advance(3_100);
  expect((await viewPayment(app, code)).instruments).toHaveLength(3);
});

test('an ended payment gets no instrument, and unknown codes count as guesses', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);

  for (const send of [choose('A'.repeat(26), 'upi'), say('A'.repeat(26))])
    expect((await send).code).toBe(404);
  expect((await choose('x', 'upi')).code).toBe(400);
  expect((await choose(code, 'crypto' as never)).code).toBe(400);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
  expect(await choose(code, 'bank_transfer')).toMatchObject({
    code: 409,
    data: { reason: 'paid' },
  });
  expect(successData(await say(code)).state).toBe('paid');
});

test('a channel the provider does not offer is refused and stores nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { payments } = app.deps;

  Object.assign(app.deps, { payments: [{ ...payments[0], channels: ['upi'] }] });

  try {
    const refused = await start(who, repayId, 'bank_transfer');
    expect(refused).toMatchObject({ code: 409, data: { reason: 'channel_missing' } });
    expect((await readRepayDetail(who, repayId)).openIntent).toBeNull();

    const { code } = successData(await start(who, repayId));
    expect((await choose(code, 'bill_code')).code).toBe(409);
  } finally {
    Object.assign(app.deps, { payments });
  }
});

test('after “I have paid” the payment is checked for a while, without a second request; once only', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  expect(successData(await say(code)).state).toBe('checking');
  expect((await readRepayDetail(who, repayId)).openIntent).toMatchObject({
    code,
    state: 'checking',
  });

  // The list of orders shows it too, with the code of its payment page.
  expect((await readBill(who, repayId)).bill).toMatchObject({
    next: 'repay',
    checking: { code, channel: 'upi' },
  });
  expect(await start(who, repayId)).toMatchObject({ code: 409, data: { reason: 'being_checked' } });
  expect(await choose(code, 'bank_transfer')).toMatchObject({
    code: 409,
    data: { reason: 'being_checked' },
  });
  app.advance(15 * MINUTE);
  expect((await viewPayment(app, code)).state).toBe('pending');
  expect((await readRepayDetail(who, repayId)).openIntent).toMatchObject({ state: 'pending' });
  expect(successData(await say(code)).state).toBe('pending');
  expect((await startFullPayment(who, repayId)).code).toBe(code);
});

test('“I have paid” finds an actual payment at once', async () => {
  await openSandboxBank(app).setBehaviour('payments', 'lost');

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await openSandboxBank(app).payIntent(code);
  expect(successData(await say(code)).state).toBe('paid');
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});
