import type { PayoutAnswer, PayoutLine, PayoutRequest, Payouts } from '../../platform/ports/payouts.ts';
import { makeRazorpayHttp, msOf, type RazorpayAccess, type RazorpayHttp, Refused } from '../razorpay-http.ts';
import { type PayoutEntity, payoutAnswerOf, payoutEntity } from './razorpayx-entities.ts';
import { fundAccountOf, isAboutAccount } from './razorpayx-fund-account.ts';
import { makeAccountQuestions } from './razorpayx-validation.ts';
import { readPayoutWebhook } from './razorpayx-webhooks.ts';

/** RazorpayX, as an account has it. */
export interface RazorpayXConfig extends RazorpayAccess {
  /** Our own account there, which payouts leave. */
  readonly accountNumber: string;
  readonly webhookSecrets: readonly string[];
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Most that IMPS carries (razorpay.com/docs/x/payouts, payout modes); above it NEFT, which may take hours. */
const MOST_BY_IMPS_PAISE = 5_00_000_00;

/**
 * Sends money out through RazorpayX. Which page of its documentation each call stands on: docs/decisions/017-razorpay.md.
 */
export function makeRazorpayXPayouts(config: RazorpayXConfig): Payouts {
  const http = makeRazorpayHttp(config);
  return {
    name: 'razorpayx',
    send: (request) => send(http, config.accountNumber, request),
    async ask(payoutRef) {
      return (await findPayout(http, config.accountNumber, payoutRef)) ?? { state: 'not_found' };
    },
    validateAccount: makeAccountQuestions(http, config),
    statement: (day) => readStatement(http, config.accountNumber, day),
    readWebhook: (body, headers) => readPayoutWebhook(config.webhookSecrets, body, headers),
  };
}

/**
 * Contact, account and payout in one call (razorpay.com/docs/api/x/payout-composite), so that nothing is left half made;
 * the contact and the account are found again by what they are. Our reference is the key that makes asking twice pay once.
 */
async function send(http: RazorpayHttp, accountNumber: string, request: PayoutRequest): Promise<PayoutAnswer> {
  const { payoutRef, amountPaise } = request;
  if (!/^[\w-]{4,36}$/.test(payoutRef)) throw new RangeError('a reference of a payout has 4 to 36 letters and digits');
  try {
    return payoutAnswerOf(
      await http.post({
        what: 'payout',
        path: '/payouts',
        headers: { 'x-payout-idempotency': payoutRef },
        body: {
          account_number: accountNumber,
          amount: amountPaise,
          currency: 'INR',
          mode: amountPaise <= MOST_BY_IMPS_PAISE ? 'IMPS' : 'NEFT',
          purpose: 'payout',
          fund_account: fundAccountOf(request),
          // Without money in our account it waits there, rather than ask the borrower to apply anew.
          queue_if_low_balance: true,
          reference_id: payoutRef,
          narration: `Loan ${payoutRef.replace(/[^A-Za-z0-9]/g, '')}`.slice(0, 30),
        },
        answer: payoutEntity,
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused) || !isAboutAccount(error)) throw error;
    // One that was taken before stands, whatever is said of the request now.
    const found = await findPayout(http, accountNumber, payoutRef);
    return found ?? { state: 'failed', providerId: null, reason: 'account_invalid' };
  }
}

/** razorpay.com/docs/api/x/payouts/fetch-all */
async function findPayout(http: RazorpayHttp, accountNumber: string, payoutRef: string): Promise<PayoutAnswer | null> {
  const query = { account_number: accountNumber, reference_id: payoutRef };
  const payouts = await http.list({ what: 'payouts by reference', path: '/payouts', query, answer: payoutEntity });
  const found = payouts.find((payout) => payout.reference_id === payoutRef);
  return found ? payoutAnswerOf(found) : null;
}

/** By when each was created, as the API lists them; one taken back later is on it no more. */
async function readStatement(http: RazorpayHttp, accountNumber: string, day: string): Promise<PayoutLine[]> {
  const call = { what: 'payouts of a day', path: '/payouts', query: { account_number: accountNumber } };
  const payouts = await http.listDay({ ...call, answer: payoutEntity }, day);
  return payouts.filter(({ status }) => status === 'processed').map(lineOf);
}

/** One made by hand bears no reference of ours, only the provider's name. */
function lineOf({ id, reference_id: ref, amount, created_at: at }: PayoutEntity): PayoutLine {
  return { payoutRef: ref || id, amountPaise: amount, atMs: msOf(at) };
}
