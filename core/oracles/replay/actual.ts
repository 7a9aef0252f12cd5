import { type LoanEvent, type LoanTerms, runLoan, viewLoan } from '../../src/lending/loan.ts';
import { exactInterest, type LoanState } from '../../src/lending/loan-state.ts';
import { settlementQuote } from '../../src/lending/settlement.ts';
import { type Paise, paise } from '../../src/money/money.ts';
import { addDays, type BusinessDay } from '../../src/money/time.ts';
import { dailyTerms, parseConvention, parseRate } from './daily.ts';
import { Differences, type OracleCase, parseAmount, parseDay, scaled } from './read.ts';

type Row = Record<string, string>;
type Book = {
  terms: LoanTerms;
  events: LoanEvent[];
  differences: Differences /** Interest left by the row before. */;
  left: bigint;
};

/**
 * A2: each row's interest to four decimals, what its payment went to, what is left, and what would
 * settle.
 */
export function replayActualPayments(one: OracleCase): string[] {
  const differences = new Differences();
  const rows = one.rows as Row[];
  const start = parseDay(one.start);
  const convention = parseConvention(one, parseRate(String(one.rate))!);
  const lastDay = dayNumber(rows.at(-1)!);
  const terms = dailyTerms({
    principal: parseAmount(one.principal),
    rate: convention.rate,
    lastDay,
    convention,
  });
  const book: Book = {
    terms,
    events: [{ kind: 'disbursement', id: 'd', day: start }],
    differences,
    left: 0n,
  };

  for (const [index, row] of rows.entries())
    replayRow(book, { row, start, id: String(index).padStart(3, '0') });

  return differences.found;
}

/** The number of a row's day, before which a source puts a mark. */
function dayNumber(row: Row): number {
  return Number(/\d+$/.exec(row.Day!)![0]);
}

function replayRow(book: Book, at: { row: Row; start: BusinessDay; id: string }): void {
  const { row, start, id } = at;
  const day = addDays(start, dayNumber(row));
  const { differences } = book;
  const what = `day ${dayNumber(row)}`;

  differences.same(`${what} date`, day, parseDay(row.Datestamp));

  const before = netInterest(book, day);
  addCharges(book, { row, day, id });

  const confirmed = sumConfirmed(row);
  const net = parseAmount(row['Net effect']!);

  if (isGenerated(row)) {
    if (confirmed !== 0) addMoney(book, { amount: confirmed, day, id: `${id}.confirmed` });

    const quote = settlementQuote(book.terms, book.events, day);
    differences.same(`${what} quote`, quote.total - quote.owedBack, net - confirmed);
    if (net !== confirmed)
      addMoney(book, { amount: paise(net - confirmed), day, id: `${id}.generated` });
  } else if (net !== 0) addMoney(book, { amount: net, day, id });

  compareRow(book, { row, day, what, before });
}

/** What a settlement quote fills in, rather than a payment that someone made. */
function isGenerated(row: Row): boolean {
  return row['Payment status'] === 'generated';
}

function sumConfirmed(row: Row): Paise {
  const each = (row['Actual payments'] ?? '').matchAll(/confirmed (-?[\d,]+\.\d\d)/g);
  return paise([...each].reduce((total, [, amount]) => total + parseAmount(amount), 0));
}

function addCharges(book: Book, at: { row: Row; day: BusinessDay; id: string }): void {
  const each = (at.row['New charges'] ?? '').matchAll(/([a-z ]+?) ([\d,]+\.\d\d)/g);
  for (const [index, [, code, amount]] of [...each].entries()) {
    book.events.push({
      kind: 'charge',
      id: `${at.id}.c${index}`,
      day: at.day,
      amount: parseAmount(amount),
      code: code!,
    });
  }
}

function addMoney(book: Book, money: { amount: Paise; day: BusinessDay; id: string }): void {
  const { amount, day, id } = money;
  const kind = amount < 0 ? 'refund' : 'payment';
  book.events.push({ kind, id, day, amount: paise(Math.abs(amount)) });
}

/**
 * Interest owed less interest that the lender owes, in ten-thousandths of the currency, to the
 * nearest.
 */
function netInterest(book: Book, day: BusinessDay): bigint {
  const state = runLoan(book.terms, book.events, day)!;
  const tenThousandths = netExactInterest(state) * 100n;
  const half = tenThousandths < 0n ? -state.scale / 2n : state.scale / 2n;
  return (tenThousandths + half) / state.scale;
}

type RowComparison = { row: Row; day: BusinessDay; what: string; before: bigint };

function compareRow(book: Book, { row, day, what, before }: RowComparison): void {
  const { terms, events, differences } = book;
  const view = viewLoan(terms, events, day);
  const state = runLoan(terms, events, day)!;
  const yesterday = day > events[0]!.day ? viewLoan(terms, events, addDays(day, -1)) : undefined;
  const paidFor = (get: (v: typeof view) => number) => get(view) - (yesterday ? get(yesterday) : 0);
  const taken = (bucket: 'interest' | 'principal' | 'fees') => (v: typeof view) => {
    return v.allocations.reduce((total, one) => total + one[bucket], 0);
  };
  const overpaid = paidFor((v) => v.allocations.reduce((total, one) => total + one.overpaid, 0));
  const refunded = paidFor((v) => v.refunded);
  const stateBefore = yesterday ? runLoan(terms, events, addDays(day, -1)) : undefined;
  const creditPaid = state.creditInterest - (stateBefore?.creditInterest ?? 0);
  const interest = parseAmount(row['Interest portion']!);

  differences.same(`${what} to interest`, paidFor(taken('interest')) - creditPaid, interest);

  const principal = paidFor(taken('principal')) + overpaid - refunded + creditPaid;
  differences.same(`${what} to principal`, principal, parseAmount(row['Principal portion']!));

  if (row['Charges portion'] !== undefined) {
    differences.same(
      `${what} to charges`,
      paidFor(taken('fees')),
      parseAmount(row['Charges portion']),
    );
    differences.same(`${what} charges left`, view.feesOwed, parseAmount(row['Charges balance']!));
  }

  const balance = BigInt(view.principalOwed - state.credit);
  differences.same(
    `${what} principal left`,
    Number(balance),
    parseAmount(row['Principal balance']!),
  );

  const left = scaled(row['Interest balance']!, 4);
  // A source prints a sum of rounded parts here or there: the last decimal may be one off.
  differences.near(`${what} interest left`, Number(netInterest(book, day)), Number(left), 1);

  // What settles in the days of grace pays none of the interest that had run.
  const isForgiven = view.isSettled && view.charged.interest === 0;
  const run = isForgiven ? 0n : before - book.left;

  differences.near(
    `${what} interest of the row`,
    Number(run),
    Number(scaled(row['New interest']!, 4)),
    1,
  );
  book.left = left;
  differences.same(
    `${what} settles`,
    view.totalOwed - view.overpaid,
    parseAmount(row['Settlement figure']!),
  );

  const net = Math.sign(view.totalOwed - view.overpaid);
  differences.same(
    `${what} status`,
    ['refund due', 'closed', 'open'][net + 1],
    row['Balance status'],
  );
}

/**
 * Interest owed to the lender less what the lender owes, exact: a numerator over `scale`, in paise.
 */
function netExactInterest(state: LoanState): bigint {
  return exactInterest(state) - state.creditFraction;
}
