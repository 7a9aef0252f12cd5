import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId, utr } from './fields.ts';
import { kfsSchedule, kfsSections } from './loans.ts';
import { channel } from './payment.ts';

const addendumNo = z.string().check(z.regex(/^[A-Z0-9]{8,24}$/, 'id'));

/**
 * An addendum that moves the due date: the amounts to pay now and on the new due date, and its own
 * APR.
 */
const addendum = z.object({
  addendumNo: z.string(),
  repayId: z.string(),
  hash: z.string(),
  language: z.string(),
  textVersion: z.string(),
  /** The business day it is priced for; it can be accepted and paid on this day only. */
  day,
  days: z.int(),
  oldDueDay: day,
  newDueDay: day,
  /** The number of this extension, and the maximum number for the order. */
  times: z.int(),
  mostTimes: z.int(),
  interestPaise: paise,
  penalPaise: paise,
  feesBeforePaise: paise,
  feePaise: paise,
  gstPaise: paise,
  payNowPaise: paise,
  /** Unchanged by an extension. */
  principalPaise: paise,
  interestToComePaise: paise,
  payThenPaise: paise,
  /**
   * Interest of the days bought: those after the old due date, or after today if that is later. The
   * APR is theirs alone.
   */
  extraInterestPaise: paise,
  aprHundredths: z.int(),
  isAccepted: z.boolean(),
  /**
   * The addendum itself, in the rows of a Key Facts Statement: what changes, what is paid now and
   * then, its APR.
   */
  sections: kfsSections,
  schedule: kfsSchedule,
});

export type Addendum = z.infer<typeof addendum>;

/**
 * Prices an extension of the due date. 409 with `data.reason` where it is not possible (too_early,
 * too_late, …).
 */
export const quoteExtension = call({
  method: 'POST',
  path: '/api/user/repay/extension/quote',
  who: 'borrower',
  body: z.object({ repayId, days: z.int().check(z.minimum(1), z.maximum(60)) }),
  response: z.object({ addendum }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Accepts an addendum by its hash, like a KFS. It takes effect when `payNowPaise` is received on
 * its day: pay it by `startPayment` of kind `extension`.
 */
export const acceptExtension = call({
  method: 'POST',
  path: '/api/user/repay/extension/accept',
  who: 'borrower',
  body: z.object({
    addendumNo,
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'id')),
    acknowledged: z.literal(true),
  }),
  response: z.object({ addendum }),
  codes: [CODES.notFound, CODES.conflict, CODES.offerGone, CODES.confirmByCode],
  changes: true,
  added: true,
});

/** A proof of repayment sent by the borrower. */
const proof = z.object({
  proofId: z.string(),
  repayId: z.string(),
  /** The bank's number of the transfer, masked but for the last four. */
  utrMasked: z.string(),
  amountPaise: paise,
  paidOn: day,
  channel,
  sentAt: instant,
  /** `reversed`: the payment it was matched to has been reversed and no longer counts. */
  state: z.enum(['received', 'matched', 'reversed', 'refused']),
  /** Why it was refused, in words. */
  reason: z.nullable(z.string()),
});

export type Proof = z.infer<typeof proof>;

/**
 * Sends a proof of repayment. A transfer already counted, or found by its number, is matched at
 * once.
 */
export const sendProof = call({
  method: 'POST',
  path: '/api/user/repay/proof',
  who: 'borrower',
  encoding: 'multipart',
  body: z.object({
    repayId,
    /** UTR or RRN: 12 to 22 letters and digits. */
    utr,
    amountPaise: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
    paidOn: day,
    channel,
  }),
  response: z.object({ proof }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** The proofs sent so far for an order, newest first. */
export const proofList = call({
  method: 'GET',
  path: '/api/user/repay/proofs/{repayId}',
  who: 'borrower',
  params: z.object({ repayId }),
  response: z.object({ details: z.array(proof) }),
  codes: [CODES.notFound],
  added: true,
});

/**
 * Returns the loan in the cooling-off days: records the request and answers the amount to pay
 * today, by `startPayment` of kind `return`. 409 `too_late` after them.
 */
export const returnLoan = call({
  method: 'POST',
  path: '/api/user/borrow/return',
  who: 'borrower',
  body: z.object({ repayId }),
  response: z.object({
    lastDay: day,
    principalPaise: paise,
    interestPaise: paise,
    /** The processing fee with its GST, when it is refunded: the amount to pay is reduced by it. */
    feeBackPaise: paise,
    totalPaise: paise,
    isFeeKept: z.boolean(),
  }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});
