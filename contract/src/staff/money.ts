import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, longText, nothing, paise, signedPaise, uuid } from '../fields.ts';
import { instantCursor, listPage, moneyFilters } from './cursor.ts';
import { postedPayment } from './fields.ts';

/** Keyset of a page: instant and reference of its last row. */
const pageAfter = (name: Parameters<typeof instantCursor>[0]) =>
  z.object({ after: z.optional(instantCursor(name)) });
const filteredAfter = (name: Parameters<typeof instantCursor>[0]) =>
  z.object({ after: z.optional(instantCursor(name)), ...moneyFilters });

const payment = z.extend(postedPayment, { repayId: z.string() });

export type MoneyPayment = z.infer<typeof payment>;

/** Payments posted to orders, by the time they were paid, newest first. */
export const moneyPayments = call({
  method: 'GET',
  path: '/staff/money/payments',
  who: { permission: 'money.read' },
  query: z.extend(filteredAfter('uuid'), { state: z.optional(z.enum(['posted', 'reversed'])) }),
  response: listPage(payment),
});

const event = z.object({
  provider: z.string(),
  eventId: z.string(),
  kind: z.string(),
  /** The provider's name for the payment, or our reference of a payout or refund. */
  ref: z.nullable(z.string()),
  amountPaise: z.nullable(paise),
  receivedAt: instant,
});

export type MoneyEvent = z.infer<typeof event>;

/** Events of providers that match nothing here yet, newest first. */
export const moneyEvents = call({
  method: 'GET',
  path: '/staff/money/events',
  who: { permission: 'money.read' },
  query: filteredAfter('name'),
  response: listPage(event),
});

const unclaimed = z.object({
  provider: z.string(),
  providerRef: z.string(),
  amountPaise: paise,
  paidAt: instant,
  foundAt: instant,
  state: z.enum(['open', 'claimed', 'returning', 'returned']),
  reason: z.nullable(z.string()),
  utrLast4: z.nullable(z.string()),
});

export type UnclaimedMoney = z.infer<typeof unclaimed>;

/** Unclaimed funds and those being returned, newest first. */
export const moneyUnclaimed = call({
  method: 'GET',
  path: '/staff/money/unclaimed',
  who: { permission: 'money.read' },
  query: z.extend(filteredAfter('name'), { state: z.optional(z.enum(['open', 'returning'])) }),
  response: listPage(unclaimed),
});

/** Orders that an unclaimed payment may belong to, and why. */
export const unclaimedMatches = call({
  method: 'GET',
  path: '/staff/money/unclaimed/matches',
  who: { permission: 'money.read' },
  query: z.object({
    provider: z.string().check(z.maxLength(40)),
    providerRef: z.string().check(z.maxLength(80)),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        repayId: z.string(),
        maskedName: z.nullable(z.string()),
        maskedPhone: z.string(),
        /**
         * A proof has its transfer number; a checkout had this amount; it was moved off this order.
         */
        why: z.enum(['proof', 'amount', 'taken_off']),
        at: instant,
      }),
    ),
  }),
});

const proof = z.object({
  proofId: uuid,
  repayId: z.string(),
  amountPaise: paise,
  paidOn: day,
  channel: z.string(),
  utrLast4: z.string(),
  sentAt: instant,
  hasPicture: z.boolean(),
});

export type MoneyProof = z.infer<typeof proof>;

/** Proofs of repayment that wait for a decision, oldest first. */
export const moneyProofs = call({
  method: 'GET',
  path: '/staff/money/proofs',
  who: { permission: 'money.read' },
  query: filteredAfter('uuid'),
  response: listPage(proof),
});

const out = z.object({
  kind: z.enum(['payout', 'refund']),
  ref: z.string(),
  repayId: z.string(),
  state: z.string(),
  amountPaise: paise,
  reason: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: z.nullable(instant),
});

export type MoneyOut = z.infer<typeof out>;

/** Payouts or refunds, in progress or failed or returned; newest first. */
export const moneyOut = call({
  method: 'GET',
  path: '/staff/money/out',
  who: { permission: 'money.read' },
  query: z.object({
    kind: z.enum(['payout', 'refund']),
    list: z.enum(['open', 'failed']),
    after: z.optional(instantCursor('name')),
    ...moneyFilters,
  }),
  response: listPage(out),
});

/**
 * What the payouts' provider said in the last quarter of an hour is on our account there; null
 * where it did not say.
 */
export const moneyBalance = call({
  method: 'GET',
  path: '/staff/money/balance',
  who: { permission: 'money.read' },
  response: z.object({
    provider: z.string(),
    balance: z.nullable(z.object({ availablePaise: signedPaise, asOf: instant })),
  }),
});

const found = z.object({
  /** `returned`, `charged_back`: money of no order that went back to its sender. */
  what: z.enum(['payment', 'event', 'proof', 'unclaimed', 'returned', 'charged_back']),
  provider: z.string(),
  providerRef: z.string(),
  utrLast4: z.nullable(z.string()),
  amountPaise: paise,
  at: instant,
  repayId: z.nullable(z.string()),
  journalId: z.nullable(uuid),
  isReversed: z.boolean(),
});

export type FoundMoney = z.infer<typeof found>;

/**
 * Finds payments by the bank's number (UTR) or the provider's reference. POST, so that no log of
 * addresses holds it.
 */
export const findMoney = call({
  method: 'POST',
  path: '/staff/money/find',
  who: { permission: 'money.read' },
  body: z.object({
    text: z.string().check(z.trim(), z.minLength(6, 'short'), z.maxLength(80, 'long')),
  }),
  response: z.object({ rows: z.array(found) }),
});

const discrepantValue = z.union([z.int(), z.string()]);

const discrepancy = z.object({
  discrepancyId: z.string(),
  at: instant,
  what: z.enum(['payment', 'payout', 'refund']),
  ref: z.string(),
  /** Paise, or a state. */
  stored: discrepantValue,
  reported: discrepantValue,
});

export type MoneyDiscrepancy = z.infer<typeof discrepancy>;

/** Discrepancies with providers until somebody resolves them, oldest first. */
export const moneyDiscrepancies = call({
  method: 'GET',
  path: '/staff/money/discrepancies',
  who: { permission: 'money.read' },
  query: pageAfter('uuid'),
  response: listPage(discrepancy),
});

/** Notes how a difference between the ledger and a provider was resolved; it leaves the list. */
export const resolveDiscrepancy = call({
  method: 'POST',
  path: '/staff/money/discrepancies/resolve',
  who: { permission: 'money.resolve' },
  body: z.object({ discrepancyId: uuid, note: longText(500) }),
  response: nothing,
  changes: true,
});

const difference = z.object({
  kind: z.enum(['payment', 'refund', 'payout']),
  ref: z.string(),
  what: z.enum(['posted', 'missing_here', 'missing_there', 'amount_differs', 'no_answer']),
  theirsPaise: z.nullable(paise),
  oursPaise: z.nullable(paise),
});

const total = z.object({
  kind: z.enum(['payment', 'refund', 'payout']),
  provider: z.string(),
  oursPaise: paise,
  /** Null where the provider gave no statement. */
  theirsPaise: z.nullable(paise),
  count: z.int(),
});

const reconciliation = z.object({
  day,
  checkedAt: instant,
  totals: z.array(total),
  differences: z.array(difference),
});

export type MoneyReconciliation = z.infer<typeof reconciliation>;

/** The providers' statements of each day against the ledger, newest day first. */
export const moneyReconciliations = call({
  method: 'GET',
  path: '/staff/money/reconciliations',
  who: { permission: 'money.read' },
  query: z.object({ after: z.optional(day) }),
  response: listPage(reconciliation, day),
});

/** Movements of a day on the settlement and bank accounts. */
export const moneySettlement = call({
  method: 'GET',
  path: '/staff/money/settlement',
  who: { permission: 'money.read' },
  query: z.object({ day: z.optional(day) }),
  response: z.object({
    day,
    rows: z.array(
      z.object({ account: z.string(), debitPaise: paise, creditPaise: paise, journals: z.int() }),
    ),
  }),
});
