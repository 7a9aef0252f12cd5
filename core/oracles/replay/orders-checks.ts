import { viewLoan } from '../../src/lending/loan.ts';
import type { PaymentAllocation } from '../../src/lending/loan-state.ts';
import { addBuckets, type Buckets } from '../../src/lending/repayment.ts';
import { addDays, businessDay } from '../../src/money/time.ts';
import { takeStep } from './orders.ts';
import {
  buildTerms,
  computeMaturity,
  computeOutstanding,
  firstDay,
  type OrderBook,
  type OrderPayment,
  type Step,
  typeName,
  viewBook,
} from './orders-book.ts';
import {
  compareCharges,
  compareSchedule,
  compareTotals,
  compareTransactions,
  owedAgain,
} from './orders-tables.ts';
import { Differences, type OracleCase, parseAmount, parseDay } from './read.ts';

type Row = Record<string, string>;

/** Bookkeeping steps of the other system that our orders do not have, by its suite's convention. */
const notModelled = ['other', 'expectLastClosed', 'expectDelinquencyHistory'];

/** Days overdue that the other system does not yet call arrears. */
const arrearsGraceDays = 3;

/** C1: one-instalment orders step by step. */
export function replayOrder(one: OracleCase): string[] {
  return replaySteps(one.ops as Step[]);
}

/** The differences between a scenario's expectations and our order. */
export function replaySteps(steps: readonly Step[]): string[] {
  const differences = new Differences();
  const book: OrderBook = {
    today: businessDay('2000-01-01'),
    plan: { days: 30, months: 0, allocation: { due: [], inAdvance: [] }, byInstalment: true },
    events: [],
    charges: [],
    payments: [],
    chargeOffDay: undefined,
    isApproved: false,
    closedDay: undefined,
    differences,
  };

  for (const step of steps) {
    const before = differences.found.length;
    if (!notModelled.includes(step.op) && !takeStep(book, step)) check(book, step);

    for (let at = before; at < differences.found.length; at += 1) {
      differences.found[at] = `line ${step.line}: ${differences.found[at]}`;
    }
  }

  return differences.found;
}

type Check = (book: OrderBook, step: Step) => void;

const toRows = (step: Step) => step.rows as Row[];

const checks: Record<string, Check> = {
  expectStatus: (book, step) =>
    book.differences.same(
      'status',
      describeStatus(book),
      typeName(step.status).replace(/[()]/g, ''),
    ),
  expectOutstanding: (book, step) => {
    book.differences.same(
      'outstanding',
      computeOutstanding(viewBook(book)),
      parseAmount(step.amount),
    );
  },
  expectOverpaid: (book, step) =>
    book.differences.same('overpaid', viewBook(book).overpaid, parseAmount(step.amount)),
  expectDelinquency: checkArrears,
  expectMaturity: (book, step) => checkMaturity(book, step.row as Row),
  expectActualMaturity: (book, step) =>
    book.differences.same('maturity', actualMaturity(book), parseDay(step.date)),
  expectLastPayment: (book, step) => checkLastPayment(book, step.row as Row),
  expectReverted: (book, step) => {
    const undone = book.payments.filter(
      (payment) => payment.undone && payment.day === parseDay(step.date),
    );
    const isFound = undone.some((payment) => payment.type === typeName(step.type));
    book.differences.same('undone', isFound, true);
  },
  expectTransactions: (book, step) => compareTransactions(book, toRows(step)),
  expectTransactionOn: (book, step) => compareTransactions(book, toRows(step), parseDay(step.date)),
  expectCharges: (book, step) => compareCharges(book, toRows(step)),
  expectSchedule: (book, step) => compareSchedule(book, toRows(step)),
  expectScheduleTotal: (book, step) => compareTotals(book, step.row as Row),
  expectJournal: (book, step) => checkJournal(book, step, toRows(step)),
};

function check(book: OrderBook, step: Step): void {
  const known = checks[step.op];
  if (known) known(book, step);
  else book.differences.same('a step that is not known', step.op, undefined);
}

function describeStatus(book: OrderBook): string {
  const view = viewBook(book);
  if (view.disbursedDay === undefined)
    return book.isApproved ? 'approved' : 'submitted and pending approval';
  if (computeOutstanding(view) > 0) return 'active';

  return view.overpaid > 0 ? 'overpaid' : 'closed obligations met';
}

function checkArrears(book: OrderBook, step: Step): void {
  const isInArrears = step.range !== 'NO_DELINQUENCY';
  // The other system counts at each close of business: it may not know of days since.
  const counted = [book.today, book.closedDay ?? firstDay(book)].map((day) => {
    return viewLoan(buildTerms(book), book.events, day).overdueDays > arrearsGraceDays;
  });

  book.differences.same('in arrears', counted.includes(isInArrears), true);
  if (step.delinquentDate === undefined) return;

  book.differences.same(
    'since',
    addDays(computeMaturity(book), arrearsGraceDays),
    parseDay(step.delinquentDate),
  );
}

function checkMaturity(book: OrderBook, row: Row): void {
  book.differences.same('actual maturity', actualMaturity(book), parseDay(row.actualMaturityDate));
  book.differences.same(
    'expected maturity',
    computeMaturity(book),
    parseDay(row.expectedMaturityDate),
  );
}

/** The day on which nothing was owed any more, or else the due date. */
function actualMaturity(book: OrderBook): string {
  const view = viewBook(book);
  return view.isSettled ? view.allocations.at(-1)!.day : computeMaturity(book);
}

function checkLastPayment(book: OrderBook, row: Row): void {
  const last = viewBook(book).allocations.at(-1)!;
  const payment = book.payments.find((one) => one.id === last.paymentId)!;

  book.differences.same('last payment', payment.amount, parseAmount(row.lastPaymentAmount));
  book.differences.same('last paid', payment.day, parseDay(row.lastPaymentDate));

  const repayments = book.payments.filter((one) => !one.undone && one.type === 'repayment');
  book.differences.same(
    'last repayment',
    repayments.at(-1)?.amount,
    parseAmount(row.lastRepaymentAmount),
  );
}

const [loans, clearing, receivable, credit, goodwill] = [
  'Loans Receivable',
  'Suspense/Clearing account',
  'Interest/Fee Receivable',
  'Overpayment account',
  'Goodwill Expense Account',
];

/** A journal as sorted texts `account debit credit`; lines of nothing left out. */
function writeLines(
  lines: [account: string | undefined, debit: number, credit: number][],
): string[] {
  const some = lines.filter(([, debit, out]) => debit !== 0 || out !== 0);
  return some.map(([account, debit, out]) => `${account} ${debit} ${out}`).sort();
}

/** Postings by the suite's `journalRules`, which has none for payments after a charge-off. */
function checkJournal(book: OrderBook, step: Step, rows: Row[]): void {
  const [type, day] = [typeName(step.type), parseDay(step.date)];
  const of = (text: string | undefined) => (text ? parseAmount(text) : 0);

  if (type === 'charge off') {
    checkChargeOff(book, rows);
    return;
  }
  if (book.chargeOffDay !== undefined && day >= book.chargeOffDay) return;

  const expected = writeLines(
    rows.map((row) => [row['Account name'], of(row.Debit), of(row.Credit)]),
  );
  const candidates = listJournals(book, type, day).map((lines) => writeLines(lines));
  const isFound = candidates.some((lines) => lines.join() === expected.join());

  if (!isFound) book.differences.same(`journal of ${type} on ${day}`, candidates, expected);
}

/**
 * What is given up leaves its receivable; which accounts of expense it becomes is the other
 * system's.
 */
function checkChargeOff(book: OrderBook, rows: Row[]): void {
  const view = viewBook(book);
  const index = book.events.findIndex((event) => event.kind === 'write-off');
  const later = new Set(book.events.slice(index).map((event) => event.id));
  // Within a day ours applies payments first, whatever their order; the other system applies them
  // last.
  const taken = view.allocations.filter(
    (one) => one.day === book.chargeOffDay && later.has(one.paymentId),
  );
  const { principal, interest, fees, penal } = taken.reduce<Buckets>(addBuckets, view.writtenOff);
  const rest = interest + fees + penal;
  const sides = (['Credit', 'Debit'] as const).map((side) => rows.filter((row) => row[side]));
  const [credits, debits] = sides.map((lines, index) => {
    return lines.map((row): [string, number] => [
      row['Account name']!,
      parseAmount(row[index === 0 ? 'Credit' : 'Debit']),
    ]);
  });
  const given: [string, number][] = [
    [loans, principal],
    [receivable, rest],
  ];

  book.differences.same(
    'charged off',
    given.filter(([, amount]) => amount > 0),
    credits,
  );

  const lost = debits!.reduce((sum, [, amount]) => sum + amount, 0);
  book.differences.same('lost', principal + rest, lost);
}

type Lines = [account: string | undefined, debit: number, credit: number][];

function listJournals(book: OrderBook, type: string, day: string): Lines[] {
  const isOfDay = book.events.filter((event) => event.day === day);
  if (type === 'disbursement') {
    const lent = isOfDay.flatMap((event) =>
      event.kind === 'disbursement' ? [event.amount ?? 0] : [],
    );
    return lent.map((amount) => [
      [loans, amount, 0],
      [clearing, 0, amount],
    ]);
  }

  if (type === 'chargeback' || type === 'credit balance refund') {
    const kind = type === 'chargeback' ? 'chargeback' : 'refund';
    return isOfDay.flatMap((event) => {
      if (event.kind !== kind) return [];

      const again = owedAgain(book, event.id);
      return [
        [
          [loans, again, 0],
          [credit, event.amount - again, 0],
          [clearing, 0, event.amount],
        ] as Lines,
      ];
    });
  }

  return book.payments
    .filter((one) => one.type === type && one.day === day)
    .map((one) => paymentLines(book, one));
}

function paymentLines(book: OrderBook, payment: OrderPayment): Lines {
  const shared = payment.undone?.allocation ?? allocationOfPayment(book, payment);
  const from = payment.type === 'goodwill credit' ? goodwill : clearing;
  const lines: Lines = [
    [from, payment.amount, 0],
    [loans, 0, shared.principal],
    [receivable, 0, shared.interest + shared.fees + shared.penal],
    [credit, 0, shared.overpaid],
  ];
  const mirror: Lines = lines.map(([account, debit, out]) => [account, out, debit]);

  return payment.undone ? [...lines, ...mirror] : lines;
}

function allocationOfPayment(book: OrderBook, payment: OrderPayment): PaymentAllocation {
  return viewBook(book).allocations.find((one) => one.paymentId === payment.id)!;
}
