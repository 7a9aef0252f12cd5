import { beforeEach, describe, expect, test } from 'vitest';
import type { Mandates } from '../../platform/ports/mandates.ts';
import { useRazorpayDouble } from '../../testing/razorpay-double/use-double.ts';
import { makeWebhookReader } from '../razorpay-webhook.ts';
import { makeRazorpayPayments } from './razorpay.ts';
import { toDebitFailure } from './razorpay-debit-reasons.ts';
import { readPaymentEvents } from './razorpay-webhooks.ts';

const START = Date.UTC(2026, 10, 24, 4, 30);
const DAY = 86_400_000;
let at = START;
let mandates: Mandates;
let codes = 0;

const double = await useRazorpayDouble(() => at);
const { recurring } = double;

beforeEach(() => {
  at = START;
  for (const stored of [recurring.customers, recurring.orders, recurring.tokens]) stored.clear();
  double.gateway.payments.clear();
  double.seen.length = 0;
  mandates = makeRazorpayPayments(double.access.payments).mandates!;
});

const aCode = () => `CODE${String(++codes).padStart(22, '0')}`;
const posts = (path: RegExp) =>
  double.seen.filter((one) => one.method === 'POST' && path.test(one.path));

const request = (code = aCode()) => ({
  code,
  mostPaise: 1_045_450,
  lastMs: START + 60 * DAY,
  payeeName: 'Noren Finance',
});

/** A mandate that the payer approved. */
async function aMandate() {
  const { code, ...wanted } = request();
  const asked = await mandates.ask({ code, ...wanted });
  const { token } = recurring.approve(code);
  return { ...asked, code, tokenRef: token.id, token };
}

/** A debit whose announcement is out. */
async function anAnnouncedDebit() {
  const { customerRef, tokenRef, token } = await aMandate();
  const debit = { code: aCode(), customerRef, tokenRef, amountPaise: 1_015_000 };
  const { orderRef } = await mandates.announce({ ...debit, presentAfterMs: at + DAY });
  return { ...debit, orderRef, phone: '+919876543210', token };
}

test('an account without AutoPay has no mandates', () => {
  const payments = makeRazorpayPayments({ ...double.access.payments, hasAutopay: false });
  expect(payments.mandates).toBeUndefined();
});

describe('a mandate', () => {
  test('is asked for by intent, for at most an amount, as presented, revocable', async () => {
    const wanted = request();
    const asked = await mandates.ask(wanted);

    expect(asked.upiUri).toMatch(/^upi:\/\/mandate\?/);
    expect(posts(/orders$/)[0]?.body).toEqual({
      amount: 100,
      currency: 'INR',
      payment_capture: true,
      method: 'upi',
      customer_id: asked.customerRef,
      receipt: wanted.code,
      token: {
        max_amount: 1_045_450,
        expire_at: (START + 60 * DAY) / 1_000,
        frequency: 'as_presented',
      },
      notes: { code: wanted.code },
    });
    expect(posts(/create\/upi$/)[0]?.body).toMatchObject({ upi: { flow: 'intent' } });
  });

  test('its customer says nothing about the payer, so that a former owner of a phone number has none of its mandates', async () => {
    const wanted = request();
    await mandates.ask(wanted);
    expect(posts(/customers$/)[0]?.body).toEqual({
      name: wanted.code,
      fail_existing: '0',
      notes: { code: wanted.code },
    });
  });

  test.each(['lost', 'late', 'bad_gateway', 'no_json'] as const)(
    'asked again after an answer was %s, it is the same customer and the same order',
    async (fault) => {
      const wanted = request();
      for (const path of [/customers$/, /orders$/, /create\/upi$/]) {
        double.fail(fault, 'POST', path);
        await expect(mandates.ask(wanted)).rejects.toMatchObject({ name: 'NoAnswer' });
      }
      const asked = await mandates.ask(wanted);

      expect(recurring.customers.size).toBe(1);
      expect(recurring.orders.size).toBe(1);
      expect(asked.orderRef).toBe(recurring.findOrder(wanted.code).id);
    },
  );

  test('waits until the payer approves it; then its payment of ₹1 is reported by its code', async () => {
    const wanted = request();
    const asked = { ...(await mandates.ask(wanted)), code: wanted.code };
    expect(await mandates.find(asked)).toEqual({
      mandate: { state: 'waiting', tokenRef: null },
      payments: [],
    });

    const { token, payment } = recurring.approve(wanted.code);
    expect(await mandates.find(asked)).toEqual({
      mandate: { state: 'confirmed', tokenRef: token.id },
      payments: [
        expect.objectContaining({
          kind: 'payment',
          code: wanted.code,
          amountPaise: 100,
          eventId: `payment:${payment.id}`,
        }),
      ],
    });
  });

  test('refused, paused and cancelled by the payer', async () => {
    const wanted = request();
    const asked = { ...(await mandates.ask(wanted)), code: wanted.code };
    const { token } = recurring.refuse(wanted.code);
    expect((await mandates.find(asked)).mandate).toEqual({
      state: 'rejected',
      tokenRef: token.id,
    });

    for (const state of ['paused', 'cancelled', 'confirmed'] as const) {
      recurring.setToken(token, state);
      expect((await mandates.find(asked)).mandate).toEqual({ state, tokenRef: token.id });
    }
  });

  test('cancelled by us: no debit counts as possible while NPCI has not confirmed it', async () => {
    const mandate = await aMandate();
    await mandates.cancel(mandate);
    expect((await mandates.find(mandate)).mandate.state).toBe('paused');

    // Cancelled twice, or by the payer before: nothing to complain about.
    await mandates.cancel(mandate);
    recurring.setToken(mandate.token, 'cancelled');
    await mandates.cancel(mandate);
    expect((await mandates.find(mandate)).mandate.state).toBe('cancelled');
  });
});

describe('a debit', () => {
  test('is announced by an order with an announcement, once, and presented after it', async () => {
    const debit = await anAnnouncedDebit();
    await mandates.announce({ ...debit, presentAfterMs: at + DAY });
    expect(posts(/orders$/).filter(({ body }) => 'notification' in (body as object))).toHaveLength(
      1,
    );
    expect(recurring.findOrder(debit.code).notification).toEqual({
      token_id: debit.tokenRef,
      payment_after: (at + DAY) / 1_000,
    });
    expect(await mandates.findDebit(debit)).toEqual({ state: 'absent' });

    at += DAY;
    expect(await mandates.present(debit)).toEqual({ state: 'waiting' });
    expect(posts(/create\/recurring$/)[0]?.body).toMatchObject({
      amount: 1_015_000,
      recurring: true,
      token: debit.tokenRef,
      email: 'grievance@lender.example',
      notes: { code: debit.code },
    });

    recurring.capture(debit.code);
    expect(await mandates.findDebit(debit)).toEqual({
      state: 'paid',
      event: expect.objectContaining({ code: debit.code, amountPaise: 1_015_000 }),
    });
  });

  test.each(['lost', 'late', 'bad_gateway', 'no_json'] as const)(
    'whose answer was %s is not presented a second time',
    async (fault) => {
      const debit = await anAnnouncedDebit();
      at += DAY;
      double.fail(fault, 'POST', /create\/recurring$/);
      await expect(mandates.present(debit)).rejects.toMatchObject({ name: 'NoAnswer' });

      expect(await mandates.present(debit)).toEqual({ state: 'waiting' });
      expect(posts(/create\/recurring$/)).toHaveLength(1);
      recurring.capture(debit.code);
      expect(await mandates.present(debit)).toMatchObject({ state: 'paid' });
    },
  );

  test.each([
    ['insufficient_funds', 'no_money'],
    ['bank_technical_error', 'bank_down'],
    ['transaction_daily_limit_exceeded', 'limit'],
    ['bank_account_invalid', 'account_closed'],
    ['debit_instrument_blocked', 'account_blocked'],
    ['mandate_not_active', 'mandate_over'],
    ['payment_declined', 'declined'],
    ['payment_timed_out', 'pin_missed'],
    ['something_new', 'other'],
    ['constructor', 'other'],
  ] as const)('that fails with %s fails with %s', async (theirs, ours) => {
    const debit = await anAnnouncedDebit();
    at += DAY;
    await mandates.present(debit);
    const { id } = recurring.fail(debit.code, theirs);
    expect(await mandates.findDebit(debit)).toEqual({
      state: 'failed',
      paymentRef: id,
      reason: ours,
    });
  });

  test('of a mandate that the payer ended meanwhile is refused at once', async () => {
    const debit = await anAnnouncedDebit();
    at += DAY;
    recurring.setToken(debit.token, 'cancelled');
    expect(await mandates.present(debit)).toEqual({
      state: 'failed',
      paymentRef: null,
      reason: 'mandate_over',
    });
  });

  test('a reason that is missing is another one', () => expect(toDebitFailure(null)).toBe('other'));
});

describe('webhooks', () => {
  const read = (event: string, entities: Record<string, unknown>) => {
    const { body, headers } = double.paymentWebhook(event, entities);
    const secrets = double.access.payments.webhookSecrets;
    return makeWebhookReader(secrets, readPaymentEvents)(body, headers);
  };

  test.each(['confirmed', 'rejected', 'paused', 'cancelled'] as const)('token.%s', (state) => {
    const token = { id: 'token_FHhm0XTtJg9zqb', entity: 'token' };
    expect(read(`token.${state}`, { token })).toEqual([
      {
        kind: 'mandate',
        eventId: `token.${state}:${token.id}:${at / 1_000}`,
        tokenRef: token.id,
        state,
      },
    ]);
  });

  test.each([
    ['delivered', START / 1_000 - 60],
    ['failed', null],
  ] as const)('order.notification.%s', (status, delivered) => {
    const notification = {
      id: 'notification_00000000000001',
      entity: 'notification',
      order_id: 'order_1Aa00000000002',
      token_id: 'token_M7K2eFBU7vToaQ',
      delivered_at: delivered,
      status,
      payment_after: START / 1_000,
    };
    expect(read(`order.notification.${status}`, { notification })).toEqual([
      {
        kind: 'debit_announcement',
        eventId: `announced:order_1Aa00000000002:${status}`,
        orderRef: 'order_1Aa00000000002',
        state: status,
        atMs: delivered === null ? START : delivered * 1_000,
      },
    ]);
  });

  test('payment.captured of a mandate is a payment by its code; of anything else, none', async () => {
    const debit = await anAnnouncedDebit();
    at += DAY;
    await mandates.present(debit);
    const payment = recurring.capture(debit.code);

    expect(read('payment.captured', { payment })).toMatchObject([
      { kind: 'payment', eventId: `payment:${payment.id}`, code: debit.code },
    ]);
    expect(read('payment.captured', { payment: { ...payment, token_id: null } })).toEqual([]);
  });

  test('payment.failed says why, once', async () => {
    const debit = await anAnnouncedDebit();
    at += DAY;
    await mandates.present(debit);
    const payment = recurring.fail(debit.code, 'insufficient_funds');

    const expected = [
      {
        kind: 'debit_failed',
        eventId: `failed:${payment.id}`,
        code: debit.code,
        paymentRef: payment.id,
        reason: 'no_money',
      },
    ];
    expect(read('payment.failed', { payment })).toEqual(expected);
    expect(read('payment.failed', { payment })).toEqual(expected);
  });

  test('one that is signed and not as documented is unreadable', () => {
    expect(() => read('order.notification.delivered', { notification: {} })).toThrow(SyntaxError);
    expect(() => read('token.paused', { token: 'x' })).toThrow(SyntaxError);
    expect(() => read('token.paused', {})).toThrow(SyntaxError);
  });
});
