import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, paise, uuid } from '../fields.ts';

const count = z.int().check(z.gte(0), z.lte(1_000_000));
/** Parts per million. */
const rate = z.int().check(z.gte(0), z.lte(1_000_000));

/** One version of a product. `checkProduct` in core checks it against the legal bounds. */
export const productTerms = z.object({
  code: z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,7}$/, 'format')),
  version: count,
  name: z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(40, 'long')),
  tenorDays: count,
  minPrincipal: paise,
  maxPrincipal: paise,
  stepPrincipal: paise,
  interestPpmPerDay: rate,
  feePpm: rate,
  gstPpm: rate,
  penal: z.object({ ppmPerDay: rate, graceDays: count, maxDays: count }),
  coolingOffDays: count,
  isFeeKeptOnReturn: z.boolean(),
  extension: z.object({
    feePpm: rate,
    gstPpm: rate,
    opensDaysBeforeDue: count,
    closesDaysAfterDue: count,
    maxTimes: count,
    days: z.array(count).check(z.maxLength(10)),
  }),
  /** From which status on a borrower may have it: 60 certified, 70 regular. */
  minBizStatus: z.union([z.literal(60), z.literal(70)]),
});

const version = z.object({ terms: productTerms, effectiveFrom: day, effectiveTo: z.nullable(day) });
export type ProductVersion = z.infer<typeof version>;

/** Every version of every product: by code, newest first. */
export const productVersions = call({
  method: 'GET',
  path: '/staff/products',
  who: { permission: 'products.read' },
  response: z.object({
    rows: z.array(version),
    next: z.nullable(z.string()),
    /** Maximum principal. */
    maxLoanPaise: paise,
    today: day,
  }),
});

const request = z.object({
  requestId: uuid,
  kind: z.enum(['product_version', 'scorecard_version', 'coupon', 'configuration']),
  makerName: z.string(),
  reason: z.string(),
  madeAt: instant,
  expiresAt: instant,
  isMine: z.boolean(),
  isMineToDecide: z.boolean(),
  /** The proposal without its kind. */
  detail: z.record(z.string(), z.unknown()),
});

/** Open requests about products, scorecards, coupons and settings, oldest first. */
export const productRequests = call({
  method: 'GET',
  path: '/staff/products/requests',
  who: { permission: 'products.read' },
  response: z.object({ rows: z.array(request), next: z.nullable(z.string()) }),
});
