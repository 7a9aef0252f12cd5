import * as z from 'zod';
import type {
  PayoutAnswer,
  PayoutBalance,
  PayoutLine,
  PayoutRequest,
  Payouts,
} from '../../platform/ports/payouts.ts';
import {
  makeRazorpayHttp,
  type RazorpayAccess,
  type RazorpayHttp,
  RazorpayRefusal,
  toMs,
} from '../razorpay-http.ts';
import { makeWebhookReader } from '../razorpay-webhook.ts';
import { type PayoutEntity, payoutEntity, toPayoutAnswer } from './razorpayx-entities.ts';
import { buildFundAccount, isAboutAccount } from './razorpayx-fund-account.ts';
import { makeAccountValidation } from './razorpayx-validation.ts';
import { readPayoutEvents } from './razorpayx-webhooks.ts';

/** The settings of one RazorpayX account. */
export interface RazorpayXConfig extends RazorpayAccess {
  /** The account at RazorpayX from which we pay out. */
  readonly accountNumber: string;
  readonly webhookSecrets: readonly string[];
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** IMPS limit (razorpay.com/docs/x/payouts, payout modes); above it NEFT, which may take hours. */
const IMPS_LIMIT_PAISE = 5_00_000_00;

/**
 * Sends money out through RazorpayX. docs/decisions/017-razorpay.md names the page of its
 * documentation for each call.
 */
export function makeRazorpayXPayouts(config: RazorpayXConfig): Payouts {
  const http = makeRazorpayHttp(config);

  return {
    name: 'razorpayx',
    send: (request) => send(http, config.accountNumber, request),
    async find(payoutRef) {
      return (await findPayout(http, config.accountNumber, payoutRef)) ?? { state: 'not_found' };
    },
    cancel: (payoutRef) => cancel(http, config.accountNumber, payoutRef),
    validateAccount: makeAccountValidation(http, config),
    dailyStatement: (day) => readDailyStatement(http, config.accountNumber, day),
    balance: () => readBalance(http, config.accountNumber),
    readWebhook: makeWebhookReader(config.webhookSecrets, readPayoutEvents),
  };
}

/**
 * Contact, account and payout in one call (razorpay.com/docs/api/x/payout-composite), so that
 * nothing is left incomplete; an existing contact or account is reused. Our reference is the
 * idempotency key.
 */
async function send(
  http: RazorpayHttp,
  accountNumber: string,
  request: PayoutRequest,
): Promise<PayoutAnswer> {
  const { payoutRef, amountPaise } = request;
  if (!/^[\w-]{4,36}$/.test(payoutRef))
    throw new RangeError('a reference of a payout has 4 to 36 letters and digits');

  try {
    return toPayoutAnswer(
      await http.post({
        what: 'payout',
        path: '/payouts',
        headers: { 'x-payout-idempotency': payoutRef },
        body: {
          account_number: accountNumber,
          amount: amountPaise,
          currency: 'INR',
          mode: amountPaise <= IMPS_LIMIT_PAISE ? 'IMPS' : 'NEFT',
          purpose: 'payout',
          fund_account: buildFundAccount(request),
          // If our balance is too low, RazorpayX queues the payout: the borrower need not apply again.
          queue_if_low_balance: true,
          reference_id: payoutRef,
          narration: `Loan ${payoutRef.replace(/[^A-Za-z0-9]/g, '')}`.slice(0, 30),
        },
        answer: payoutEntity,
      }),
    );
  } catch (error) {
    if (!(error instanceof RazorpayRefusal) || !isAboutAccount(error)) throw error;
    // The payout of an earlier attempt may have been accepted: then this refusal does not count.
    const payout = await findPayout(http, accountNumber, payoutRef);
    return payout ?? { state: 'failed', providerId: null, reason: 'account_invalid' };
  }
}

/**
 * Only a queued payout can be cancelled (razorpay.com/docs/api/x/payouts/cancel). If RazorpayX sends
 * it meanwhile, it refuses to cancel.
 */
async function cancel(
  http: RazorpayHttp,
  accountNumber: string,
  payoutRef: string,
): Promise<PayoutAnswer> {
  const payout = await findPayout(http, accountNumber, payoutRef);
  if (payout?.state !== 'queued') return payout ?? { state: 'not_found' };

  const path = `/payouts/${payout.providerId}/cancel`;
  try {
    return toPayoutAnswer(
      await http.post({ what: 'cancelling a payout', path, body: {}, answer: payoutEntity }),
    );
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error;
    return (await findPayout(http, accountNumber, payoutRef)) ?? { state: 'not_found' };
  }
}

/** razorpay.com/docs/api/x/payouts/fetch-all */
async function findPayout(
  http: RazorpayHttp,
  accountNumber: string,
  payoutRef: string,
): Promise<PayoutAnswer | null> {
  const query = { account_number: accountNumber, reference_id: payoutRef };
  const payouts = await http.list({
    what: 'payouts by reference',
    path: '/payouts',
    query,
    answer: payoutEntity,
  });
  const payout = payouts.find(({ reference_id: ref }) => ref === payoutRef);

  return payout ? toPayoutAnswer(payout) : null;
}

/** The payouts created on a day, which is how the API lists them; without those reversed later. */
async function readDailyStatement(
  http: RazorpayHttp,
  accountNumber: string,
  day: string,
): Promise<PayoutLine[]> {
  const call = {
    what: 'payouts of a day',
    path: '/payouts',
    query: { account_number: accountNumber },
  };
  const payouts = await http.listDay({ ...call, answer: payoutEntity }, day);

  return payouts.filter(({ status }) => status === 'processed').map(toPayoutLine);
}

/** A payout made in RazorpayX's dashboard has no reference of ours, only the provider's id. */
function toPayoutLine({ id, reference_id: ref, amount, created_at: at }: PayoutEntity): PayoutLine {
  return { payoutRef: ref || id, amountPaise: amount, atMs: toMs(at) };
}

const balances = z.object({
  items: z.array(
    z.object({ account_number: z.string(), available_amount: z.int(), refreshed_at: z.int() }),
  ),
});

/** razorpay.com/docs/us/api/x/account-validation/balance-fetch; the page applies to India too. */
async function readBalance(
  http: RazorpayHttp,
  accountNumber: string,
): Promise<PayoutBalance | null> {
  const query = { count: 100 };
  const { items } = await http.get({
    what: 'balances',
    path: '/banking_balances',
    query,
    answer: balances,
  });
  const balance = items.find((item) => item.account_number === accountNumber);
  if (!balance) return null;

  return { availablePaise: balance.available_amount, asOf: toMs(balance.refreshed_at) };
}
