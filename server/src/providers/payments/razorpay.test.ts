import type { Channel } from '@noren/contract/payment';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Instrument, PaymentRequest, Payments } from '../../platform/ports/payments.ts';
import { useRazorpayDouble } from '../../testing/razorpay-double/use-double.ts';
import { makeRazorpayPayments } from './razorpay.ts';

const START = Date.UTC(2026, 10, 24, 4, 30);
const MINUTE = 60_000;
let at = START;
let payments: Payments;
let codes = 0;

const double = await useRazorpayDouble(() => at);

beforeEach(() => {
  at = START;

  const { gateway } = double;
  for (const stored of [gateway.qrs, gateway.accounts, gateway.links, gateway.payments])
    stored.clear();
  gateway.hasImageContent = true;
  double.seen.length = 0;
  payments = makeRazorpayPayments(double.access.payments);
});

const paymentRequest = (given: Partial<PaymentRequest> = {}): PaymentRequest => ({
  code: `CODE${String(++codes).padStart(22, '0')}`,
  amountPaise: 1_012_345,
  payeeName: 'Noren Finance',
  note: 'Loan N261124XYZ',
  expiresAtMs: at + 30 * MINUTE,
  ...given,
});

const posts = (path: RegExp) =>
  double.seen.filter((one) => one.method === 'POST' && path.test(one.path));
const made = ({ channel, providerRef }: Instrument) => [{ channel, providerRef }];

const PATHS: Record<'upi' | 'bank_transfer' | 'payment_link', RegExp> = {
  upi: /qr_codes$/,
  bank_transfer: /virtual_accounts$/,
  payment_link: /payment_links$/,
};

const CHANNELS = Object.keys(PATHS) as (keyof typeof PATHS)[];

describe('make', () => {
  test('a QR is single-use, for the exact amount, and opens a UPI app', async () => {
    const request = paymentRequest();
    const instrument = await payments.make('upi', request);

    expect(instrument).toEqual({
      channel: 'upi',
      providerRef: expect.stringMatching(/^qr_/),
      upiUri: expect.stringMatching(/^upi:\/\/pay\?.*am=10123\.45/),
    });

    expect(posts(/qr_codes$/)[0]?.body).toMatchObject({
      usage: 'single_use',
      fixed_amount: true,
      payment_amount: 1_012_345,
      close_by: (START + 30 * MINUTE) / 1_000,
      notes: { code: request.code },
    });
  });

  test('a virtual account and a payment link', async () => {
    expect(await payments.make('bank_transfer', paymentRequest())).toMatchObject({
      accountNo: '222333000',
      ifsc: 'RATN0VAAPIS',
    });

    const request = paymentRequest();
    expect(await payments.make('payment_link', request)).toMatchObject({
      url: 'https://rzp.io/i/nxrHnLJ',
    });
    expect(posts(/payment_links$/)[0]?.body).toMatchObject({
      reference_id: request.code,
      accept_partial: false,
    });
  });

  test.each(CHANNELS)(
    '%s: the same code gives the same instrument, sequentially and concurrently',
    async (channel) => {
      const request = paymentRequest();
      const first = await payments.make(channel, request);

      expect(await payments.make(channel, request)).toEqual(first);

      const other = paymentRequest();
      const both = await Promise.all([
        payments.make(channel, other),
        payments.make(channel, other),
      ]);

      expect(both[0]).toEqual(both[1]);
      expect(both[0]).not.toEqual(first);
      expect(posts(PATHS[channel])).toHaveLength(2);
    },
  );

  test.each(
    CHANNELS.flatMap((channel) =>
      (['lost', 'late', 'bad_gateway', 'no_json'] as const).map((f) => [channel, f] as const),
    ),
  )('%s: an instrument whose answer was %s is found and not made twice', async (channel, fault) => {
    const request = paymentRequest();
    double.fail(fault, 'POST', PATHS[channel]);
    await expect(payments.make(channel, request)).rejects.toMatchObject({ name: 'NoAnswer' });

    const found = await makeRazorpayPayments(double.access.payments).make(channel, request);
    expect(posts(PATHS[channel])).toHaveLength(1);
    expect(found.channel).toBe(channel);
  });

  test('a lost instrument is found past the first page', async () => {
    const request = paymentRequest();
    const first = await payments.make('upi', request);

    for (let i = 0; i < 150; i++)
      double.gateway.qrs.set(`qr_x${i}`, { id: `qr_x${i}`, created_at: at / 1_000, notes: {} });
    expect(await payments.make('upi', request)).toEqual(first);
  });

  test.each(CHANNELS)(
    '%s: a shorter expiry than the provider allows becomes 15 minutes',
    async (channel) => {
      await payments.make(channel, paymentRequest({ expiresAtMs: at + MINUTE }));

      const body = posts(PATHS[channel])[0]?.body as { close_by?: number; expire_by?: number };
      const lives = Number(body.close_by ?? body.expire_by) * 1_000 - at;

      expect(lives).toBeGreaterThanOrEqual(15 * MINUTE);
      expect(lives).toBeLessThan(17 * MINUTE);
    },
  );

  test('a QR without its text throws, naming the feature to enable', async () => {
    double.gateway.hasImageContent = false;
    await expect(payments.make('upi', paymentRequest())).rejects.toThrow('image content');
  });

  test('a disabled channel, too small an amount, or wrong keys throw', async () => {
    const some = makeRazorpayPayments({ ...double.access.payments, channels: ['upi'] });
    await expect(some.make('payment_link', paymentRequest())).rejects.toThrow(RangeError);
    await expect(
      payments.make('payment_link', paymentRequest({ amountPaise: 99 })),
    ).rejects.toMatchObject({
      name: 'RazorpayRefusal',
    });

    const wrong = makeRazorpayPayments({ ...double.access.payments, keySecret: 'wrong' });
    await expect(wrong.make('upi', paymentRequest())).rejects.toMatchObject({ name: 'NoAnswer' });
  });
});

describe('find', () => {
  test.each(CHANNELS)('%s: a captured payment is returned', async (channel) => {
    const request = paymentRequest();
    const instrument = await payments.make(channel, request);

    expect(await payments.find(request.code, made(instrument))).toEqual([]);
    at += 5 * MINUTE;

    const paid = double.gateway.pay(instrument.providerRef, {
      amount: 1_012_345,
      number: '632810001234',
    });
    expect(await payments.find(request.code, made(instrument))).toEqual([
      {
        kind: 'payment',
        eventId: `payment:${paid.id}`,
        code: request.code,
        providerRef: paid.id,
        amountPaise: 1_012_345,
        paidAtMs: at,
        channel,
        utr: '632810001234',
      },
    ]);
  });

  test.each([
    [{ status: 'authorized' }, ['payment_seen']],
    [{ status: 'failed' }, []],
    [{ status: 'refunded' }, ['payment']],
    [{ status: 'refunded', captured: false }, []],
  ] as const)('a payment that is %j gives %j', async (how, kinds) => {
    const request = paymentRequest();
    const qr = await payments.make('upi', request);
    double.gateway.pay(qr.providerRef, how);
    expect((await payments.find(request.code, made(qr))).map((event) => event.kind)).toEqual(kinds);
  });

  test.each(CHANNELS)('%s: the bank’s number of a payment', async (channel) => {
    const { providerRef } = await payments.make(channel, paymentRequest());
    const paid = double.gateway.pay(providerRef, { amount: 50_000, number: 'SBIN62810001234' });

    expect(await payments.bankNumber(paid.id)).toBe('SBIN62810001234');
    await expect(payments.bankNumber('pay_unknown')).rejects.toMatchObject({
      name: 'RazorpayRefusal',
    });
  });

  test('all payments of an account, over all pages', async () => {
    const request = paymentRequest();
    const account = await payments.make('bank_transfer', request);

    for (let i = 0; i < 105; i++)
      double.gateway.pay(account.providerRef, { amount: 100 + i, number: `N${i}` });

    const events = await payments.find(request.code, made(account));
    expect(new Set(events.map((event) => event.eventId)).size).toBe(105);
  });

  test('instruments of several channels are all queried; one of another provider is ignored', async () => {
    const request = paymentRequest();
    const all = await Promise.all(CHANNELS.map((channel) => payments.make(channel, request)));

    double.gateway.pay(all[0]!.providerRef);
    double.gateway.pay(all[2]!.providerRef);
    expect(await payments.find(request.code, all.flatMap(made))).toHaveLength(2);
    expect(
      await payments.find(request.code, [{ channel: 'bill_code' as Channel, providerRef: 'b1' }]),
    ).toEqual([]);
    await expect(
      payments.find(request.code, [{ channel: 'upi', providerRef: 'qr_none' }]),
    ).rejects.toMatchObject({
      name: 'RazorpayRefusal',
    });
  });

  test.each([
    'silent',
    'late',
    'server_error',
    'no_json',
    'other_json',
    'unauthorised',
    'busy',
  ] as const)('no answer (%s) is an error, never "nothing was paid"', async (fault) => {
    const request = paymentRequest();
    const qr = await payments.make('upi', request);
    double.fail(fault, 'GET', /payments$/);
    await expect(payments.find(request.code, made(qr))).rejects.toMatchObject({ name: 'NoAnswer' });
  });

  test('a read is retried once after a closed connection', async () => {
    const request = paymentRequest();
    const qr = await payments.make('upi', request);

    double.fail('lost', 'GET', /payments$/);
    expect(await payments.find(request.code, made(qr))).toEqual([]);
    double.fail('lost', 'GET', /payments$/);
    double.fail('lost', 'GET', /payments$/);
    await expect(payments.find(request.code, made(qr))).rejects.toMatchObject({ name: 'NoAnswer' });
  });
});

test('an error contains neither keys nor request data', async () => {
  const request = paymentRequest({ note: 'secret note', payeeName: 'Secret Name' });
  double.fail('other_json', 'POST', /qr_codes$/);

  const error = await payments.make('upi', request).catch((thrown: unknown) => thrown);
  const text = JSON.stringify([
    String(error),
    (error as Error).stack,
    String((error as Error).cause),
  ]);

  for (const word of ['secret', 'Secret', request.code, double.access.payments.keySecret, 'Basic'])
    expect(text).not.toContain(word);
});
