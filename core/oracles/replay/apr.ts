import {
  agreedApr,
  aprByBisection,
  aprByNewton,
  type CashFlow,
  computeApr,
  type Repayment,
} from '../../src/money/apr.ts';
import {
  add,
  applyPpm,
  type Paise,
  paise,
  splitPaise,
  subtract,
  sum,
} from '../../src/money/money.ts';
import { Differences, type OracleCase, parseAmount } from './read.ts';

/** Rupees of a source, to the nearest paisa: some print instalments finer than that. */
const nearest = (amount: unknown): Paise => paise(Math.round(Number(amount) * 100));

type PublishedCase = OracleCase & {
  sanctioned: number;
  netDisbursed: number;
  fees?: number | Record<string, number>;
  instalments:
    | string
    | { day?: number; month?: number; amount: number }[]
    | { n: number; epi: number; period?: string; firstAfter?: string };
  publishedApr: number;
  publishedDecimals: number;
  reproducingConvention: string | null;
  within0_05pp: boolean;
};

/**
 * The tolerance between a published rate and ours, in percentage points: the published one is
 * rounded.
 */
const withinPoints = 0.05;

/**
 * K: a published APR under the convention that its publisher used, and both solvers of ours on the
 * same flow.
 */
export function replayPublishedApr(one: OracleCase): string[] {
  const published = one as PublishedCase;
  const differences = new Differences();
  const { reproducingConvention: convention, publishedApr } = published;
  if (convention === null) return ['no convention is known that gives the published rate'];

  const flow = buildFlow(published, convention);
  const nominal = aprByNewton(flow);
  const periodic = nominal / 100 / flow.periodsPerYear;
  const isEffective = /effective/i.test(convention);
  const rate = isEffective ? ((1 + periodic) ** flow.periodsPerYear - 1) * 100 : nominal;
  // A case that prints fewer decimals than it was checked to says so itself.
  const printed = published.within0_05pp ? rate : Number(rate.toFixed(published.publishedDecimals));

  differences.near(`APR by ${convention}`, printed, publishedApr, withinPoints);
  differences.near('the two solvers', computeApr(flow) / 100, nominal, 0.0051);

  return differences.found;
}

/**
 * What counts as received: the net amount, the whole, or the whole less the fees that the
 * convention's name says.
 */
function receivedUnder(one: PublishedCase, convention: string): number {
  if (/_gross$/.test(convention)) return one.sanctioned;

  const fees = typeof one.fees === 'number' ? { fee: one.fees } : (one.fees ?? {});

  const less = (isCounted: (name: string) => boolean) => {
    const counted = Object.entries(fees).filter(([name]) => isCounted(name));
    return counted.reduce((left, [, fee]) => left - fee, one.sanctioned);
  };

  if (/_feeExGST$/i.test(convention)) return less((name) => !/^gst/i.test(name));

  return /_allFees/i.test(convention) ? less(() => true) : one.netDisbursed;
}

/** The cash flow of a case under a convention. */
function buildFlow(one: PublishedCase, convention: string): CashFlow {
  const received = nearest(receivedUnder(one, convention));
  const { instalments } = one;
  if (typeof instalments === 'string')
    return { received, repayments: monthly(parseAmounts(instalments)), periodsPerYear: 12 };

  if (!Array.isArray(instalments)) {
    const amounts = Array<number>(instalments.n).fill(instalments.epi);
    const periodsPerYear = periodsOf[instalments.period ?? 'month'];
    if (periodsPerYear === undefined) throw new RangeError(`not a period: ${instalments.period}`);

    return {
      received,
      repayments: monthly(amounts, oddFraction(instalments.firstAfter ?? '')),
      periodsPerYear,
    };
  }

  const byDay = instalments.every((each) => each.day !== undefined);
  if (instalments.length > 1 || /daily|xirr/i.test(convention)) {
    const at = (each: { day?: number; month?: number }) => (byDay ? each.day! : each.month!);
    const repayments = instalments.map((each) => ({
      afterPeriods: at(each),
      amount: nearest(each.amount),
    }));

    return { received, repayments, periodsPerYear: byDay ? 365 : 12 };
  }

  const [{ day, month, amount }] = instalments as [
    { day?: number; month?: number; amount: number },
  ];
  if (/12xMonth/.test(convention))
    return { received, repayments: monthly([amount]), periodsPerYear: 12 };

  // One payment: the unit period is the whole term, or a year when the term is longer.
  const years = day === undefined ? month! / 12 : day / 365;
  const periods = Math.max(1, Math.round(years));

  return {
    received,
    repayments: [{ afterPeriods: periods, amount: nearest(amount) }],
    periodsPerYear: periods / years,
  };
}

const periodsOf: Record<string, number> = {
  year: 1,
  quarter: 4,
  month: 12,
  fortnight: 26,
  week: 52,
  day: 365,
};

/** `250 then 23 x 230 monthly`; `250, 22 x 230, 280 monthly`. */
function parseAmounts(text: string): number[] {
  return text
    .replace(/monthly/i, '')
    .split(/,|then/)
    .flatMap((part) => {
      const [, count = '1', amount] = /^\s*(?:(\d+)\s*x\s*)?([\d.]+)\s*$/.exec(part) ?? [];
      if (amount === undefined) throw new RangeError(`not instalments: ${text}`);
      return Array<number>(Number(count)).fill(Number(amount));
    });
}

/** `1 month 19 days` before the first payment: 19 days of 30 are the odd part. */
function oddFraction(firstAfter: string): number {
  const parts = /month\w* (?:and )?(\d+) days?/.exec(firstAfter);
  return parts ? Number(parts[1]) / 30 : 0;
}

/** Monthly repayments, each after the same fraction of an odd first month. */
function monthly(amounts: number[], odd = 0): Repayment[] {
  return amounts.map((amount, index) => ({
    afterPeriods: index + 1,
    oddFraction: odd,
    amount: nearest(amount),
  }));
}

type Texts = Record<string, string>;

/**
 * E: a published Indian key facts statement's APR, without and with the GST on its fee; and an
 * amount in equal parts.
 */
export function replayIndianKfs(one: OracleCase): string[] {
  const differences = new Differences();
  const [given, expected] = [one.given as Texts, one.expect as Texts & { parts?: string[] }];

  if (given.parts !== undefined) {
    const parts = splitPaise(nearest(given.principal), Array(Number(given.parts)).fill(1));
    differences.same('parts', parts, expected.parts?.map(parseAmount));
    return differences.found;
  }

  const fee = nearest(given.feeNetOfGst);
  const repayments = monthly(Array<number>(Number(given.n)).fill(Number(given.emi)));

  const aprLess = (fees: Paise) => {
    return (
      computeApr({
        received: subtract(nearest(given.sanction), fees),
        repayments,
        periodsPerYear: 12,
      }) / 100
    );
  };

  const withGst = aprLess(add(fee, applyPpm(fee, 180_000, 'half-up')));
  for (const [name, figure] of Object.entries(expected)) {
    if (/exgst/i.test(name)) differences.same(name, aprLess(fee), Number(figure));
    else if (/inclgst/i.test(name)) differences.same(name, withGst, Number(figure));
    else differences.near(name, withGst, Number(figure), withinPoints);
  }

  return differences.found;
}

/** An effective rate of dated payments, in percent: a unit of A3. */
export function computeEffectiveApr(
  advance: unknown,
  payments: { day: number; amount: Paise }[],
): number {
  return effectiveAprByDay({ received: parseAmount(advance), paid: payments });
}

/**
 * A unit-period rate in percent: so many months after an odd first part of a month. A unit of A3.
 */
export function computeUnitPeriodApr(
  advance: unknown,
  payments: { count: number; amount: number; odd: number },
): number {
  const repayments = monthly(Array<number>(payments.count).fill(payments.amount), payments.odd);
  return computeApr({ received: parseAmount(advance), repayments, periodsPerYear: 12 }) / 100;
}

/**
 * The effective rate in percent a year at which payments on days after the first are worth what was
 * received: (1 + daily rate)^365 − 1. What is paid on day 0 counts as not received. Not the rate of
 * a Key Facts Statement. Throws as `computeApr` does.
 */
export function effectiveAprByDay(loan: {
  received: Paise;
  paid: readonly { day: number; amount: Paise }[];
}): number {
  const atOnce = sum(loan.paid.filter((one) => one.day === 0).map((one) => one.amount));
  const repayments = loan.paid.flatMap(({ day, amount }) =>
    day === 0 ? [] : [{ afterPeriods: day, amount }],
  );
  const flow = { received: subtract(loan.received, atOnce), repayments, periodsPerYear: 365 };
  const [one, two] = [aprByNewton(flow), aprByBisection(flow)];

  agreedApr(one, two);

  return ((1 + one / 36_500) ** 365 - 1) * 100;
}
