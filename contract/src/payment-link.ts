import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId } from './fields.ts';
import { channel, linkToken } from './payment.ts';

/**
 * A loan that anybody may pay who has its link; no name, and nothing of another loan. Changes
 * nothing, so a program that only looks at links ends none.
 */
export const viewPaymentLink = call({
  method: 'GET',
  path: '/api/user/public/payment-link/{token}',
  who: 'anyone',
  params: z.object({ token: linkToken }),
  response: z.object({
    /** `ended`: a newer link was sent, its days are over, or there is nothing to pay. */
    state: z.enum(['open', 'paid', 'ended']),
    payeeName: z.string(),
    /** Null unless it is open. */
    loan: z.nullable(
      z.object({
        orderLast4: z.string(),
        asOfDay: day,
        dueDay: z.nullable(day),
        owedPaise: paise,
        /** The minimum part payment. */
        leastPartPaise: paise,
        /** An offered settlement: pay this much by the day, and nothing more is owed. */
        offer: z.nullable(z.object({ payPaise: paise, payBy: day })),
        /**
         * The borrower says that a payment is made, or the bank has seen one and not confirmed it.
         */
        isChecking: z.boolean(),
        endsAt: instant,
      }),
    ),
    channels: z.array(channel),
  }),
  codes: [CODES.notFound],
  added: true,
});

/**
 * Creates a link to a loan that the borrower shares; older links of the loan end. 409 when nothing
 * is owed.
 */
export const makePaymentLink = call({
  method: 'POST',
  path: '/api/user/repay/link',
  who: 'borrower',
  body: z.object({ repayId }),
  response: z.object({ token: linkToken }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Creates a payment for the loan of a link, or returns one of the same amount that was begun
 * through a link today, and its first instrument: all that is owed, or the amount named. The
 * borrower's own payments do not wait for it. 409 says why not (`data.reason`).
 */
export const payByLink = call({
  method: 'POST',
  path: '/api/user/public/payment-link/pay',
  who: 'anyone',
  body: z.object({ token: linkToken, channel, amountPaise: z.optional(paise) }),
  response: z.object({ code: z.string(), amountPaise: paise, expiresAt: instant }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});
