import { type LoanEvent, viewLoan } from '../../src/lending/loan.ts';
import { settlementQuote } from '../../src/lending/settlement.ts';
import { type Paise, paise } from '../../src/money/money.ts';
import { addDays, addMonths, businessDay, daysBetween } from '../../src/money/time.ts';
import { computeEffectiveApr, computeUnitPeriodApr } from './apr.ts';
import { dailyTerms, parseRate, toPayments } from './daily.ts';
import { percentPerDay } from './rates.ts';
import { Differences, daysFrom, type OracleCase, parseAmount, parseDay } from './read.ts';

type CaseInput = Record<string, unknown>;
type ExpectedValues = Record<string, string>;

const anyDay = businessDay('2020-01-01');

/**
 * A3: small figures of loans at daily interest, each by what it gives, with the suite's other cases
 * at hand.
 */
export function replayDailyUnit(one: OracleCase, suite: readonly OracleCase[]): string[] {
  const differences = new Differences();
  const [given, expected] = [whole(one.given as CaseInput, suite), one.expect as ExpectedValues];

  if (given.totalCapPct !== undefined) checkCap(differences, given, expected);
  else if (given.annualPct !== undefined) checkRate(differences, given, expected);
  else if (given.advance !== undefined) checkApr(differences, given, expected);
  else if (given.refundDay !== undefined) checkRefund(differences, given, expected);
  else checkLoan(differences, given, expected);

  return differences.found;
}

/** A case may refer to another case's loan and add a payment. */
function whole(given: CaseInput, suite: readonly OracleCase[]): CaseInput {
  if (given.sameLoan === undefined) return given;
  const other = suite.find((one) => one.id === given.sameLoan)?.given as CaseInput;
  const extra = given.extraPayment === undefined ? [] : [given.extraPayment];
  return { ...other, ...given, payments: [...(other.payments as unknown[]), ...extra] };
}

function checkCap(differences: Differences, given: CaseInput, expected: ExpectedValues): void {
  const principal = parseAmount(given.principal);

  const part = (amount: unknown) => ({
    numerator: BigInt(parseAmount(amount)),
    denominator: BigInt(principal),
  });

  const [first, second] = [addDays(anyDay, 1), addDays(anyDay, 2)];
  const datedRates = [
    { from: first, to: first, rate: part(given.interestSoFar) },
    { from: second, to: second, rate: part(given.newInterest) },
  ];
  const convention = { datedRates, interestCapPpm: Number(given.totalCapPct) * 10_000 };
  const terms = dailyTerms({ principal, rate: percentPerDay('0'), lastDay: 2, convention });
  const at = (day: typeof first) =>
    viewLoan(terms, [{ kind: 'disbursement', id: 'd', day: anyDay }], day).interestOwed;

  differences.same(
    'new interest allowed',
    at(second) - at(first),
    parseAmount(expected.newInterestAllowed),
  );
}

function checkRate(differences: Differences, given: CaseInput, expected: ExpectedValues): void {
  const [a, b] = [percentPerDay(String(given.annualPct), 365), percentPerDay(expected.dailyPct!)];
  differences.same('daily rate', a.numerator * b.denominator === b.numerator * a.denominator, true);
}

function checkApr(differences: Differences, given: CaseInput, expected: ExpectedValues): void {
  const within = Number(expected.tolerancePctPoints ?? 0.005);
  if (Array.isArray(given.payments)) {
    const payments = (given.payments as string[][]).map(([day, amount]) => {
      return { day: daysFrom(given.on, day), amount: parseAmount(amount) };
    });
    differences.near(
      'APR',
      computeEffectiveApr(given.advance, payments),
      Number(expected.aprPct),
      within,
    );

    return;
  }

  const written = /^(\d+) monthly x ([\d.]+) from (\S+)$/.exec(String(given.payments));
  if (!written) throw new RangeError(`not payments: ${given.payments}`);

  const [on, first] = [parseDay(given.on), parseDay(written[3])];
  // Whole months are counted back from the first payment; the days that are left are parts of a
  // month of 30.
  const odd = daysBetween(on, addMonths(first, -1)) / 30;
  const apr = computeUnitPeriodApr(given.advance, {
    count: Number(written[1]),
    amount: Number(written[2]),
    odd,
  });

  differences.near('APR', apr, Number(expected.aprPct), within);
}

/** What the lender pays on overpaid money until it gives it back. */
function checkRefund(differences: Differences, given: CaseInput, expected: ExpectedValues): void {
  const lastDay = Math.max(...(given.payments as [number, string][]).map(([day]) => day));
  const over = paise(-parseAmount(expected.principal));
  const principal = parseAmount(given.principal);
  const rate = parseRate(`${given.negativeBalanceRatePctPerYear} % per year`);
  const convention = { creditRate: rate };
  const terms = dailyTerms({ principal, rate: percentPerDay('0'), lastDay, convention });
  const paid = toPayments(anyDay, [{ day: lastDay, amount: paise(principal + over) }]);
  const events: LoanEvent[] = [{ kind: 'disbursement', id: 'd', day: anyDay }, ...paid];
  const view = viewLoan(terms, events, addDays(anyDay, Number(given.refundDay)));

  differences.same('refund', -view.overpaid, parseAmount(expected.refund));
  differences.same('interest', -view.creditInterest, parseAmount(expected.interest));
}

function checkLoan(
  differences: Differences,
  given: CaseInput,
  expected: ExpectedValues & { balances?: string[] },
): void {
  const principal = parseAmount(given.principal);
  const start = given.start === undefined ? anyDay : parseDay(given.start);
  const payments = (given.payments as [number, string][]).map(([day, amount]) => ({
    day,
    amount: parseAmount(amount),
  }));
  const lastDay = Number(given.settleDay ?? payments.at(-1)!.day);
  const terms = dailyTerms({
    principal,
    rate: parseRate(String(given.ratePctPerDay))!,
    lastDay,
    convention: {},
  });
  const events: LoanEvent[] = [
    { kind: 'disbursement', id: 'd', day: start },
    ...toPayments(start, payments),
  ];
  const on = (day: number) => addDays(start, day);
  const got: Record<string, number | string | Paise[]> = {};

  if (given.settleDay === undefined) {
    const view = viewLoan(terms, events, on(lastDay));
    Object.assign(got, {
      interest: view.charged.interest,
      status: view.isSettled ? 'closed' : 'open',
    });
  } else {
    const { total, principal: ofPrincipal, interest } = settlementQuote(terms, events, on(lastDay));
    const balances = payments.map(({ day }) => viewLoan(terms, events, on(day)).principalOwed);
    Object.assign(got, { settlement: total, principal: ofPrincipal, interest, balances });
  }

  for (const [name, figure] of Object.entries(expected)) {
    const wanted =
      name === 'status'
        ? figure
        : Array.isArray(figure)
          ? figure.map(parseAmount)
          : parseAmount(figure);
    differences.same(name, got[name], wanted);
  }
}
