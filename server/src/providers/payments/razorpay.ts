import type { Channel } from '@noren/contract/payment';
import type { PaymentProvider } from '../../platform/ports/mandates.ts';
import type {
  Payments,
  ProviderEvent,
  ProviderStatementLine,
  RefundAnswer,
  RefundRequest,
} from '../../platform/ports/payments.ts';
import {
  makeRazorpayHttp,
  type RazorpayAccess,
  type RazorpayHttp,
  RazorpayRefusal,
  toMs,
} from '../razorpay-http.ts';
import { makeWebhookReader } from '../razorpay-webhook.ts';
import {
  bankTransferEntity,
  findBankNumber,
  isCaptured,
  linkEntity,
  type PaymentEntity,
  paymentEntity,
  type RefundEntity,
  refundEntity,
  toPaymentEvent,
  toRefundAnswer,
} from './razorpay-entities.ts';
import { makeInstrument, type RazorpayChannel } from './razorpay-make.ts';
import { makeRazorpayMandates } from './razorpay-mandates.ts';
import { readPaymentEvents } from './razorpay-webhooks.ts';

/** Razorpay's payment gateway, as an account has it. */
export interface RazorpayPaymentsConfig extends RazorpayAccess {
  /** The channels switched on for the account. */
  readonly channels: readonly RazorpayChannel[];
  readonly webhookSecrets: readonly string[];
  /** Whether UPI AutoPay is switched on for the account. */
  readonly hasAutopay: boolean;
  /** Where the lender is reached by e-mail. */
  readonly email: string;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/**
 * Takes money in through Razorpay: UPI QR codes, virtual accounts, payment links.
 * docs/decisions/017-razorpay.md names the page of its documentation for each call.
 */
export function makeRazorpayPayments(config: RazorpayPaymentsConfig): PaymentProvider {
  const http = makeRazorpayHttp(config);
  const inProgress = new Map<string, ReturnType<Payments['make']>>();

  return {
    name: 'razorpay',
    channels: config.channels,
    ...(config.hasAutopay && { mandates: makeRazorpayMandates(http, config.email) }),
    make(channel, request) {
      const own = config.channels.find((one) => one === channel);
      if (!own) return Promise.reject(new RangeError(`razorpay makes no ${channel}`));

      return once(inProgress, `${channel}:${request.code}`, () =>
        makeInstrument(own, { http, request, now: config.now() }),
      );
    },
    async find(code, made) {
      const events = await Promise.all(made.map((one) => fetchPaymentEvents(http, code, one)));
      return events.flat();
    },
    refund: (request) => refund(http, request),
    async findRefund(request) {
      return (await findRefund(http, request)) ?? { state: 'not_found' };
    },
    dailyStatement: (day) => readDailyStatement(http, day),
    bankNumber: async (providerRef) =>
      fetchBankReference(http, await fetchPayment(http, providerRef)),
    readWebhook: makeWebhookReader(config.webhookSecrets, readPaymentEvents),
  };
}

/** Concurrent calls with one key share one run. */
async function once<T>(
  running: Map<string, Promise<T>>,
  key: string,
  start: () => Promise<T>,
): Promise<T> {
  const found = running.get(key);
  if (found) return found;

  const started = start().finally(() => running.delete(key));
  running.set(key, started);

  return started;
}

async function fetchPaymentEvents(
  http: RazorpayHttp,
  code: string,
  { channel, providerRef }: { channel: Channel; providerRef: string },
): Promise<ProviderEvent[]> {
  const payments = await listPayments(http, channel, encodeURIComponent(providerRef));
  const events = payments.map(async (payment) => {
    const bankReference =
      channel === 'bank_transfer' ? await fetchBankReference(http, payment) : null;
    return toPaymentEvent(payment, { code, channel, bankReference });
  });

  return (await Promise.all(events)).filter((event) => event !== null);
}

async function listPayments(
  http: RazorpayHttp,
  channel: Channel,
  ref: string,
): Promise<PaymentEntity[]> {
  switch (channel) {
    case 'upi':
      return http.list({
        what: 'payments of a QR code',
        path: `/payments/qr_codes/${ref}/payments`,
        answer: paymentEntity,
      });
    case 'bank_transfer':
      return http.list({
        what: 'payments of a virtual account',
        path: `/virtual_accounts/${ref}/payments`,
        answer: paymentEntity,
      });
    case 'payment_link': {
      const { payments } = await http.get({
        what: 'payment link',
        path: `/payment_links/${ref}`,
        answer: linkEntity,
      });
      // A link lists its payments; only the payment itself has the time and the bank's number.
      return Promise.all((payments ?? []).map(({ payment_id: id }) => fetchPayment(http, id)));
    }
    case 'bill_code':
    case 'cash_counter':
    case 'convenience_store':
      return [];
    default: {
      const missing: never = channel;
      throw new RangeError(`unknown channel: ${missing}`);
    }
  }
}

async function fetchPayment(http: RazorpayHttp, id: string): Promise<PaymentEntity> {
  return http.get({
    what: 'payment',
    path: `/payments/${encodeURIComponent(id)}`,
    answer: paymentEntity,
  });
}

/** The bank's number of a transfer is on the transfer, not on its payment. */
async function fetchBankReference(
  http: RazorpayHttp,
  payment: PaymentEntity,
): Promise<string | null> {
  if (!isCaptured(payment) || payment.method !== 'bank_transfer') return findBankNumber(payment);
  const path = `/payments/${encodeURIComponent(payment.id)}/bank_transfer`;
  const transfer = await http.get({ what: 'bank transfer', path, answer: bankTransferEntity });
  return transfer.bank_reference ?? null;
}

/**
 * Refunds under our reference, which is both the receipt and the idempotency key.
 * Source: razorpay.com/docs/api/refunds/normal-refunds-idempotent.
 */
async function refund(http: RazorpayHttp, request: RefundRequest): Promise<RefundAnswer> {
  const { refundRef, amountPaise } = request;
  if (!/^[\w-]{10,}$/.test(refundRef))
    throw new RangeError('a reference of a refund has 10 letters, digits, - or _');

  try {
    return toRefundAnswer(
      await http.post({
        what: 'refund',
        path: `/payments/${encodeURIComponent(request.paymentProviderRef)}/refund`,
        headers: { 'x-refund-idempotency': refundRef },
        body: { amount: amountPaise, speed: 'normal', receipt: refundRef, notes: { refundRef } },
        answer: refundEntity,
      }),
    );
  } catch (error) {
    if (!(error instanceof RazorpayRefusal) || error.reason === 'server_error') throw error;

    // "Refunded already" may mean this refund, long after its idempotency key expired.
    return (
      (await findRefund(http, request)) ?? {
        state: 'failed',
        providerId: null,
        reason: error.reason,
      }
    );
  }
}

/** razorpay.com/docs/api/refunds/fetch-multiple-refund-payment */
async function findRefund(
  http: RazorpayHttp,
  request: RefundRequest,
): Promise<RefundAnswer | null> {
  const path = `/payments/${encodeURIComponent(request.paymentProviderRef)}/refunds`;
  try {
    const refunds = await http.list({ what: 'refunds of a payment', path, answer: refundEntity });
    const found = refunds.find((one) => one.receipt === request.refundRef);
    return found ? toRefundAnswer(found) : null;
  } catch (error) {
    // An unknown payment has no refunds.
    if (error instanceof RazorpayRefusal) return null;
    throw error;
  }
}

/** razorpay.com/docs/api/payments/fetch-all-payments and /refunds/fetch-all: by creation time. */
async function readDailyStatement(
  http: RazorpayHttp,
  day: string,
): Promise<ProviderStatementLine[]> {
  const payments = await http.listDay(
    { what: 'payments of a day', path: '/payments', answer: paymentEntity },
    day,
  );
  const refunds = await http.listDay(
    { what: 'refunds of a day', path: '/refunds', answer: refundEntity },
    day,
  );

  return [
    ...payments.filter(isCaptured).map(paymentLine),
    ...refunds.filter(isProcessed).map(refundLine),
  ];
}

const isProcessed = ({ status }: RefundEntity): boolean => status === 'processed';

function paymentLine({ id, amount, created_at: at }: PaymentEntity): ProviderStatementLine {
  return { kind: 'payment', ref: id, amountPaise: amount, atMs: toMs(at) };
}

/** A refund made by hand at the provider has only the provider's id. */
function refundLine({ id, receipt, amount, created_at: at }: RefundEntity): ProviderStatementLine {
  return { kind: 'refund', ref: receipt || id, amountPaise: amount, atMs: toMs(at) };
}
