import { IDENTITY_LEVELS, LEVEL_STEPS } from '@noren/core/people/identity-level';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { documentRequest } from './document-request.ts';
import {
  creditFigures,
  day,
  dictCode,
  instant,
  nothing,
  paise,
  proposalNo,
  renewalView,
  uuid,
} from './fields.ts';

/** How well the lender knows who the user is, what that allows, and the one step to more. */
export const identityLevelView = z.object({
  level: z.enum(IDENTITY_LEVELS),
  /** The most principal that may be owed at once. */
  mostPaise: paise,
  /** The step that makes more available, and what may be owed after it; null when none does. */
  next: z.nullable(
    z.object({ level: z.enum(IDENTITY_LEVELS), step: z.enum(LEVEL_STEPS), mostPaise: paise }),
  ),
});

export type IdentityLevelView = z.infer<typeof identityLevelView>;

/**
 * The credit limit and how much of it is available. Amounts owed and held are computed from the
 * ledger at each call.
 */
export const creditInfo = call({
  method: 'GET',
  path: '/api/user/credit/creditInfo',
  who: 'certified',
  response: z.extend(creditFigures, {
    isLocked: z.boolean(),
    /** Ids of plain reasons, for a decline or a review. */
    reasons: z.array(z.object({ id: z.string(), text: z.string() })),
    /**
     * A key facts statement accepted during the evaluation; the app applies for it
     * (`applyLoanAuto`) once the evaluation has ended.
     */
    waiting: z.nullable(
      z.object({
        proposalNo,
        productName: z.string(),
        principalPaise: paise,
        netPaise: paise,
        acceptedAt: instant,
      }),
    ),
    /** Documents that a reviewer requested again. */
    requested: z.array(documentRequest),
    /**
     * After a decline: the business day from which a new decision may be asked for, and whether it
     * has come; else null.
     */
    decideAgain: z.nullable(z.object({ from: day, isOpen: z.boolean() })),
    identity: identityLevelView,
    renewal: z.nullable(renewalView),
  }),
});

/**
 * Asks for a new decision after a decline: 409 when there is none, or before the day that
 * `creditInfo` names.
 */
export const decideAgain = call({
  method: 'POST',
  path: '/api/user/credit/decideAgain',
  who: 'certified',
  response: nothing,
  codes: [CODES.conflict],
  changes: true,
  added: true,
});

const product = z.object({
  productCode: z.string(),
  productName: z.string(),
  productVersion: z.int(),
  tenorDays: z.int(),
  leastPaise: paise,
  mostPaise: paise,
  stepPaise: paise,
  /**
   * The most this user may borrow now: the product's maximum or the available limit, rounded down
   * to a step; 0 when none.
   */
  offeredPaise: paise,
  interestPpmPerDay: z.int(),
  feePpm: z.int(),
  gstPpm: z.int(),
  coolingOffDays: z.int(),
  /** Whether the lender keeps the processing fee of a returned loan. */
  isFeeKeptOnReturn: z.boolean(),
  example: z.object({ principalPaise: paise, aprHundredths: z.int() }),
  lenderName: z.string(),
  isOpen: z.boolean(),
  /** Why it is not open, in words. */
  closedBecause: z.nullable(z.string()),
  /** For `loan`: the principal of the user's newest application for it, where the amount starts. */
  lastRequestedPaise: z.optional(paise),
});

export type Product = z.infer<typeof product>;

/**
 * Products for a screen of the app: for `home` in the order in which they are recommended, for
 * `loan` by tenor. `dependsOnLimit`: the limit is still being evaluated and not applied to them
 * yet.
 */
export const productList = call({
  method: 'GET',
  path: '/api/user/product/productList/V2/{param}',
  who: 'certified',
  params: z.object({ param: z.enum(['home', 'loan']) }),
  response: z.object({
    businessDay: day,
    dependsOnLimit: z.boolean(),
    details: z.array(product),
    /**
     * For `loan`: the purpose of the newest application, else of the questionnaire, so that it is
     * asked once.
     */
    purpose: z.optional(z.object({ code: z.string(), name: z.string() })),
  }),
});

/**
 * One line of a Key Facts Statement: an id, whose label is in the user's language, and its value.
 */
export const kfsRow = z.object({
  id: z.string(),
  /** `percent` in parts per million; `choice` is an id with a text. */
  kind: z.enum(['text', 'choice', 'paise', 'percent', 'days', 'day', 'number']),
  /** Checked at once: a union would make an error of every number first. */
  value: z.custom<string | number>((value) => typeof value === 'string' || Number.isFinite(value)),
  note: z.optional(z.string()),
});

/** Its rows, under their headings. */
export const kfsSections = z.array(z.object({ id: z.string(), rows: z.array(kfsRow) }));

export const kfsSchedule = z.array(
  z.object({
    number: z.int(),
    dueDay: day,
    principalPaise: paise,
    interestPaise: paise,
    totalPaise: paise,
    outstandingPaise: paise,
  }),
);

/**
 * A Key Facts Statement as data: RBI's parts 1 and 2, the APR's computation and the repayment
 * schedule.
 */
export const kfs = z.object({
  proposalNo: z.string(),
  language: z.string(),
  textVersion: z.string(),
  hash: z.string(),
  madeAt: instant,
  validUntil: instant,
  isAccepted: z.boolean(),
  sections: kfsSections,
  schedule: kfsSchedule,
});

export type Kfs = z.infer<typeof kfs>;

/** The amounts of a quote. */
export const priced = z.object({
  productCode: z.string(),
  productName: z.string(),
  principalPaise: paise,
  tenorDays: z.int(),
  dueDay: day,
  /** The processing fee after the coupon, the coupon's discount, and GST on the remaining fee. */
  feePaise: paise,
  feeDiscountPaise: paise,
  gstPaise: paise,
  netPaise: paise,
  interestPaise: paise,
  totalPaise: paise,
  aprHundredths: z.int(),
});

/**
 * Prices a loan and makes its Key Facts Statement. While the limit is being evaluated it depends on
 * its outcome. 409 for a coupon that cannot be used (`data.reason`: `coupon_taken` or why not), 317
 * while an overdue order locks the limit.
 */
export const quoteLoan = call({
  method: 'POST',
  path: '/api/user/product/quote',
  who: 'certified',
  body: z.object({
    productCode: z.string().check(z.maxLength(20)),
    principalPaise: paise,
    couponId: z.optional(z.nullable(uuid)),
  }),
  response: z.object({ quote: priced, kfs, dependsOnLimit: z.boolean() }),
  codes: [CODES.notFound, CODES.conflict, CODES.offerGone, CODES.lockedByOverdue],
  changes: true,
  added: true,
});

/** A quote with its Key Facts Statement. */
export const viewKfs = call({
  method: 'GET',
  path: '/api/user/product/kfs/{proposalNo}',
  who: 'certified',
  params: z.object({ proposalNo }),
  response: z.object({ quote: priced, kfs, dependsOnLimit: z.boolean() }),
  codes: [CODES.notFound],
  added: true,
});

/** The order that the application created, its payout and the account. */
const applied = z.object({
  repayId: z.string(),
  borrowStatus: z.int(),
  netPaise: paise,
  /** The last four digits of the account it goes to; null when nothing is paid out. */
  accountLast4: z.nullable(z.string()),
});

const applicationCodes = [
  CODES.notFound,
  CODES.conflict,
  CODES.limitEvaluating,
  CODES.offerGone,
  CODES.confirmByCode,
  CODES.lockedByOverdue,
];

/**
 * Accepts the key facts statement (named by its hash) and applies. One order results, however often
 * it is sent: a new one, or the offer (20) that the key facts statement was made for. While the
 * limit is being evaluated it answers 314 and stores the acceptance, for `applyLoanAuto`. An
 * application that breaks a hard rule on today's facts is an order too: declined (`borrowStatus`
 * 30), its reasons in `borrow/detail`. What the borrower can correct, and an offer that is not
 * available, are refusals instead, and create no order; 409 `consent_withdrawn` names the `purpose`
 * to be agreed to again.
 */
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
  response: applied,
  codes: applicationCodes,
  changes: true,
});

/**
 * Applies for a statement that was accepted while the limit was being evaluated: never without that
 * acceptance (409). 314 while the evaluation runs or a person looks at it; 315 when it is not
 * available, and the acceptance is void then.
 */
export const applyLoanAuto = call({
  method: 'POST',
  path: '/api/user/product/applyLoan/auto',
  who: 'certified',
  body: z.object({ proposalNo }),
  response: applied,
  codes: applicationCodes,
  changes: true,
});
