import * as z from 'zod/mini';
import { debit } from './autopay.ts';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId, signedPaise, uuid } from './fields.ts';
import { channel, instrument, paymentCode, paymentKind } from './payment.ts';

/**
 * What is owed on an order today and why; with a coupon, its discount. Source: specification §2
 * "Repay details".
 */
export const repayDetail = call({
  method: 'GET',
  path: '/api/user/repay/detail/{repayId}',
  who: 'borrower',
  params: z.object({ repayId }),
  query: z.object({ couponId: z.optional(uuid) }),
  response: z.object({
    repayId: z.string(),
    borrowStatus: z.int(),
    productName: z.string(),
    lenderName: z.string(),
    asOfDay: day,
    /** The amount lent, and the principal still owed. */
    principalPaise: paise,
    principalOwedPaise: paise,
    /** The original due date; `extendedDueDay` is the current one after an extension. */
    dueDay: z.nullable(day),
    extendedDueDay: z.nullable(day),
    overdueDays: z.int(),
    /** Penal charges so far (the specification's "overdue fee"). */
    overdueFeePaise: paise,
    penalDays: z.int(),
    /** The penal charge that each further day adds; 0 when none is charged. */
    penalPerDayPaise: paise,
    /**
     * The agreed penal charge: its rate, the days after the due date that are free, and how many
     * days are charged at most.
     */
    penalTerms: z.object({ ppmPerDay: z.int(), graceDays: z.int(), maxDays: z.int() }),
    interestPaise: paise,
    interestDays: z.int(),
    /** Fees of accepted extensions with their GST. */
    feesPaise: paise,
    waivedPaise: paise,
    /** Settled although principal was waived: the loan is closed, not repaid. */
    isWaived: z.boolean(),
    paidPaise: paise,
    /** Overpaid and not yet refunded. */
    overpaidPaise: paise,
    /** An offered settlement: pay this much by the day, and the rest is waived. */
    settlement: z.nullable(z.object({ payPaise: paise, payBy: day, restPaise: paise })),
    /** The requested or the used coupon, with its discount. */
    coupon: z.nullable(
      z.object({
        couponId: z.string(),
        kind: z.enum(['interest', 'repay']),
        discountPaise: paise,
        isUsed: z.boolean(),
      }),
    ),
    /** The coupons that could be chosen now, each with its discount on a full repayment. */
    coupons: z.array(
      z.object({
        couponId: z.string(),
        kind: z.enum(['interest', 'repay']),
        discountPaise: paise,
        expiresOn: day,
      }),
    ),
    /** The amount that closes the order today, before and after the requested coupon. */
    totalPaise: paise,
    toPayPaise: paise,
    /** The minimum part payment. */
    leastPartPaise: paise,
    /** The window in which the due date may be moved; null when it never can be (again). */
    extension: z.nullable(
      z.object({
        opensOn: day,
        closesOn: day,
        isOpen: z.boolean(),
        timesLeft: z.int(),
        /**
         * While it is open: each number of days with the new due date, what is paid now and then,
         * and the cost: fee, GST, interest.
         */
        choices: z.array(
          z.object({
            days: z.int(),
            newDueDay: day,
            payNowPaise: paise,
            payThenPaise: paise,
            costPaise: paise,
          }),
        ),
      }),
    ),
    /**
     * An accepted addendum: to be paid today, or lapsed because its payment was late or too small.
     */
    addendum: z.nullable(
      z.object({
        addendumNo: z.string(),
        state: z.enum(['accepted', 'lapsed']),
        day,
        newDueDay: day,
        payNowPaise: paise,
      }),
    ),
    /** The return in the cooling-off days; null when they are over or nothing is owed. */
    coolingOff: z.nullable(z.object({ lastDay: day, totalPaise: paise, isFeeKept: z.boolean() })),
    /** The payment in progress, if there is one. */
    openIntent: z.nullable(
      z.object({
        code: z.string(),
        state: z.enum(['pending', 'checking']),
        kind: paymentKind,
        channel,
      }),
    ),
    /** The newest debit by AutoPay until it is made. One that failed is shown for three days. */
    debit: z.nullable(debit),
    /** The payment channels this lender accepts. */
    channels: z.array(channel),
  }),
  codes: [CODES.notFound, CODES.conflict],
  added: true,
});

/**
 * One line of a calculation. `rate`: base × rate (× days, for daily charges) = amount; `rounding`:
 * the rounding difference; `earlier`: a correction of amounts posted before, caused by an event
 * with an earlier value day.
 */
const working = z.object({
  of: z.enum(['interest', 'penal', 'fee', 'gst']),
  how: z.enum(['rate', 'rounding', 'earlier']),
  basePaise: z.optional(paise),
  /** Parts per million; per day when `days` is present. */
  ppm: z.optional(z.int()),
  days: z.optional(z.int()),
  amountPaise: signedPaise,
});

/** The ledger entries behind the figures, oldest first, and charges computed but not yet posted. */
export const repayEntries = call({
  method: 'GET',
  path: '/api/user/repay/entries/{repayId}',
  who: 'borrower',
  params: z.object({ repayId }),
  response: z.object({
    asOfDay: day,
    entries: z.array(
      z.object({
        journalId: z.string(),
        day,
        /** First day of an accrual over several days; consecutive accruals are shown as one. */
        fromDay: z.nullable(day),
        kind: z.string(),
        /**
         * `why`: reason of a waiver that no operator made. `reversesKind`: kind of the journal that
         * a reversal reverses.
         */
        why: z.optional(z.enum(['coupon', 'tolerance', 'cooling_off'])),
        reversesKind: z.optional(z.string()),
        lines: z.array(z.object({ account: z.string(), amountPaise: signedPaise })),
        /** How its charge was calculated. */
        workings: z.array(working),
        /** The debt in each bucket after this entry. */
        after: z.object({
          principalPaise: signedPaise,
          interestPaise: signedPaise,
          penalPaise: signedPaise,
          feesPaise: signedPaise,
        }),
      }),
    ),
    notYetBooked: z.array(
      z.object({
        kind: z.enum(['interest', 'penal']),
        days: z.int(),
        amountPaise: paise,
        workings: z.array(working),
      }),
    ),
  }),
  codes: [CODES.notFound],
  added: true,
});

/**
 * Creates a payment, or returns the open one, and its first instrument. `part` names an amount;
 * `full` may name a coupon of kind interest or repay; `extension` names the addendum accepted
 * before. 409 says why not (`data.reason`).
 */
export const startPayment = call({
  method: 'POST',
  path: '/api/user/repay/intent',
  who: 'borrower',
  body: z.object({
    repayId,
    kind: paymentKind,
    channel,
    amountPaise: z.optional(paise),
    couponId: z.optional(z.nullable(uuid)),
    addendumNo: z.optional(z.string().check(z.regex(/^[A-Z0-9]{8,24}$/, 'id'))),
  }),
  response: z.object({ code: z.string(), amountPaise: paise, expiresAt: instant }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** A payment, for anyone who has its code; no personal data. */
export const viewPayment = call({
  method: 'GET',
  path: '/api/user/public/payment/{code}',
  who: 'anyone',
  params: z.object({ code: paymentCode }),
  response: z.object({
    /** `reversed`: it was received and then reversed in full. */
    state: z.enum(['pending', 'checking', 'paid', 'reversed', 'expired', 'cancelled']),
    kind: paymentKind,
    /** The amount to pay; once paid, the amount received. */
    amountPaise: paise,
    /**
     * Once paid: how much of the requested amount was not received, and how much of what was
     * received was reversed.
     */
    missingPaise: paise,
    reversedPaise: paise,
    payeeName: z.string(),
    orderLast4: z.string(),
    /**
     * The channels it can be paid over, and the instruments already made; empty once it has ended.
     */
    channels: z.array(channel),
    instruments: z.array(instrument),
    reference: z.string(),
    expiresAt: instant,
    paidAt: z.nullable(instant),
  }),
  codes: [CODES.notFound],
  added: true,
});
