import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId, signedPaise } from './fields.ts';

/** What is owed on an order today and why. Source: specification §2 "Repay details". */
export const repayDetail = call({
  method: 'GET',
  path: '/api/user/repay/detail/{repayId}',
  who: 'user',
  params: z.object({ repayId }),
  response: z.object({
    repayId: z.string(),
    borrowStatus: z.int(),
    productName: z.string(),
    lenderName: z.string(),
    asOfDay: day,
    principalPaise: paise,
    dueDay: z.nullable(day),
    extendedDueDay: z.nullable(day),
    overdueDays: z.int(),
    /** Penal charges so far (the specification's "overdue fee"). */
    overdueFeePaise: paise,
    penalDays: z.int(),
    interestPaise: paise,
    interestDays: z.int(),
    waivedPaise: paise,
    paidPaise: paise,
    coupon: z.null(),
    /** To close the order today. */
    totalPaise: paise,
    /** What an interrupted payment is doing, if one is under way. */
    openIntent: z.nullable(z.object({ code: z.string(), state: z.enum(['pending', 'checking']) })),
  }),
  codes: [CODES.notFound],
  added: true,
});

/** The ledger entries behind the figures, oldest first, and what is computed but not yet booked. */
export const repayEntries = call({
  method: 'GET',
  path: '/api/user/repay/entries/{repayId}',
  who: 'user',
  params: z.object({ repayId }),
  response: z.object({
    asOfDay: day,
    entries: z.array(
      z.object({
        journalId: z.string(),
        day,
        kind: z.string(),
        lines: z.array(z.object({ account: z.string(), amountPaise: signedPaise })),
      }),
    ),
    notYetBooked: z.array(z.object({ kind: z.enum(['interest', 'penal']), days: z.int(), amountPaise: paise })),
  }),
  codes: [CODES.notFound],
  added: true,
});

/** Makes (or gives again) the payment for all that is owed today, over a UPI QR. */
export const startPayment = call({
  method: 'POST',
  path: '/api/user/repay/intent',
  who: 'user',
  body: z.object({ repayId, kind: z.literal('full'), channel: z.literal('upi_qr') }),
  response: z.object({ code: z.string(), amountPaise: paise, expiresAt: instant }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** A payment as anyone who holds its code may see it: nothing personal. */
export const viewPayment = call({
  method: 'GET',
  path: '/api/user/public/payment/{code}',
  who: 'anyone',
  params: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/, 'id')) }),
  response: z.object({
    state: z.enum(['pending', 'checking', 'paid', 'expired', 'cancelled']),
    /** What is to be paid; once paid, what came in. */
    amountPaise: paise,
    payeeName: z.string(),
    orderLast4: z.string(),
    /** `upi://pay…`, present while pending. */
    upiUri: z.nullable(z.string()),
    reference: z.string(),
    expiresAt: instant,
    paidAt: z.nullable(instant),
  }),
  codes: [CODES.notFound],
  added: true,
});
