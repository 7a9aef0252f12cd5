import * as z from 'zod';
import type {
  AskedMandate,
  DebitAnswer,
  DebitRequest,
  MandateAnswer,
  MandateRequest,
  Mandates,
} from '../../platform/ports/mandates.ts';
import { type RazorpayHttp, RazorpayRefusal, toSeconds } from '../razorpay-http.ts';
import { toDebitFailure } from './razorpay-debit-reasons.ts';
import { type PaymentEntity, paymentEntity, toPaymentEvent } from './razorpay-entities.ts';

// UPI AutoPay as razorpay.com/docs documents recurring payments server to server: a customer, an
// order with a token, and a payment by intent that approves it; then for each debit an order with
// an announcement, and a recurring payment.

/** The least amount of an order: what the payer pays to approve a mandate. */
const APPROVAL_PAISE = 100;

const id = z.object({ id: z.string().min(1) });
const order = id.extend({ receipt: z.string().nullish(), created_at: z.int().optional() });

/**
 * A token: .../recurring-payments/upi/tokens. `initiated` and `cancellation_initiated` are not
 * final.
 */
const token = id.extend({
  recurring_details: z.object({
    status: z.enum([
      'initiated',
      'confirmed',
      'rejected',
      'paused',
      'cancellation_initiated',
      'cancelled',
    ]),
  }),
});

/** .../s2s-integration/recurring-payments/upi-intent/authorization-transaction */
const approval = z.object({
  razorpay_payment_id: z.string().min(1),
  link: z.string().startsWith('upi://mandate?'),
});

/** @param email a debit needs one; where the lender is reached, since it has none of the payer's */
export function makeRazorpayMandates(http: RazorpayHttp, email: string): Mandates {
  return {
    approvalPaise: APPROVAL_PAISE,
    ask: (request) => ask(http, request),
    async find(mandate) {
      const payments = await listPayments(http, mandate.orderRef);

      return {
        mandate: await findToken(http, mandate, payments),
        payments: payments.flatMap(
          (one) => toPaymentEvent(one, { code: mandate.code, channel: 'upi' }) ?? [],
        ),
      };
    },
    cancel: (mandate) => cancel(http, mandate),
    async announce(debit) {
      const made = await ensureOrder(http, debit.code, () => ({
        amount: debit.amountPaise,
        payment_capture: true,
        notification: {
          token_id: debit.tokenRef,
          payment_after: toSeconds(debit.presentAfterMs),
        },
      }));
      return { orderRef: made.id };
    },
    present: (debit) => present(http, email, debit),
    findDebit: async ({ code, orderRef }) => toAnswer(await listPayments(http, orderRef), code),
  };
}

/**
 * The customer's details are our reference alone, so that a repeated request finds the same one,
 * and nobody else's mandates are his.
 */
async function ask(http: RazorpayHttp, request: MandateRequest): Promise<AskedMandate> {
  const { code } = request;
  const customer = await http.post({
    what: 'customer of a mandate',
    path: '/customers',
    answer: id,
    body: { name: code, fail_existing: '0', notes: { code } },
  });

  const made = await ensureOrder(http, code, () => ({
    amount: APPROVAL_PAISE,
    payment_capture: true,
    method: 'upi',
    customer_id: customer.id,
    token: {
      max_amount: request.mostPaise,
      expire_at: toSeconds(request.lastMs),
      frequency: 'as_presented',
    },
  }));

  const asked = await http.post({
    what: 'approval of a mandate',
    path: '/payments/create/upi',
    answer: approval,
    body: {
      amount: APPROVAL_PAISE,
      currency: 'INR',
      order_id: made.id,
      customer_id: customer.id,
      recurring: '1',
      method: 'upi',
      upi: { flow: 'intent' },
      notes: { code },
    },
  });

  return { customerRef: customer.id, orderRef: made.id, upiUri: asked.link };
}

/** The order of a code: one whose answer was lost is found by its receipt. */
async function ensureOrder(
  http: RazorpayHttp,
  code: string,
  build: () => object,
): Promise<z.infer<typeof order>> {
  const { items } = await http.get({
    what: 'orders of a code',
    path: '/orders',
    query: { receipt: code },
    answer: z.object({ items: z.array(order) }),
  });
  const found = items.find(({ receipt }) => receipt === code);
  if (found) return found;

  return http.post({
    what: 'order',
    path: '/orders',
    answer: order,
    body: { ...build(), currency: 'INR', receipt: code, notes: { code } },
  });
}

async function listPayments(http: RazorpayHttp, orderRef: string): Promise<PaymentEntity[]> {
  const { items } = await http.get({
    what: 'payments of an order',
    path: `/orders/${encodeURIComponent(orderRef)}/payments`,
    answer: z.object({ items: z.array(paymentEntity) }),
  });
  return items;
}

/** The token of the newest payment that has one. */
async function findToken(
  http: RazorpayHttp,
  { customerRef }: AskedMandate,
  payments: readonly PaymentEntity[],
): Promise<MandateAnswer> {
  const newest = [...payments]
    .sort((one, two) => two.created_at - one.created_at)
    .find(({ token_id: ref }) => ref);
  if (!newest?.token_id) return { state: 'waiting', tokenRef: null };

  const { id: tokenRef, recurring_details: details } = await http.get({
    what: 'token',
    path: tokenPath({ customerRef, tokenRef: newest.token_id }),
    answer: token,
  });
  switch (details.status) {
    case 'initiated':
      return { state: 'waiting', tokenRef };
    case 'rejected':
      return { state: 'rejected', tokenRef };
    case 'confirmed':
    case 'paused':
    case 'cancelled':
      return { state: details.status, tokenRef };
    // No debit goes through any more; NPCI has yet to say so.
    case 'cancellation_initiated':
      return { state: 'paused', tokenRef };
    default: {
      const missing: never = details.status;
      throw new RangeError(`unknown status of a token: ${missing}`);
    }
  }
}

function tokenPath(mandate: { readonly customerRef: string; readonly tokenRef: string }): string {
  const [customer, token] = [mandate.customerRef, mandate.tokenRef].map(encodeURIComponent);
  return `/customers/${customer}/tokens/${token}`;
}

/** A refusal may mean that it is cancelled already: `find` tells. */
async function cancel(
  http: RazorpayHttp,
  mandate: { readonly customerRef: string; readonly tokenRef: string },
): Promise<void> {
  try {
    await http.put({
      what: 'cancellation of a token',
      path: `${tokenPath(mandate)}/cancel`,
      answer: z.object({ status: z.string() }),
    });
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error;
  }
}

/** An order takes one payment, so that a debit presented twice is made once. */
async function present(
  http: RazorpayHttp,
  email: string,
  debit: DebitRequest & { readonly orderRef: string; readonly phone: string },
): Promise<DebitAnswer> {
  const before = toAnswer(await listPayments(http, debit.orderRef), debit.code);
  if (before.state !== 'absent') return before;

  try {
    await http.post({
      what: 'debit',
      path: '/payments/create/recurring',
      answer: z.object({ razorpay_payment_id: z.string().min(1) }),
      body: {
        email,
        contact: debit.phone,
        amount: debit.amountPaise,
        currency: 'INR',
        order_id: debit.orderRef,
        customer_id: debit.customerRef,
        token: debit.tokenRef,
        recurring: true,
        notes: { code: debit.code },
      },
    });
    return { state: 'waiting' };
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error;
    return { state: 'failed', paymentRef: null, reason: toDebitFailure(error.reason) };
  }
}

/** What an order's payments say of its debit: one that was made outweighs those that failed. */
function toAnswer(payments: readonly PaymentEntity[], code: string): DebitAnswer {
  for (const payment of payments) {
    const event = toPaymentEvent(payment, { code, channel: 'upi' });
    if (event?.kind === 'payment') return { state: 'paid', event };
  }

  if (payments.some(({ status }) => status === 'created' || status === 'authorized'))
    return { state: 'waiting' };

  const [failed] = payments;
  return failed
    ? {
        state: 'failed',
        paymentRef: failed.id,
        reason: toDebitFailure(failed.error_reason ?? null),
      }
    : { state: 'absent' };
}
