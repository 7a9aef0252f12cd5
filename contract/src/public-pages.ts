import { COMPLAINT_LEVELS } from '@noren/core/staff/complaints';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, paise } from './fields.ts';
import { lender, officer, REGULATORS } from './public.ts';

/** The lowest, average and highest of a rate. */
const range = z.object({ least: z.int(), average: z.int(), most: z.int() });

const cardProduct = z.object({
  code: z.string(),
  name: z.string(),
  tenorDays: z.int(),
  minPrincipalPaise: paise,
  maxPrincipalPaise: paise,
  interestPpmPerDay: z.int(),
  feePpm: z.int(),
  gstPpm: z.int(),
  /** Of the smallest and the largest loan, which differ by rounding. */
  apr: z.object({ leastHundredths: z.int(), mostHundredths: z.int() }),
  penal: z.object({ ppmPerDay: z.int(), graceDays: z.int(), maxDays: z.int() }),
  coolingOffDays: z.int(),
  isFeeKeptOnReturn: z.boolean(),
  extension: z.object({ feePpm: z.int(), days: z.array(z.int()), maxTimes: z.int() }),
});

/** The rates of a product's loans in a quarter, or of all loans. */
const quarterRates = z.object({
  /** Null for the loans of all products. */
  productName: z.nullable(z.string()),
  /** In hundredths of a percent. In the average each loan counts by its amount. */
  aprHundredths: range,
  interestPpmPerYear: range,
});

const quarter = z.object({
  first: day,
  last: day,
  computedOn: day,
  /** `few`: so few loans that their rates could be traced to one person; none are published. */
  loans: z.enum(['none', 'few', 'published']),
  rates: z.array(quarterRates),
});

export type QuarterOfRates = z.infer<typeof quarter>;

/** The prices in force today, and what the loans of the last quarters cost, newest first. */
export const rateCard = call({
  method: 'GET',
  path: '/api/user/public/rateCard',
  who: 'anyone',
  response: z.object({ day, products: z.array(cardProduct), quarters: z.array(quarter) }),
  added: true,
});

export type CardProduct = z.infer<typeof cardProduct>;

/** The fair-practice code in the caller's language: the version in force, or the one asked for. */
export const fairPracticeCode = call({
  method: 'GET',
  path: '/api/user/public/fairPracticeCode',
  who: 'anyone',
  query: z.object({ version: z.optional(z.string().check(z.maxLength(20))) }),
  response: z.object({
    version: z.string(),
    from: day,
    /** Every version there was, newest first. */
    versions: z.array(z.object({ version: z.string(), from: day })),
    parts: z.array(z.object({ id: z.string(), title: z.string(), lines: z.array(z.string()) })),
  }),
  codes: [CODES.notFound],
  added: true,
});

const level = z.object({
  level: z.enum(COMPLAINT_LEVELS),
  /** Days from the complaint within which this level answers; then it is passed on. */
  days: z.int(),
  name: z.nullable(z.string()),
  phone: z.string(),
  email: z.string(),
  address: z.nullable(z.string()),
});

/**
 * Who answers a complaint, within which days, and where to complain after that. With `from`, the
 * version of the contacts that began on that day; otherwise today's.
 */
export const grievance = call({
  method: 'GET',
  path: '/api/user/public/grievance',
  who: 'anyone',
  query: z.object({ from: z.optional(day) }),
  response: z.object({
    /** The first day of these contacts. */
    from: day,
    /** The first day of every version there was, newest first. */
    versions: z.array(day),
    levels: z.array(level),
    appOfficer: officer,
    lender,
    /** When customer service answers. */
    hours: z.string(),
    regulator: z.object({
      kind: z.enum(REGULATORS),
      answerDays: z.int(),
      /** Of the ombudsman. */
      fileDays: z.int(),
      mostLossPaise: paise,
      mostHarassmentPaise: paise,
    }),
  }),
  codes: [CODES.notFound],
  added: true,
});

export type GrievanceLevel = z.infer<typeof level>;
