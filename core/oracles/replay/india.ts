import { type LoanEvent, type LoanTerms, viewLoan } from '../../src/lending/loan.ts';
import { add, paise, subtract, sum } from '../../src/money/money.ts';
import { addDays, type BusinessDay, businessDay, daysBetween } from '../../src/money/time.ts';
import { interestFor, percentPerDay } from './rates.ts';
import { Differences, daysFrom, type OracleCase, parseAmount, parseDay } from './read.ts';

type CaseInput = Record<string, unknown>;
type ExpectedValues = Record<string, string>;
type Case = { differences: Differences; given: CaseInput; expected: ExpectedValues };

const anyDay = businessDay('2024-01-01');

/** B: a lender's books at ACT/365, half up; each case by what it gives. */
export function replayIndianLender(one: OracleCase): string[] {
  const differences = new Differences();
  const at: Case = {
    differences,
    given: one.given as CaseInput,
    expected: one.expect as ExpectedValues,
  };
  const { given } = at;

  if (given.tolerance !== undefined) checkTolerance(at);
  else if (given.penaltyPct !== undefined) checkBackdated(at);
  else if (given.due !== undefined) checkOverdueDays(at);
  else if (given.brokenDays !== undefined) checkBrokenPeriod(at);
  else if (given.payment !== undefined) checkPayment(at);
  else if (given.loanA !== undefined) checkCancelled(at);
  else if (given.loanPaidButChargePending !== undefined) checkPendingCharge(at);
  else if (given.days !== undefined) checkInterest(at);
  else differences.same('not a figure of ours', Object.keys(given), []);

  return differences.found;
}

function computeInterest(given: CaseInput, days: unknown): ReturnType<typeof interestFor> {
  const rate = percentPerDay(String(given.annualPct), 365);
  return interestFor(parseAmount(given.principal), rate, Number(days), 'half-up');
}

/** The terms of such a loan; interest runs until the principal is paid, without a least day. */
function termsFor(given: CaseInput, more: Partial<LoanTerms> = {}): LoanTerms {
  const rate = percentPerDay(String(given.annualPct), 365);
  const convention = { rate, minDays: 0, interestEnds: 'principal' } as const;
  const penal = { ppmPerDay: 0, graceDays: 0, maxDays: 0 };
  const principal = parseAmount(given.principal);

  return { principal, interestPpmPerDay: 0, tenorDays: 3_650, penal, convention, ...more };
}

const disbursedOn = (day: BusinessDay): LoanEvent => ({ kind: 'disbursement', id: 'd', day });

function checkInterest({ differences, given, expected }: Case): void {
  const interest = computeInterest(given, given.days);
  if (expected.interest !== undefined)
    differences.same('interest', interest, parseAmount(expected.interest));

  const short = /interest - ([\d.]+)$/.exec(String(given.paid ?? ''))?.[1];
  if (short === undefined) return;

  const payment = subtract(add(parseAmount(given.principal), interest), parseAmount(short));
  const day = addDays(anyDay, Number(given.days));
  const paid: LoanEvent[] = [
    disbursedOn(anyDay),
    { kind: 'payment', id: 'p', day, amount: payment },
  ];
  const left = viewLoan(termsFor(given), paid, day).totalOwed;

  differences.same('excess', -left, parseAmount(expected.excess));

  const waived = viewLoan(
    termsFor(given),
    [...paid, { kind: 'waiver', id: 'w', day, amount: paise(left) }],
    day,
  );
  differences.same('waived', waived.waived, parseAmount(expected.interestWaiverAccountDebit));
}

function checkBrokenPeriod({ differences, given, expected }: Case): void {
  const [broken, first] = [
    computeInterest(given, given.brokenDays),
    computeInterest(given, given.firstPeriodDays),
  ];
  differences.same('broken period', broken, parseAmount(expected.bpi));
  differences.same('first period', first, parseAmount(expected.firstPeriod));
  differences.same('both', add(broken, first), parseAmount(expected.addedToFirst));
}

function checkPayment({ differences, given, expected }: Case): void {
  const [day, amount] = given.payment as [string, string];
  const events: LoanEvent[] = [
    disbursedOn(parseDay(given.disbursed)),
    { kind: 'payment', id: 'p', day: parseDay(day), amount: parseAmount(amount) },
  ];
  const view = viewLoan(termsFor(given), events, parseDay(day));

  differences.same(
    'interest paid',
    view.allocations[0]!.interest,
    parseAmount(expected.interestPaid),
  );
  differences.same('principal after', view.principalOwed, parseAmount(expected.principalAfter));
}

/**
 * Whether a case's interest is the sum of each day's, rounded each day: a convention that is not
 * ours.
 */
export function isRoundedEachDay(one: OracleCase): boolean {
  const [given, expected] = [one.given as CaseInput, one.expect as ExpectedValues];
  if (!Array.isArray(given?.payment) || expected.interestPaid === undefined) return false;

  const days = daysFrom(given.disbursed, given.payment[0]);
  const interest = sum(Array.from({ length: days }, () => computeInterest(given, 1)));
  const ofPrincipal = subtract(parseAmount(given.payment[1]), interest);
  const after = subtract(parseAmount(given.principal), ofPrincipal);

  return (
    interest === parseAmount(expected.interestPaid) &&
    after === parseAmount(expected.principalAfter)
  );
}

/** A tolerance is its own entry here: a waiver of exactly the shortfall. */
function checkTolerance({ differences, given, expected }: Case): void {
  const [from, to] = [parseDay(given.from), parseDay(given.to)];
  const events: LoanEvent[] = [
    disbursedOn(from),
    { kind: 'charge', id: 'c', day: to, amount: parseAmount(given.charge), code: 'charge' },
  ];
  const terms = termsFor(given);

  differences.same(
    'exact due',
    viewLoan(terms, events, to).totalOwed,
    parseAmount(expected.exactDue),
  );
  events.push({ kind: 'payment', id: 'p', day: to, amount: parseAmount(given.paid) });

  const { totalOwed } = viewLoan(terms, events, to);
  differences.same(
    'within the tolerance',
    totalOwed > 0 && totalOwed <= parseAmount(given.tolerance),
    true,
  );
  events.push({ kind: 'waiver', id: 'z', day: addDays(to, 1), amount: paise(totalOwed) });

  const view = viewLoan(
    {
      ...terms,
      convention: { ...terms.convention, interestEnds: 'due-date' },
      tenorDays: daysBetween(from, to),
    },
    events,
    addDays(to, 1),
  );
  differences.same('status', view.isSettled ? 'Closed' : 'Open', expected.status);
}

/**
 * A payment recorded late with the due date as its value date removes the penal charge accrued
 * since.
 */
function checkBackdated({ differences, given, expected }: Case): void {
  const payment = given.payment as { valueDate: string; amount: string };
  const [start, due, until] = [
    parseDay(given.disbursed),
    parseDay(given.due),
    parseDay(given.accruedTo),
  ];
  const ppmPerDay = Math.round((Number(given.penaltyPct) * 10_000) / 365);
  const instalments = [{ afterDays: daysBetween(start, due), amount: parseAmount(payment.amount) }];
  const terms = termsFor(given, { instalments, penal: { ppmPerDay, graceDays: 0, maxDays: 365 } });
  const before = viewLoan(terms, [disbursedOn(start)], until).penalOwed;
  const paid: LoanEvent = {
    kind: 'payment',
    id: 'p',
    day: parseDay(payment.valueDate),
    amount: parseAmount(payment.amount),
  };
  const after = viewLoan(terms, [disbursedOn(start), paid], until).charged.penal;

  differences.same('before', before > 0 ? '> 0' : 'none', expected.penalInterestBefore);
  differences.same('after', after > 0 ? '> 0' : 'none', expected.penalInterestAfter);
}

/** A loan with a reversed payment has, on every day, the interest of one that never had it. */
function checkCancelled({ differences, given }: Case): void {
  const written = /^(\d+) payments, the (\d+)\w\w cancelled$/.exec(String(given.loanA));
  if (!written) throw new RangeError(`not payments: ${given.loanA}`);

  const terms = termsFor({ principal: '100000', annualPct: '12' });
  const all = Array.from({ length: Number(written[1]) }, (_, index): LoanEvent => {
    return {
      kind: 'payment',
      id: `p${index}`,
      day: addDays(anyDay, 20 * (index + 1)),
      amount: paise(700_000),
    };
  });
  const cancelled = `p${Number(written[2]) - 1}`;
  const loanA: LoanEvent[] = [...all, { kind: 'reversal', id: 'r', day: anyDay, of: cancelled }];
  const loanB = all.filter((payment) => payment.id !== cancelled);

  for (let day = 0; day <= 20 * (all.length + 1); day += 1) {
    const [a, b] = [loanA, loanB].map((events) =>
      viewLoan(terms, [disbursedOn(anyDay), ...events], addDays(anyDay, day)),
    );
    differences.same(`day ${day}`, a, b);
  }
}

function checkPendingCharge({ differences }: Case): void {
  const terms = termsFor({ principal: '1000', annualPct: '0' });
  const paid: LoanEvent[] = [
    disbursedOn(anyDay),
    { kind: 'payment', id: 'p', day: anyDay, amount: terms.principal },
    { kind: 'charge', id: 'c', day: addDays(anyDay, 1), amount: paise(100), code: 'charge' },
  ];
  const later: LoanEvent = {
    kind: 'payment',
    id: 'q',
    day: addDays(anyDay, 2),
    amount: paise(100),
  };
  const at = (events: LoanEvent[]) => viewLoan(terms, events, addDays(anyDay, 2)).isSettled;

  differences.same(
    'settled before and after the charge is paid',
    [at(paid), at([...paid, later])],
    [false, true],
  );
}

function checkOverdueDays({ differences, given, expected }: Case): void {
  for (const [day, days] of listOverdueDays(given, expected)) {
    differences.same(day, days, Number((expected.dpd as unknown as ExpectedValues)[day]));
  }
}

/**
 * Our days overdue on each day that a case names; an instalment is what was paid from its due date
 * to the next.
 */
function listOverdueDays(
  given: CaseInput,
  expected: ExpectedValues,
): [day: string, days: number, isDue: boolean][] {
  const start = parseDay(/disbursed (\S+)/.exec(String(given.loan))?.[1]);
  const dues = (given.due as string[]).map(parseDay);
  const paid = (given.paid as [string, string][]).map(([day, amount]) => ({
    day: parseDay(day),
    amount: parseAmount(amount),
  }));
  const instalments = dues.map((due, index) => {
    const within = paid.filter(
      (one) => one.day >= due && (dues[index + 1] === undefined || one.day < dues[index + 1]!),
    );
    return { afterDays: daysBetween(start, due), amount: sum(within.map((one) => one.amount)) };
  });
  const terms = termsFor(
    { principal: String(given.loan).split(' ')[0], annualPct: '10' },
    { instalments },
  );
  const events = [
    disbursedOn(start),
    ...paid.map((one, index): LoanEvent => ({ kind: 'payment', id: `p${index}`, ...one })),
  ];

  return Object.keys(expected.dpd as unknown as ExpectedValues).map((day) => {
    const view = viewLoan(terms, events, parseDay(day));
    return [day, view.overdueDays, view.dueDay! <= parseDay(day)];
  });
}

/** Whether a case counts the due date as the first day past due: a convention that is not ours. */
export function isDueDateCounted(one: OracleCase): boolean {
  const [given, expected] = [one.given as CaseInput, one.expect as ExpectedValues];
  if (!Array.isArray(given?.due) || expected.dpd === undefined) return false;

  const dpd = expected.dpd as unknown as ExpectedValues;
  return listOverdueDays(given, expected).every(
    ([day, days, isDue]) => Number(dpd[day]) === (isDue ? days + 1 : 0),
  );
}
