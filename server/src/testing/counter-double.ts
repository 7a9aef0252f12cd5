import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Channel } from '@noren/contract/payment';
import { toBusinessDay } from '@noren/core/money/time';
import type {
  Instrument,
  PaymentRequest,
  Payments,
  ProviderEvent,
  RefundAnswer,
  RefundRequest,
  WebhookHeaders,
} from '../platform/ports/payments.ts';

const SIGNATURE = 'x-counter-signature';
const SECRET = 'the secret of the counters';

type PaymentEvent = Extract<ProviderEvent, { kind: 'payment' }>;

/**
 * A made-up provider of bill codes and cash at counters, in memory: what a lender would add beside
 * Razorpay.
 */
export interface CounterDouble {
  readonly payments: Payments;
  /**
   * Somebody pays at a counter with the number that the app showed.
   * @returns the signed webhook that reports it
   */
  pay(shown: string, amountPaise?: number): CounterWebhook;
  /** The refunds made so far, by reference. */
  readonly refunds: ReadonlyMap<string, RefundRequest>;
}

export interface CounterWebhook {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

export function makeCounterDouble(now: () => number): CounterDouble {
  const made = new Map<
    string,
    { shown: string; request: PaymentRequest; channel: Channel; instrument: Instrument }
  >();
  const paid: PaymentEvent[] = [];
  const refunds = new Map<string, RefundRequest>();

  const answerRefund = ({ refundRef }: RefundRequest): RefundAnswer =>
    refunds.has(refundRef)
      ? { state: 'confirmed', providerId: `back_${refundRef}` }
      : { state: 'not_found' };

  const payments: Payments = {
    name: 'counters',
    channels: ['bill_code', 'cash_counter', 'convenience_store'],
    async make(channel, request) {
      const key = `${channel} ${request.code}`;
      const before = made.get(key);
      if (before) return before.instrument;

      const shown = String(100_000_000_000 + made.size);
      const instrument = instrumentFor(channel, shown, request);

      made.set(key, { shown, request, channel, instrument });

      return instrument;
    },
    find: async (code) => paid.filter((event) => event.code === code),
    async refund(request) {
      refunds.set(request.refundRef, request);
      return answerRefund(request);
    },
    findRefund: async (request) => answerRefund(request),
    dailyStatement: async (day) =>
      paid
        .filter(({ paidAtMs }) => toBusinessDay(paidAtMs) === day)
        .map(({ providerRef, amountPaise, paidAtMs }) => ({
          kind: 'payment',
          ref: providerRef,
          amountPaise,
          atMs: paidAtMs,
        })),
    bankNumber: async () => null,
    readWebhook: (body, headers) => openCounterWebhook(body, headers),
  };

  return {
    payments,
    refunds,
    pay(shown, amountPaise) {
      const known = [...made.values()].find((one) => one.shown === shown);
      if (!known) throw new Error(`no counter knows ${shown}`);

      const providerRef = `counter_${paid.length + 1}`;
      const event: PaymentEvent = {
        kind: 'payment',
        eventId: `paid:${providerRef}`,
        code: known.request.code,
        providerRef,
        amountPaise: amountPaise ?? known.request.amountPaise,
        paidAtMs: now(),
        channel: known.channel,
      };

      paid.push(event);

      const body = Buffer.from(JSON.stringify(event));
      return { body, headers: { [SIGNATURE]: sign(body).toString('hex') } };
    },
  };
}

function instrumentFor(channel: Channel, shown: string, { payeeName }: PaymentRequest): Instrument {
  const providerRef = `slip_${shown}`;
  switch (channel) {
    case 'bill_code':
      return { channel, providerRef, billerName: payeeName, customerId: shown };
    case 'cash_counter':
    case 'convenience_store':
      return { channel, providerRef, payCode: shown, networks: ['Corner Shops', 'Railway Kiosks'] };
    default:
      throw new RangeError(`counters make no ${channel}`);
  }
}

function sign(body: Buffer): Buffer {
  return createHmac('sha256', SECRET).update(body).digest();
}

/** The signature is looked at before the body is read. */
function openCounterWebhook(body: Buffer, headers: WebhookHeaders): ProviderEvent[] | null {
  const given = Buffer.from(headers[SIGNATURE] ?? '', 'hex');
  const wanted = sign(body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return [JSON.parse(body.toString('utf8')) as ProviderEvent];
}
