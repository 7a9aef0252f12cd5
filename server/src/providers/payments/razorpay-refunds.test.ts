import { toBusinessDay } from '@noren/core/money/time';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest, Payments } from '../../platform/ports/payments.ts';
import { useRazorpayDouble } from '../../testing/razorpay-double/use-double.ts';
import { makeRazorpayPayments } from './razorpay.ts';

const START = Date.UTC(2026, 10, 24, 4, 30);
let at = START;
let payments: Payments;
let codes = 0;

const double = await useRazorpayDouble(() => at);

beforeEach(() => {
  at = START;
  double.gateway.payments.clear();
  double.gateway.refunds.clear();
  double.gateway.refundsBecome = 'processed';
  payments = makeRazorpayPayments(double.access.payments);
});

const paymentRequest = (): PaymentRequest => ({
  code: `CODE${String(++codes).padStart(22, '0')}`,
  amountPaise: 1_012_345,
  payeeName: 'Noren Finance',
  note: 'Loan N261124XYZ',
  expiresAtMs: at + 30 * 60_000,
});

describe('refund', () => {
  const paid = async () => {
    const qr = await payments.make('upi', paymentRequest());
    return double.gateway.pay(qr.providerRef);
  };

  const makeRefund = (paymentProviderRef: string, amountPaise = 12_345) => ({
    refundRef: `NF${String(++codes).padStart(20, '0')}`,
    paymentProviderRef,
    amountPaise,
  });

  test.each([
    ['pending', 'pending'],
    ['processed', 'confirmed'],
    ['failed', 'failed'],
  ] as const)('a refund %s at the provider is %s here, also when queried', async (there, state) => {
    double.gateway.refundsBecome = there;

    const request = makeRefund((await paid()).id);
    expect(await payments.findRefund(request)).toEqual({ state: 'not_found' });

    const answer = await payments.refund(request);
    expect(answer).toMatchObject({ state, providerId: expect.stringMatching(/^rfnd_/) });
    expect(await payments.findRefund(request)).toEqual(answer);
  });

  test.each(['lost', 'late', 'bad_gateway', 'other_json'] as const)(
    'a refund whose answer was %s is made once',
    async (fault) => {
      const request = makeRefund((await paid()).id);
      double.fail(fault, 'POST', /refund$/);
      await expect(payments.refund(request)).rejects.toMatchObject({ name: 'NoAnswer' });
      expect(await payments.findRefund(request)).toMatchObject({ state: 'confirmed' });
      expect(await payments.refund(request)).toMatchObject({ state: 'confirmed' });
      expect(double.gateway.refunds.size).toBe(1);
    },
  );

  test('a refund of more than was paid, or of an unknown payment, fails', async () => {
    const payment = await paid();
    expect(await payments.refund(makeRefund(payment.id, payment.amount + 1))).toMatchObject({
      state: 'failed',
    });
    expect(await payments.refund(makeRefund('pay_none'))).toMatchObject({
      state: 'failed',
      providerId: null,
    });
    expect(await payments.findRefund(makeRefund('pay_none'))).toEqual({ state: 'not_found' });
  });

  test('"refunded already" finds this refund after its idempotency key expired', async () => {
    const payment = await paid();
    const request = makeRefund(payment.id, payment.amount);
    const first = await payments.refund(request);

    double.gateway.forgetKeys();
    expect(await payments.refund(request)).toEqual(first);
    expect(double.gateway.refunds.size).toBe(1);
  });

  test.each(['conflict', 'server_error', 'silent', 'unauthorised'] as const)(
    '%s is reported as no answer',
    async (fault) => {
      const request = makeRefund((await paid()).id);
      double.fail(fault, 'POST', /refund$/);
      await expect(payments.refund(request)).rejects.toMatchObject({ name: 'NoAnswer' });
    },
  );
});

test('the statement of a day has its payments and refunds, over all pages and to the second', async () => {
  const account = await payments.make('bank_transfer', paymentRequest());
  const midnight = Date.UTC(2026, 10, 24, 18, 30);

  at = midnight - 86_400_000 - 1_000;
  double.gateway.pay(account.providerRef, { amount: 1 });
  at = midnight;
  double.gateway.pay(account.providerRef, { amount: 2 });
  at = midnight - 1_000;

  const last = double.gateway.pay(account.providerRef, { amount: 500 });
  for (const how of [{ status: 'failed' }, { status: 'authorized' }] as const)
    double.gateway.pay(account.providerRef, { amount: 3, ...how });
  at = midnight - 86_400_000;
  for (let i = 0; i < 120; i++) double.gateway.pay(account.providerRef, { amount: 1_000 });

  const refundRef = 'NF00000000000000000000';
  await payments.refund({ refundRef, paymentProviderRef: last.id, amountPaise: 100 });
  double.gateway.refundsBecome = 'pending';
  await payments.refund({
    refundRef: `${refundRef}P`,
    paymentProviderRef: last.id,
    amountPaise: 100,
  });

  const lines = await payments.dailyStatement(toBusinessDay(midnight - 1));
  expect(lines.filter(({ kind }) => kind === 'payment')).toHaveLength(121);
  expect(lines).toContainEqual({
    kind: 'payment',
    ref: last.id,
    amountPaise: 500,
    atMs: midnight - 1_000,
  });
  expect(lines.filter(({ kind }) => kind === 'refund')).toEqual([
    { kind: 'refund', ref: refundRef, amountPaise: 100, atMs: midnight - 86_400_000 },
  ]);
  double.fail('server_error', 'GET', /refunds$/);
  await expect(payments.dailyStatement(toBusinessDay(midnight - 1))).rejects.toMatchObject({
    name: 'NoAnswer',
  });
});
