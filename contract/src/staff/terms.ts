import { CAMPAIGN_SEGMENTS } from '@noren/core/lending/campaign';
import * as z from 'zod/mini';
import { day, paise } from '../fields.ts';
import { LANGUAGE_CODES } from '../languages.ts';

/** What a request can set: a product, a scorecard, a coupon, a campaign, a setting of the app. */

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

const points = z.int().check(z.gte(-1_000), z.lte(1_000));
const rowId = z.string().check(z.regex(/^[a-z_]{2,20}$/, 'id'));

/** A version of the scorecard, checked by `checkScorecard` in core. */
export const scorecard = z.object({
  version: z.string().check(z.regex(/^\d{4}-\d{2}\/\d{1,4}$/, 'format')),
  rows: z
    .array(
      z.union([
        z.object({
          id: rowId,
          reads: z.enum(['age', 'monthlyIncome', 'settledLoans', 'worstOverdueDays']),
          bands: z
            .array(z.object({ atLeast: paise, points }))
            .check(z.minLength(1), z.maxLength(20)),
        }),
        z.object({
          id: rowId,
          reads: z.enum(['workStatus', 'salaryType', 'otherDebts', 'nameMatch']),
          choices: z.record(z.string(), points),
          otherwise: points,
        }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(20)),
  declineBelow: points,
  reviewBelow: points,
  limits: z
    .array(z.object({ atLeast: points, limit: paise }))
    .check(z.minLength(1), z.maxLength(20)),
  newBorrowerCap: paise,
  incomeSharePpm: z.int().check(z.gte(0), z.lte(1_000_000)),
  minLimit: paise,
  step: paise,
});

/** The terms of a coupon. */
export const couponTerms = z.object({
  kind: z.enum(['fee', 'interest', 'repay']),
  discount: z.union([
    z.object({ amount: paise }),
    z.object({ ppm: z.int().check(z.gte(1), z.lte(1_000_000)), cap: paise }),
  ]),
  minPrincipal: paise,
});

/** A coupon for everybody in a segment, until the budget is used up. */
export const campaignTerms = z.object({
  name: z.string().check(z.trim(), z.minLength(3, 'short'), z.maxLength(60, 'long')),
  segment: z.enum(CAMPAIGN_SEGMENTS),
  /** Maximum total cost of its coupons. */
  budgetPaise: paise,
  /** Day on which the coupons are issued. */
  startsOn: day,
  /** Last day on which the coupons can be used. */
  endsOn: day,
});

const cardText = z.object({
  title: z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(60, 'long')),
  text: z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(200, 'long')),
});

/** A card of Home's carousel. Without its own texts it uses the program's. */
export const carouselSetting = z.object({
  target: z.enum(['documents', 'service', 'officers']),
  /** By language; English for a language that is missing. */
  texts: z.nullable(z.partialRecord(z.enum(LANGUAGE_CODES), cardText)),
  effectiveFrom: day,
  effectiveTo: z.nullable(day),
});

export const cardId = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/, 'id'));

/** A change of a setting: value at the proposal, and new value. */
export const settingChange = z.discriminatedUnion('setting', [
  z.object({ setting: z.literal('gpGuideShow'), before: z.boolean(), after: z.boolean() }),
  z.object({
    setting: z.literal('carouselCard'),
    cardId,
    /** Null for a new card. */
    before: z.nullable(carouselSetting),
    after: carouselSetting,
  }),
]);
