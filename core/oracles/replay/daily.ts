import { type LoanEvent, type LoanTerms, viewLoan } from '../../src/lending/loan.ts';
import type { LoanConvention } from '../../src/lending/loan-convention.ts';
import { settlementQuote } from '../../src/lending/settlement.ts';
import type { Paise, Rounding } from '../../src/money/money.ts';
import type { DayRate } from '../../src/money/rate.ts';
import { addDays, type BusinessDay } from '../../src/money/time.ts';
import { effectiveAprByDay } from './apr.ts';
import { dailyInstalments } from './instalments.ts';
import { lesserRate, percentPerDay } from './rates.ts';
import { Differences, type OracleCase, parseAmount, parseDay, scaled } from './read.ts';

/** The terms of a loan at daily simple interest, as suites A1 to A3 describe them. */
export function dailyTerms(loan: {
  principal: Paise;
  rate: DayRate;
  lastDay: number;
  convention: Partial<LoanConvention>;
}): LoanTerms {
  const free = { ppmPerDay: 0, graceDays: 0, maxDays: 0 };
  const { rate, convention } = loan;
  const ours = {
    minDays: 0,
    interestEnds: 'principal',
    fractionOfPartPaid: 'kept',
    rounding: 'down',
  } as const;
  const tenorDays = Math.max(1, loan.lastDay);

  return {
    principal: loan.principal,
    interestPpmPerDay: 0,
    tenorDays,
    penal: free,
    convention: { ...ours, rate, ...convention },
  };
}

/**
 * `0.798`, `0.8 % per day`, `20.24 % per year`; a year has 365 days. `zero` and `n/a` are no rate.
 */
export function parseRate(text: string): DayRate | undefined {
  const parts = /^([\d.]+)\s*(?:% per (day|year))?$/.exec(text.trim());
  if (!parts) return undefined;
  return percentPerDay(parts[1]!, parts[2] === 'year' ? 365 : 1);
}

/** `HALF_UP`, `DOWN`, `rounding: rounded down`, `round half up`. */
function parseRounding(text: string): Rounding {
  if (/half[_ -]?even|bankers/i.test(text)) return 'half-even';
  if (/half|away from zero/i.test(text)) return 'half-up';
  return /up/i.test(text) ? 'up' : 'down';
}

/** `total 123.45 %; daily 0.8 %`: the most interest in all, and the most a day; `n/a` is none. */
function parseCaps(text: string): { interestCapPpm?: number; dailyCap?: DayRate } {
  const total = /total ([\d.]+) %/.exec(text)?.[1];
  const daily = /daily ([\d.]+) %/.exec(text)?.[1];

  return {
    ...(total === undefined ? {} : { interestCapPpm: Number(scaled(total, 4)) }),
    ...(daily === undefined ? {} : { dailyCap: percentPerDay(daily) }),
  };
}

/** `2024-12-01 to 2024-12-31 at 20.24 % per year`, several by `;`, each at most the daily cap. */
function parsePromos(
  text: string,
  capped: (rate: DayRate) => DayRate,
): LoanConvention['datedRates'] {
  const each = /(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) at ([\d.]+ % per (?:day|year)|zero)/g;
  return [...text.matchAll(each)].map(([, from, to, rate]) => {
    const dated = parseRate(rate!) ?? { numerator: 0n, denominator: 1n };
    return { from: parseDay(from), to: parseDay(to), rate: capped(dated) };
  });
}

/** The conventions that a case of A1 or A2 names. */
export function parseConvention(
  one: OracleCase,
  rate: DayRate,
): Partial<LoanConvention> & { rate: DayRate; rounding: Rounding } {
  const { dailyCap, ...cap } = parseCaps(String(one.cap ?? ''));
  const capped = (each: DayRate) => (dailyCap ? lesserRate(each, dailyCap) : each);

  return {
    ...cap,
    rate: capped(rate),
    rounding: parseRounding(String(one.interestRounding)),
    datedRates: parsePromos(String(one.promo ?? ''), capped),
    creditRate: parseRate(String(one.negativeBalanceRate ?? '')),
    settlementGraceDays: Number.parseInt(String(one.graceDays ?? '0'), 10) || 0,
  };
}

type ScheduleRow = [
  day: number,
  payment: string,
  interest: string,
  principal: string,
  balance: string,
];

/** A1: a schedule's rows, its total interest, and its effective APR cut to a tenth. */
export function replayDailySchedule(one: OracleCase): string[] {
  const differences = new Differences();
  const rows = one.rows as ScheduleRow[];
  const start = parseDay(one.start);
  const principal = parseAmount(one.principal);
  const { rate, ...convention } = parseConvention(one, parseRate(String(one.ratePctPerDay))!);
  const terms = dailyTerms({ principal, rate, lastDay: rows.at(-1)![0], convention });
  const paid = rows.map(([day, amount]) => ({ day, amount: parseAmount(amount) }));
  const events: LoanEvent[] = [
    { kind: 'disbursement', id: 'd', day: start },
    ...toPayments(start, paid),
  ];

  for (const [index, [day, , interest, ofPrincipal, balance]] of rows.entries()) {
    const view = viewLoan(terms, events, addDays(start, day));
    const taken = view.allocations[index]!;

    differences.same(`day ${day} interest`, taken.interest, parseAmount(interest));
    differences.same(`day ${day} principal`, taken.principal, parseAmount(ofPrincipal));
    differences.same(`day ${day} balance`, view.principalOwed, parseAmount(balance));
  }

  const end = viewLoan(terms, events, addDays(start, rows.at(-1)![0]));
  differences.same('settled exactly', [end.isSettled, end.overpaid], [true, 0]);
  differences.same('total interest', end.charged.interest, parseAmount(one.totalInterest));

  const last = settlementQuote(terms, events.slice(0, -1), addDays(start, rows.at(-1)![0]));
  differences.same('last payment', last.total, parseAmount(rows.at(-1)![1]));

  const cap = convention.interestCapPpm;
  // The plain schedule has no cap: it is used only where none was reached.
  if (cap === undefined || end.charged.interest + rows.length < (principal * cap) / 1_000_000) {
    const payments = paid.map(({ day, amount }) => ({ afterDays: day, amount }));
    const { rounding } = convention;
    const schedule = dailyInstalments({ principal, rate, rounding, startDay: start, payments });
    const parts = schedule.map((row) => [row.amount, row.interest, row.principal]);

    differences.same(
      'schedule',
      parts,
      rows.map((row) => [row[1], row[2], row[3]].map(parseAmount)),
    );
  }

  const apr = effectiveAprByDay({ received: principal, paid });
  differences.near('APR', apr, Number(one.aprPct), 0.0501);

  return differences.found;
}

/** Payments of a loan, in order, each with an id that keeps that order. */
export function toPayments(
  start: BusinessDay,
  paid: readonly { day: number; amount: Paise }[],
): LoanEvent[] {
  return paid.map(({ day, amount }, index): LoanEvent => {
    return {
      kind: 'payment',
      id: `p${String(index).padStart(3, '0')}`,
      day: addDays(start, day),
      amount,
    };
  });
}
