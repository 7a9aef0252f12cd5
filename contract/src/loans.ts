import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, dictCode, instant, paise, proposalNo } from './fields.ts';

/** The limit and how much of it is free. Amounts owed and held are computed from the ledger at each asking. */
export const creditInfo = call({
  method: 'GET',
  path: '/api/user/credit/creditInfo',
  who: 'certified',
  response: z.object({
    state: z.enum(['evaluating', 'approved', 'declined', 'review']),
    limitPaise: paise,
    availablePaise: paise,
    owedPaise: paise,
    heldPaise: paise,
    isLocked: z.boolean(),
    /** Ids of plain reasons, for a decline or a review. */
    reasons: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
});

const product = z.object({
  productCode: z.string(),
  productName: z.string(),
  productVersion: z.int(),
  tenorDays: z.int(),
  leastPaise: paise,
  mostPaise: paise,
  stepPaise: paise,
  /** What this user may take now: the product's most, cut to what is free and rounded down to a step; 0 when none. */
  offeredPaise: paise,
  interestPpmPerDay: z.int(),
  feePpm: z.int(),
  gstPpm: z.int(),
  coolingOffDays: z.int(),
  example: z.object({ principalPaise: paise, aprHundredths: z.int() }),
  lenderName: z.string(),
  isOpen: z.boolean(),
  /** Why it is not open, in words. */
  closedBecause: z.nullable(z.string()),
});
export type Product = z.infer<typeof product>;

/** Products for a place of the app. 314 while the limit is being evaluated. */
export const productList = call({
  method: 'GET',
  path: '/api/user/product/productList/V2/{param}',
  who: 'certified',
  params: z.object({ param: z.enum(['home', 'loan']) }),
  response: z.object({ businessDay: day, details: z.array(product) }),
  codes: [CODES.limitEvaluating],
});

/** One line of a Key Facts Statement: an id the app names in the user's language, and its value. */
export const kfsRow = z.object({
  id: z.string(),
  /** `percent` in parts per million; `choice` is an id that the app also puts into words. */
  kind: z.enum(['text', 'choice', 'paise', 'percent', 'days', 'day', 'number']),
  value: z.union([z.string(), z.number()]),
  note: z.optional(z.string()),
});
/** A Key Facts Statement as data: RBI's parts 1 and 2, the APR's computation and the repayment schedule. */
export const kfs = z.object({
  proposalNo: z.string(),
  language: z.string(),
  textVersion: z.string(),
  hash: z.string(),
  madeAt: instant,
  validUntil: instant,
  isAccepted: z.boolean(),
  sections: z.array(z.object({ id: z.string(), rows: z.array(kfsRow) })),
  schedule: z.array(
    z.object({
      number: z.int(),
      dueDay: day,
      principalPaise: paise,
      interestPaise: paise,
      totalPaise: paise,
      outstandingPaise: paise,
    }),
  ),
});
export type Kfs = z.infer<typeof kfs>;
/** What a quote comes to. */
export const priced = z.object({
  productCode: z.string(),
  productName: z.string(),
  principalPaise: paise,
  tenorDays: z.int(),
  dueDay: day,
  feePaise: paise,
  gstPaise: paise,
  netPaise: paise,
  interestPaise: paise,
  totalPaise: paise,
  aprHundredths: z.int(),
});

/** Prices a loan and makes its Key Facts Statement. 317 while an overdue order locks the limit. */
export const quoteLoan = call({
  method: 'POST',
  path: '/api/user/product/quote',
  who: 'certified',
  body: z.object({ productCode: z.string().check(z.maxLength(20)), principalPaise: paise }),
  response: z.object({ quote: priced, kfs }),
  codes: [CODES.conflict, CODES.limitEvaluating, CODES.offerGone, CODES.lockedByOverdue],
  changes: true,
  added: true,
});

export const viewKfs = call({
  method: 'GET',
  path: '/api/user/product/kfs/{proposalNo}',
  who: 'certified',
  params: z.object({ proposalNo }),
  response: z.object({ quote: priced, kfs }),
  codes: [CODES.notFound],
  added: true,
});

/** Accepts the statement (named by its hash) and applies. One order results, however often it is sent. */
export const applyLoan = call({
  method: 'POST',
  path: '/api/user/product/applyLoan',
  who: 'certified',
  body: z.object({
    proposalNo,
    kfsHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'id')),
    acknowledged: z.literal(true),
    purpose: dictCode,
  }),
  response: z.object({ repayId: z.string(), borrowStatus: z.int() }),
  codes: [
    CODES.notFound,
    CODES.conflict,
    CODES.limitEvaluating,
    CODES.offerGone,
    CODES.confirmByCode,
    CODES.lockedByOverdue,
  ],
  changes: true,
});
