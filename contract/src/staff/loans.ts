import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, nothing, paise, repayId, signedPaise, uuid } from '../fields.ts';
import { instantCursor, listPage, moneyFilters } from './cursor.ts';
import { postedPayment } from './fields.ts';
import { knownIdentity } from './identity.ts';

const listed = z.object({
  orderId: uuid,
  repayId: z.string(),
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  productCode: z.string(),
  status: z.int(),
  principalPaise: paise,
  appliedAt: instant,
  dueDay: z.nullable(day),
});

export type ListedLoan = z.infer<typeof listed>;

/** Orders, newest first; with `repayId` only that one. */
export const loanList = call({
  method: 'GET',
  path: '/staff/loans',
  who: { permission: 'loan.read' },
  query: z.object({
    repayId: z.optional(repayId),
    /** When the last row applied, and its order. */
    after: z.optional(instantCursor('uuid')),
    /** The days of the application, and the principal. */
    ...moneyFilters,
    status: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100))),
  }),
  response: listPage(listed),
});

const working = z.object({
  basePaise: paise,
  ppmPerDay: z.int(),
  days: z.int(),
  lastDay: day,
  amountPaise: paise,
});

const owedLine = z.object({
  of: z.enum(['principal', 'interest', 'penal', 'fees']),
  chargedPaise: paise,
  waivedPaise: paise,
  /** Paid, written off, or reversed with the fee. */
  coveredPaise: signedPaise,
  owedPaise: paise,
  workings: z.array(working),
});

const terms = z.object({
  productName: z.string(),
  principalPaise: paise,
  feePaise: paise,
  feePpm: z.int(),
  gstPaise: paise,
  gstPpm: z.int(),
  netDisbursedPaise: paise,
  interestPaise: paise,
  interestPpmPerDay: z.int(),
  totalRepayablePaise: paise,
  tenorDays: z.int(),
  aprHundredths: z.int(),
});

const journal = z.object({
  journalId: uuid,
  kind: z.string(),
  valueDay: day,
  bookedAt: instant,
  reason: z.nullable(z.string()),
  reverses: z.nullable(uuid),
  isReversed: z.boolean(),
  lines: z.array(z.tuple([z.string(), signedPaise])),
});

export type LoanPayment = z.infer<typeof postedPayment>;

const payout = z.object({
  payoutRef: z.string(),
  state: z.string(),
  amountPaise: paise,
  accountLast4: z.string(),
  reason: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: z.nullable(instant),
});

export type LoanPayout = z.infer<typeof payout>;

const refund = z.object({
  refundRef: z.string(),
  state: z.string(),
  amountPaise: paise,
  isByPayout: z.boolean(),
  reason: z.nullable(z.string()),
  createdAt: instant,
});

export type LoanRefund = z.infer<typeof refund>;

const autopayEvent = z.object({
  eventId: uuid,
  at: instant,
  /** A state that a mandate or a debit reached, or what was done to it. */
  kind: z.string(),
  actor: z.string(),
  reason: z.nullable(z.string()),
  /** Of a debit. */
  debit: z.nullable(z.object({ dueDay: day, amountPaise: paise })),
});

export type LoanAutopayEvent = z.infer<typeof autopayEvent>;

/** One order: terms, amount owed today and why, journals, payments, payouts and refunds. */
export const loan = call({
  method: 'GET',
  path: '/staff/loans/{repayId}',
  who: { permission: 'loan.read' },
  params: z.object({ repayId }),
  response: z.object({
    repayId: z.string(),
    proposalNo: z.string(),
    userId: uuid,
    maskedName: z.nullable(z.string()),
    maskedPhone: z.string(),
    language: z.string(),
    status: z.int(),
    appliedAt: instant,
    disbursedDay: z.nullable(day),
    dueDay: z.nullable(day),
    asOfDay: day,
    overdueDays: z.int(),
    /** The borrower's identity level at the application; null for a loan from before levels. */
    identity: z.nullable(knownIdentity),
    terms,
    owedPaise: signedPaise,
    overpaidPaise: paise,
    owed: z.array(owedLine),
    journals: z.array(journal),
    payouts: z.array(payout),
    payments: z.array(postedPayment),
    refunds: z.array(refund),
    /** What happened to its mandates and debits, the newest first. */
    autopay: z.array(autopayEvent),
    messages: z.array(
      z.object({
        id: uuid,
        at: instant,
        title: z.string(),
        text: z.string(),
        language: z.string(),
      }),
    ),
    openRequests: z.array(z.object({ requestId: uuid, kind: z.string() })),
  }),
});

/** The key facts statement of an order, as it was accepted. */
export const loanKeyFacts = call({
  method: 'GET',
  path: '/staff/loans/{repayId}/key-facts',
  who: { permission: 'loan.read' },
  params: z.object({ repayId }),
  response: nothing,
  answerTypes: ['application/pdf'],
});
