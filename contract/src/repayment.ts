import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId, signedPaise, uuid } from './fields.ts';
import { channel, instrument, paymentCode, paymentKind } from './payment.ts';

/**
 * What is owed on an order today and why. With a coupon, what it takes off. Source: specification §2 "Repay details".
 */
export const repayDetail = call({
  method: 'GET',
  path: '/api/user/repay/detail/{repayId}',
  who: 'user',
  params: z.object({ repayId }),
  query: z.object({ couponId: z.optional(uuid) }),
  response: z.object({
    repayId: z.string(),
    borrowStatus: z.int(),
    productName: z.string(),
    lenderName: z.string(),
    asOfDay: day,
    /** What was lent, and what of it is still owed. */
    principalPaise: paise,
    principalOwedPaise: paise,
    /** The due date agreed at first; `extendedDueDay` the one that holds since an extension. */
    dueDay: z.nullable(day),
    extendedDueDay: z.nullable(day),
    overdueDays: z.int(),
    /** Penal charges so far (the specification's "overdue fee"). */
    overdueFeePaise: paise,
    penalDays: z.int(),
    /** What each further day of penal charge adds to what is owed now; 0 where none does. */
    penalPerDayPaise: paise,
    interestPaise: paise,
    interestDays: z.int(),
    /** Fees of accepted extensions with their GST. */
    feesPaise: paise,
    waivedPaise: paise,
    paidPaise: paise,
    /** What the lender owes the borrower: paid too much and not yet given back. */
    overpaidPaise: paise,
    /** The coupon asked for, or the one used; what it takes or took off. */
    coupon: z.nullable(
      z.object({
        couponId: z.string(),
        kind: z.enum(['interest', 'repay']),
        discountPaise: paise,
        isUsed: z.boolean(),
      }),
    ),
    /** Those that could be chosen now, with what each takes off a full repayment. */
    coupons: z.array(
      z.object({ couponId: z.string(), kind: z.enum(['interest', 'repay']), discountPaise: paise, expiresOn: day }),
    ),
    /** To close the order today, before and after the coupon asked for. */
    totalPaise: paise,
    toPayPaise: paise,
    /** The least a part payment may be. */
    leastPartPaise: paise,
    /** The window in which the due date may be moved; null when it never can be (again). */
    extension: z.nullable(
      z.object({ opensOn: day, closesOn: day, isOpen: z.boolean(), timesLeft: z.int(), days: z.array(z.int()) }),
    ),
    /** An addendum that was accepted: to be paid today, or lapsed because its money came too late or was too little. */
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
    /** What an interrupted payment is doing, if one is under way. */
    openIntent: z.nullable(
      z.object({ code: z.string(), state: z.enum(['pending', 'checking']), kind: paymentKind, channel }),
    ),
    /** The ways this lender takes money in. */
    channels: z.array(channel),
  }),
  codes: [CODES.notFound, CODES.conflict],
  added: true,
});

/**
 * One line of arithmetic: `rate` is base × rate (× days, where it runs by the day) = amount; `rounding` is the paisa that
 * is left, `earlier` what an entry of an earlier day changed of what was added before.
 */
const working = z.object({
  of: z.enum(['interest', 'penal', 'fee', 'gst']),
  how: z.enum(['rate', 'rounding', 'earlier']),
  basePaise: z.optional(paise),
  /** Parts per million, of a day where there are days. */
  ppm: z.optional(z.int()),
  days: z.optional(z.int()),
  amountPaise: signedPaise,
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
        /** A booking of several days' interest and penal charge, from this day; consecutive ones are shown as one. */
        fromDay: z.nullable(day),
        kind: z.string(),
        /** Of a waiver: what it is for, where it is not an operator's. Of a reversal: the kind of what it reverses. */
        why: z.optional(z.enum(['coupon', 'tolerance', 'cooling_off', 'cooling_off_fee'])),
        takesBack: z.optional(z.string()),
        lines: z.array(z.object({ account: z.string(), amountPaise: signedPaise })),
        /** How what it charged was worked out. */
        workings: z.array(working),
        /** What is owed in each bucket after it, by the entries up to here. */
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
 * Creates a payment, or returns the open one, and its first instrument. `part` names an amount; `full` may name a coupon of kind
 * interest or repay; `extension` names the addendum accepted before. 409 says why not (`data.reason`).
 */
export const startPayment = call({
  method: 'POST',
  path: '/api/user/repay/intent',
  who: 'user',
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

/** A payment as anyone who holds its code may see it: nothing personal. */
export const viewPayment = call({
  method: 'GET',
  path: '/api/user/public/payment/{code}',
  who: 'anyone',
  params: z.object({ code: paymentCode }),
  response: z.object({
    /** `taken_back`: it was received and then reversed in full; it pays nothing any more. */
    state: z.enum(['pending', 'checking', 'paid', 'taken_back', 'expired', 'cancelled']),
    kind: paymentKind,
    /** What is to be paid; once paid, what was received. */
    amountPaise: paise,
    /** Once paid: how much of the requested amount was not received, and how much of what was received was reversed. */
    missingPaise: paise,
    takenBackPaise: paise,
    payeeName: z.string(),
    orderLast4: z.string(),
    /** The ways it can be paid, and those already made ready; none once it is over. */
    channels: z.array(channel),
    instruments: z.array(instrument),
    reference: z.string(),
    expiresAt: instant,
    paidAt: z.nullable(instant),
  }),
  codes: [CODES.notFound],
  added: true,
});
