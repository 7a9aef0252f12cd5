import { CALLS } from '@noren/contract/index';
import type { Channel } from '@noren/contract/payment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type CounterDouble,
  type CounterWebhook,
  makeCounterDouble,
} from '../../../testing/counter-double.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readRepayDetail,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { reconcileDay } from '../../../testing/reconcile-day.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';

// A bank that offers UPI alone, and beside it a provider of the ways that Razorpay does not make.

type CashChannel = 'bill_code' | 'cash_counter' | 'convenience_store';

let counters: CounterDouble;
let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    providers: (now, { payments }) => {
      counters = makeCounterDouble(now);
      return { payments: [{ ...payments[0]!, channels: ['upi'] }, counters.payments] };
    },
  });
});

afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));
afterAll(() => app.stop());

async function aPayment(channel: Channel) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const body = { repayId, kind: 'full', channel } as const;
  const { code, amountPaise } = successData(await who.client.send(CALLS.startPayment, { body }));
  const made = (await viewPayment(app, code)).instruments.find((one) => one.channel === channel);

  return { who, repayId, code, amountPaise, shown: numberShown(made) };
}

function numberShown(
  made: Awaited<ReturnType<typeof viewPayment>>['instruments'][number] | undefined,
): string {
  if (made?.channel === 'bill_code') return made.customerId;
  if (made?.channel === 'cash_counter' || made?.channel === 'convenience_store')
    return made.payCode;
  throw new Error(`no number to pay with: ${JSON.stringify(made)}`);
}

async function report({ body, headers }: CounterWebhook, name = 'counters') {
  const answer = await fetch(`${app.url}/api/hooks/${name}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const isSettled = async (who: SignedInUser, repayId: string): Promise<boolean> =>
  (await readRepayDetail(who, repayId)).borrowStatus === OrderStatus.settled;

test.each<CashChannel>(['bill_code', 'cash_counter', 'convenience_store'])(
  'a payment by %s is made by the second provider and posted once, however often it is reported',
  async (channel) => {
    const { who, repayId, code, shown } = await aPayment(channel);
    const webhook = counters.pay(shown);

    expect(await report(webhook)).toEqual({ status: 200, text: 'done' });
    expect(await report(webhook)).toEqual({ status: 200, text: 'repeated' });
    expect((await viewPayment(app, code)).state).toBe('paid');
    expect(await isSettled(who, repayId)).toBe(true);
  },
);

test('the app offers the channels of both, and UPI stays with the first', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const all = ['upi', 'bill_code', 'cash_counter', 'convenience_store'];

  expect((await readRepayDetail(who, repayId)).channels).toEqual(all);

  const { code } = await startFullPayment(who, repayId);
  expect((await viewPayment(app, code)).channels).toEqual(all);
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect(await isSettled(who, repayId)).toBe(true);
});

test('a channel that neither offers is refused', async () => {
  const who = await aSignedInUser(app);
  const body = {
    repayId: await anActiveLoan(app, who),
    kind: 'full',
    channel: 'payment_link',
  } as const;
  const refused = await who.client.send(CALLS.startPayment, { body });

  expect(refused).toMatchObject({ code: 409, data: { reason: 'channel_missing' } });
});

test('a payment whose webhook is lost is found when the payer looks', async () => {
  const { code, shown } = await aPayment('cash_counter');
  counters.pay(shown);
  app.advance(3_100);
  expect((await viewPayment(app, code)).state).toBe('paid');
});

test('a payment whose webhook is lost is found by the second provider’s statement of the day', async () => {
  const { who, repayId, shown } = await aPayment('bill_code');
  counters.pay(shown);
  app.advance(3_100);

  const day = app.deps.today();
  expect((await reconcileDay(app.deps, day)).map(({ kind, what }) => [kind, what])).toContainEqual([
    'payment',
    'posted',
  ]);
  expect(await isSettled(who, repayId)).toBe(true);
  expect(await reconcileDay(app.deps, day)).toEqual([]);
});

test('what was paid too much goes back through the second provider', async () => {
  const { amountPaise, shown } = await aPayment('convenience_store');
  await report(counters.pay(shown, amountPaise + rupees(50)));
  await runJobs(app);
  expect([...counters.refunds.values()].at(-1)).toMatchObject({ amountPaise: rupees(50) });
});

test('a forged webhook, and one sent to another provider’s address, change nothing', async () => {
  const { who, repayId, shown } = await aPayment('cash_counter');
  const { body, headers } = counters.pay(shown);
  const altered = Buffer.from(body.toString().replace('"payment"', '"payment" '));

  expect((await report({ body: altered, headers })).status).toBe(401);
  expect((await report({ body, headers: {} })).status).toBe(401);
  expect((await report({ body, headers }, 'sandbox')).status).toBe(401);
  expect((await report({ body, headers }, 'nobody')).status).toBe(404);
  expect(await isSettled(who, repayId)).toBe(false);
  await report({ body, headers });
});

test('a refund of a provider that is not set up any more waits for a person', async () => {
  const { amountPaise, shown, repayId } = await aPayment('bill_code');
  await report(counters.pay(shown, amountPaise + rupees(60)));

  const both = app.deps.payments;
  Object.assign(app.deps, { payments: both.slice(0, 1) });

  try {
    await runJobs(app);
  } finally {
    Object.assign(app.deps, { payments: both });
  }

  const { orderId } = await app.deps.db
    .selectFrom('orders')
    .select('orderId')
    .where('repayId', '=', repayId)
    .executeTakeFirstOrThrow();
  const refunds = await app.deps.db
    .selectFrom('refunds')
    .select(['state', 'reason'])
    .where('orderId', '=', orderId)
    .execute();

  expect(refunds).toEqual([{ state: 'failed', reason: 'no_provider' }]);
});
