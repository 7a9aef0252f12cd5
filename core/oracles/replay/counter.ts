import { type LoanEvent, type LoanTerms, viewLoan } from '../../src/lending/loan.ts';
import { AprDisagreementError, agreedApr } from '../../src/money/apr.ts';
import { rupees, sum } from '../../src/money/money.ts';
import { addDays, businessDay } from '../../src/money/time.ts';
import { equalInstalments } from './instalments.ts';
import { Differences, type OracleCase } from './read.ts';

/**
 * A behaviour of another system that ours must not have: how a case names it, and what proves its
 * absence here.
 */
type Counter = {
  about: RegExp;
  /** A replay here; it returns no differences when ours behaves correctly. */
  shown?: (seen: string) => string[];
  /** Or held by a test of the server: its file and its title. */
  heldBy?: { file: string; title: string }[];
};

const day0 = businessDay('2026-11-20');
const disbursed: LoanEvent = { kind: 'disbursement', id: 'd', day: day0 };

const terms: LoanTerms = {
  principal: rupees(1_000),
  interestPpmPerDay: 1_000,
  tenorDays: 30,
  penal: { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 },
};

const counters: Counter[] = [
  {
    about: /same key.*amount/,
    heldBy: [
      {
        file: 'platform/http/idempotency-store.test.ts',
        title: 'the same id for different content is 422 and changes nothing',
      },
    ],
  },
  {
    about: /same key.*second loan/i,
    heldBy: [
      {
        file: 'platform/http/idempotency-store.test.ts',
        title: 'the same id for different content is 422 and changes nothing',
      },
      {
        file: 'platform/http/idempotency-store.test.ts',
        title: 'another user may use the same id',
      },
    ],
  },
  {
    about: /another client.*cached/,
    heldBy: [
      {
        file: 'platform/http/idempotency-store.test.ts',
        title: 'another user may use the same id',
      },
    ],
  },
  {
    about: /posted rows never change/,
    heldBy: [
      {
        file: 'lending/book/ledger.test.ts',
        title: 'a posted journal takes no further entries, not even a balanced pair',
      },
    ],
  },
  {
    about: /maker <> checker/,
    heldBy: [
      {
        file: 'console/approvals/approvals.test.ts',
        title: 'cannot be approved by its own maker',
      },
    ],
  },
  { about: /refunded, then a fee/, shown: refundStaysRefunded },
  { about: /settled after 1 day/, shown: settledEarlyCostsDaysHeld },
  { about: /APR examples printed/, shown: printedAprsDisagree },
  { about: /ceiled to/, shown: instalmentsKeepTheirCount },
];

/**
 * G: shows that ours does not behave like the other system, or names the server's test that proves
 * it.
 */
export function replayCounter(one: OracleCase, readServerTest: (file: string) => string): string[] {
  const differences = new Differences();
  const [seen, ours] = [String(one.seen), String(one.ours)];
  const counter = counters.find(({ about }) => about.test(`${seen} ${ours}`));
  if (!counter) return ['no check shows that ours behaves differently'];

  for (const { file, title } of counter.heldBy ?? []) {
    differences.same(`${file} has "${title}"`, readServerTest(file).includes(title), true);
  }

  differences.same('ours', counter.shown?.(seen) ?? [], []);

  return differences.found;
}

/** A fee after a refunded overpayment is its own debt; payment and refund stay as they were. */
function refundStaysRefunded(): string[] {
  const differences = new Differences();
  const before: LoanEvent[] = [
    disbursed,
    { kind: 'payment', id: 'p', day: addDays(day0, 1), amount: rupees(1_201) },
    { kind: 'refund', id: 'r', day: addDays(day0, 2), amount: rupees(200) },
  ];
  const fee: LoanEvent = {
    kind: 'charge',
    id: 'c',
    day: addDays(day0, 3),
    amount: rupees(10),
    code: 'fee',
  };
  const [was, is] = [before, [...before, fee]].map((events) =>
    viewLoan(terms, events, addDays(day0, 3)),
  );

  differences.same('allocations', is!.allocations, was!.allocations);
  differences.same('owed', [is!.feesOwed, is!.principalOwed, is!.overpaid], [rupees(10), 0, 0]);

  return differences.found;
}

function settledEarlyCostsDaysHeld(): string[] {
  const differences = new Differences();
  const view = viewLoan(
    terms,
    [disbursed, { kind: 'payment', id: 'p', day: addDays(day0, 1), amount: rupees(1_001) }],
    addDays(day0, 31),
  );

  differences.same(
    'settled for a day of interest',
    [view.isSettled, view.charged.interest],
    [true, rupees(1)],
  );

  return differences.found;
}

/** Each printed rate is compared with the formula's: two answers that far apart stop an offer. */
function printedAprsDisagree(seen: string): string[] {
  const [printed, right] = [...seen.matchAll(/[\d.]+(?:, [\d.]+)+/g)].map(([list]) =>
    list.split(', ').map(Number),
  );
  const differences = new Differences();

  differences.same('pairs', printed!.length > 0 && printed!.length === right!.length, true);

  for (const [index, rate] of printed!.entries()) {
    differences.same(`${rate} is refused`, isRefused(rate, right![index]!), true);
  }

  return differences.found;
}

function isRefused(one: number, two: number): boolean {
  try {
    agreedApr(one, two);
    return false;
  } catch (error) {
    if (error instanceof AprDisagreementError) return true;
    throw error;
  }
}

/**
 * `130 @20%/12m: exact instalment 12.04`: as many instalments as agreed, and the last one takes
 * what rounding left.
 */
function instalmentsKeepTheirCount(seen: string): string[] {
  const differences = new Differences();
  const [, principal, percent, count, exact] =
    /([\d.]+) @([\d.]+)%\/(\d+)m: exact instalment ([\d.]+)/.exec(seen)!;
  const loan = {
    principal: rupees(Number(principal)),
    ratePpmPerYear: Number(percent) * 10_000,
    count: Number(count),
  };
  const rows = equalInstalments({ ...loan, startDay: day0 });

  differences.same(
    'instalments',
    [rows.length, rows[0]!.amount],
    [loan.count, rupees(Number(exact))],
  );
  differences.same('principal', sum(rows.map((row) => row.principal)), loan.principal);

  return differences.found;
}
