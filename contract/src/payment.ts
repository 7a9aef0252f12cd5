import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';

/**
 * The payment channels, each with its own screen. `upi`: QR and intent link; `bank_transfer`: a
 * virtual account for NEFT, IMPS and RTGS; `bill_code`: a number for any bill-payment app;
 * `cash_counter` and `convenience_store`: a code to pay in cash; `payment_link`: the provider's own
 * page.
 */
export const CHANNELS = [
  'upi',
  'bank_transfer',
  'bill_code',
  'cash_counter',
  'convenience_store',
  'payment_link',
] as const;
export const channel = z.enum(CHANNELS);

export type Channel = z.infer<typeof channel>;

/**
 * The purpose of a payment: full, part, an accepted extension, or the return in the cooling-off
 * days.
 */
export const paymentKind = z.enum(['full', 'part', 'extension', 'return']);
export type PaymentKind = z.infer<typeof paymentKind>;

/** A payment code: our reference on one payment request. */
export const paymentCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/, 'id'));

/** The secret part of a payment link. */
export const linkToken = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/, 'id'));

/** How to pay by one channel, for anyone who holds the code. */
export const instrument = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('upi'), upiUri: z.string() }),
  z.object({
    channel: z.literal('bank_transfer'),
    accountNo: z.string(),
    ifsc: z.string(),
    holderName: z.string(),
    bankName: z.nullable(z.string()),
  }),
  z.object({ channel: z.literal('bill_code'), billerName: z.string(), customerId: z.string() }),
  z.object({
    channel: z.literal('cash_counter'),
    payCode: z.string(),
    networks: z.array(z.string()),
  }),
  z.object({
    channel: z.literal('convenience_store'),
    payCode: z.string(),
    networks: z.array(z.string()),
  }),
  /** `url`: of a sandbox a path of the app itself. */
  z.object({ channel: z.literal('payment_link'), url: z.string() }),
]);

export type Instrument = z.infer<typeof instrument>;

/** Creates the payment's instrument for another channel, or returns the existing one. */
export const choosePaymentChannel = call({
  method: 'POST',
  path: '/api/user/public/payment/channel',
  who: 'anyone',
  body: z.object({ code: paymentCode, channel }),
  response: z.object({ instrument }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * The payer says the money was sent: the provider is queried at once, and the payment is shown as
 * being checked.
 */
export const reportPaid = call({
  method: 'POST',
  path: '/api/user/public/payment/reported',
  who: 'anyone',
  body: z.object({ code: paymentCode }),
  response: z.object({ state: z.enum(['pending', 'checking', 'paid', 'expired', 'cancelled']) }),
  codes: [CODES.notFound],
  changes: true,
  added: true,
});
