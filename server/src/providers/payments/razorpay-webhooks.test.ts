import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Payments } from '../../platform/ports/payments.ts';
import {
  type RazorpayDouble,
  startRazorpayDouble,
  type Webhook,
} from '../../testing/razorpay-double/double.ts';
import { makeRazorpayPayments } from './razorpay.ts';

const NOW = Date.UTC(2026, 10, 24, 4, 30);
let double: RazorpayDouble;
let payments: Payments;

beforeAll(async () => {
  double = await startRazorpayDouble(() => NOW);
  payments = makeRazorpayPayments(double.access.payments);
});

afterAll(() => double.stop());

const read = ({ body, headers }: Webhook) => payments.readWebhook(body, headers);

const request = (code: string) => ({
  code,
  amountPaise: 50_000,
  payeeName: 'N',
  note: 'L',
  expiresAtMs: NOW,
});

const payment = { kind: 'payment', amountPaise: 50_000, paidAtMs: NOW } as const;

describe('events', () => {
  test('a paid QR', async () => {
    const qr = await payments.make('upi', request('CODE-Q'));
    const paid = double.gateway.pay(qr.providerRef);
    const entities = { payment: paid, qr_code: double.gateway.qrs.get(qr.providerRef) };
    const common = {
      ...payment,
      eventId: `payment:${paid.id}`,
      providerRef: paid.id,
      code: 'CODE-Q',
    };
    const event = { ...common, channel: 'upi', utr: '116514257019' };

    expect(read(double.paymentWebhook('qr_code.credited', entities))).toEqual([event]);
    expect(
      await payments.find('CODE-Q', [{ channel: 'upi', providerRef: qr.providerRef }]),
    ).toEqual([event]);
  });

  test('a credited virtual account, with the number of the transfer', async () => {
    const account = await payments.make('bank_transfer', request('CODE-V'));
    const paid = double.gateway.pay(account.providerRef, { amount: 50_000 });
    const transfer = {
      id: 'bt_1',
      entity: 'bank_transfer',
      mode: 'NEFT',
      bank_reference: 'AXISN00012345678',
    };
    const entities = {
      payment: paid,
      virtual_account: double.gateway.accounts.get(account.providerRef),
    };

    expect(
      read(
        double.paymentWebhook('virtual_account.credited', { ...entities, bank_transfer: transfer }),
      ),
    ).toEqual([
      {
        ...payment,
        eventId: `payment:${paid.id}`,
        providerRef: paid.id,
        code: 'CODE-V',
        channel: 'bank_transfer',
        utr: 'AXISN00012345678',
      },
    ]);
  });

  test('a paid link', async () => {
    const link = await payments.make('payment_link', request('CODE-L'));
    const paid = double.gateway.pay(link.providerRef, { method: 'netbanking' });
    const entities = {
      payment: paid,
      order: {},
      payment_link: double.gateway.links.get(link.providerRef),
    };

    expect(read(double.paymentWebhook('payment_link.paid', entities))).toMatchObject([
      { kind: 'payment', code: 'CODE-L', channel: 'payment_link', providerRef: paid.id },
    ]);
  });

  test('an authorized payment', async () => {
    const qr = await payments.make('upi', request('CODE-S'));
    const seen = double.gateway.pay(qr.providerRef, { status: 'authorized' });
    expect(read(double.paymentWebhook('payment.authorized', { payment: seen }))).toEqual([
      {
        kind: 'payment_seen',
        eventId: `seen:${seen.id}`,
        code: 'CODE-S',
        providerRef: seen.id,
        amountPaise: 50_000,
      },
    ]);
  });

  test.each([
    ['refund.processed', 'processed', [{ state: 'confirmed', eventId: 'refund:rfnd_1:processed' }]],
    [
      'refund.failed',
      'failed',
      [{ state: 'failed', eventId: 'refund:rfnd_1:failed', reason: 'refund_failed' }],
    ],
    ['refund.processed', 'pending', []],
    ['refund.created', 'processed', []],
  ])('%s of a refund that is %s', (event, status, expected) => {
    const base = {
      id: 'rfnd_1',
      amount: 100,
      currency: 'INR',
      receipt: 'NF1',
      status,
      created_at: NOW / 1_000,
    };
    const events = expected.map((one) => ({
      kind: 'refund',
      refundRef: 'NF1',
      providerId: 'rfnd_1',
      ...one,
    }));

    expect(read(double.paymentWebhook(event, { refund: base, payment: {} }))).toEqual(events);
    expect(
      read(double.paymentWebhook(event, { refund: { ...base, receipt: null }, payment: {} })),
    ).toEqual([]);
  });

  test.each([
    ['payment.dispute.lost', 5_000, 1],
    ['payment.dispute.lost', 0, 0],
    ['payment.dispute.created', 5_000, 0],
    ['payment.dispute.won', 0, 0],
  ])('%s with %i deducted', (event, amount_deducted, count) => {
    const dispute = {
      id: 'disp_1',
      payment_id: 'pay_1',
      amount: 9_000,
      amount_deducted,
      currency: 'INR',
      status: 'lost',
    };
    const taken = { paymentProviderRef: 'pay_1', amountPaise: amount_deducted, takenAtMs: NOW };
    expect(read(double.paymentWebhook(event, { payment: {}, dispute }))).toEqual(
      Array(count).fill({ kind: 'chargeback', eventId: 'chargeback:disp_1', ...taken }),
    );
  });
});

test('an event repeated under another id is the same event', async () => {
  const qr = await payments.make('upi', request('CODE-R'));
  const entities = {
    payment: double.gateway.pay(qr.providerRef),
    qr_code: double.gateway.qrs.get(qr.providerRef),
  };
  const webhook = double.paymentWebhook('qr_code.credited', entities);
  const again = {
    ...webhook,
    headers: { ...webhook.headers, 'x-razorpay-event-id': 'evt_of_somebody' },
  };

  expect(read(again)).toEqual(read(webhook));
});

describe('no event for', () => {
  test.each([
    'payment.captured',
    'payment.failed',
    'order.paid',
    'qr_code.closed',
    'something.new',
  ])('%s', (event) => {
    expect(read(double.paymentWebhook(event, { payment: { id: 'pay_1' } }))).toEqual([]);
  });

  test('a payment by a QR without our code', () => {
    const entities = { payment: { id: 'pay_1' }, qr_code: { id: 'qr_1', notes: [] } };
    expect(read(double.paymentWebhook('qr_code.credited', entities))).toEqual([]);
  });
});

describe('a signature', () => {
  const webhook = () => double.paymentWebhook('order.paid', {});

  const signed = (signature: string | undefined) => {
    const { body, headers } = webhook();
    return payments.readWebhook(body, { ...headers, 'x-razorpay-signature': signature });
  };

  const right = () => webhook().headers['x-razorpay-signature'] ?? '';

  test('that is valid is accepted, also under the previous secret', () => {
    expect(signed(right())).toEqual([]);

    const { webhookSecrets } = double.access.payments;
    const changed = makeRazorpayPayments({
      ...double.access.payments,
      webhookSecrets: ['new secret', ...webhookSecrets],
    });
    const { body, headers } = webhook();

    expect(changed.readWebhook(body, headers)).toEqual([]);
  });

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['a short one', () => right().slice(0, 62)],
    ['a longer one', () => `${right()}00`],
    ['no hex', () => 'z'.repeat(64)],
    ['another', () => 'f'.repeat(64)],
    ['one and more', () => `${right()},${right()}`],
  ])('is refused: %s', (_name, signature) => {
    expect(signed(signature())).toBeNull();
  });

  test('over another body, or under the secret of payouts, is refused', () => {
    const { headers } = webhook();
    expect(payments.readWebhook(Buffer.from('{"event":"order.paid"}'), headers)).toBeNull();
    expect(read(double.payoutWebhook('payout.processed', {}))).toBeNull();
  });
});

test.each([
  ['no payment', { qr_code: { notes: { code: 'C' } } }],
  ['no instrument', { payment: {} }],
  [
    'another currency',
    { qr_code: { notes: { code: 'C' } }, payment: { id: 'pay_1', amount: 1, currency: 'USD' } },
  ],
  [
    'half a paisa',
    { qr_code: { notes: { code: 'C' } }, payment: { id: 'pay_1', amount: 0.5, currency: 'INR' } },
  ],
])('a signed event with %s throws', (_name, entities) => {
  expect(() => read(double.paymentWebhook('qr_code.credited', entities))).toThrow(SyntaxError);
});
