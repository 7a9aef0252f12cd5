import { viewLoan } from '../../src/lending/loan.ts';
import { type BusinessDay, daysBetween } from '../../src/money/time.ts';
import {
  buildTerms,
  computeMaturity,
  computeOutstanding,
  firstDay,
  type OrderBook,
  type OrderCharge,
  paidBy,
  principalAfter,
  typeName,
  viewBook,
} from './orders-book.ts';
import { parseAmount, parseDay } from './read.ts';

type Row = Record<string, string>;

/** One payment towards a charge, or towards the instalment itself. */
type ChargePayment = { day: BusinessDay; amount: number };

const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** Payments of fees and penalties, charge by charge: the one due first is paid first. */
function paidByCharge(book: OrderBook): Map<OrderCharge, ChargePayment[]> {
  const paid = new Map(book.charges.map((charge) => [charge, [] as ChargePayment[]]));
  const byDue = [...book.charges].sort((a, b) =>
    a.dueDay < b.dueDay ? -1 : a.dueDay > b.dueDay ? 1 : 0,
  );

  for (const allocation of viewBook(book).allocations) {
    for (const bucket of ['fees', 'penal'] as const) {
      let left = paidBy(allocation, bucket);
      for (const charge of byDue.filter((one) => one.bucket === bucket)) {
        const open =
          charge.amount - charge.waived - total(paid.get(charge)!.map((one) => one.amount));
        const amount = Math.min(left, open);

        if (amount > 0) paid.get(charge)!.push({ day: allocation.day, amount });
        left -= amount;
      }
    }
  }

  return paid;
}

/** The differences of a listing of charges. */
export function compareCharges(book: OrderBook, rows: Row[]): void {
  const paid = paidByCharge(book);
  const got = book.charges.map((charge) => {
    const sum = total(paid.get(charge)!.map((one) => one.amount));
    return [
      charge.dueDay,
      charge.amount,
      sum,
      charge.waived,
      charge.amount - charge.waived - sum,
    ].join(' ');
  });
  const expected = rows.map((row) => {
    const amounts = ['Due', 'Paid', 'Waived', 'Outstanding'].map((column) =>
      parseAmount(row[column]),
    );
    return [parseDay(row['Due as of']), ...amounts].join(' ');
  });

  book.differences.same('charges', got.sort(), expected.sort());
}

type Period = {
  from: BusinessDay;
  due: BusinessDay;
  principal: number;
  fees: number;
  penal: number;
  paid: ChargePayment[];
};

/** The instalment, and after it the charges due later. */
function listPeriods(book: OrderBook): Period[] {
  const [start, maturity, view] = [firstDay(book), computeMaturity(book), viewBook(book)];
  const paid = paidByCharge(book);

  const period = (from: BusinessDay, due: BusinessDay, charges: OrderCharge[]): Period => {
    const sum = (bucket: string) =>
      total(charges.filter((one) => one.bucket === bucket).map((one) => one.amount));
    return {
      from,
      due,
      principal: 0,
      fees: sum('fees'),
      penal: sum('penal'),
      paid: charges.flatMap((c) => paid.get(c)!),
    };
  };

  const first = period(
    start,
    maturity,
    book.charges.filter((one) => one.dueDay <= maturity),
  );
  const again = book.events.flatMap((event) => {
    const isBack = (event.kind === 'refund' || event.kind === 'chargeback') && event.day > maturity;
    return isBack ? [{ day: event.day, amount: owedAgain(book, event.id) }] : [];
  });
  const owedLater = total(again.map((one) => one.amount));

  first.principal = view.charged.principal - owedLater;

  const later = book.charges.filter((one) => one.dueDay > maturity);
  const days = [
    ...later.map((one) => one.dueDay),
    ...(owedLater > 0 ? again.map((one) => one.day) : []),
  ].sort();
  const second = days.length > 0 ? period(maturity, days.at(-1)!, later) : undefined;

  if (second) second.principal = owedLater;

  let left = first.principal;
  for (const one of view.allocations) {
    const amount = paidBy(one, 'principal');
    const toFirst = Math.min(left, amount);

    first.paid.push({ day: one.day, amount: toFirst });
    second?.paid.push({ day: one.day, amount: amount - toFirst });
    left -= toFirst;
  }

  const isOfMoney = (one: ChargePayment) => one.amount > 0;
  return [first, ...(second ? [second] : [])].map((each) => ({
    ...each,
    paid: each.paid.filter(isOfMoney),
  }));
}

/** The columns of a period, in hundredths; `undefined` where a row leaves one out. */
function computeFigures(period: Period): Record<string, number> {
  const { principal, fees, penal, paid, due } = period;
  const sum = (which: (one: ChargePayment) => boolean) =>
    total(paid.filter(which).map((one) => one.amount));
  const all = principal + fees + penal;

  return {
    'Principal due': principal,
    Interest: 0,
    Fees: fees,
    Penalties: penal,
    Due: all,
    Paid: sum(() => true),
    'In advance': sum((one) => one.day < due),
    Late: sum((one) => one.day > due),
    Outstanding: all - sum(() => true),
  };
}

function compareFigures(
  book: OrderBook,
  what: string,
  got: Record<string, number>,
  row: Row,
): void {
  for (const [column, figure] of Object.entries(got)) {
    if (row[column] !== undefined && row[column] !== '') {
      book.differences.same(`${what} ${column}`, figure, parseAmount(row[column]));
    }
  }
}

/** The differences of a repayment schedule: disbursements, then periods. */
export function compareSchedule(book: OrderBook, rows: Row[]): void {
  const { differences } = book;
  const lent = book.events.flatMap((event) =>
    event.kind === 'disbursement' ? [[event.day, event.amount]] : [],
  );
  const listed = rows
    .filter((row) => !row.Nr)
    .map((row) => [parseDay(row.Date), parseAmount(row['Balance of loan'])]);

  differences.same('disbursements', lent, listed);

  const periods = listPeriods(book);
  const expected = rows.filter((row) => row.Nr);

  differences.same('periods', periods.length, expected.length);

  for (const [index, row] of expected.entries()) {
    const period = periods[index];
    if (!period) continue;

    const what = `period ${row.Nr}`;
    const figures = computeFigures(period);

    differences.same(
      `${what} date`,
      [period.due, daysBetween(period.from, period.due)],
      [parseDay(row.Date), Number(row.Days)],
    );
    compareFigures(book, what, figures, row);

    const lastPaid = period.paid
      .map((one) => one.day)
      .sort()
      .at(-1);
    if (row['Paid date'])
      differences.same(
        `${what} paid`,
        [figures.Outstanding, lastPaid],
        [0, parseDay(row['Paid date'])],
      );
  }
}

/** The differences of a schedule's row of sums. */
export function compareTotals(book: OrderBook, row: Row): void {
  const each = listPeriods(book).map(computeFigures);
  const columns = Object.keys(each[0]!);
  const sums = Object.fromEntries(
    columns.map((column) => [column, total(each.map((one) => one[column]!))]),
  );

  compareFigures(book, 'total', sums, row);
  book.differences.same('total outstanding', sums.Outstanding, computeOutstanding(viewBook(book)));
}

/**
 * Transactions as the other system lists them: day, type, amount, principal, interest, fees,
 * penalties, balance.
 */
function liveRows(book: OrderBook): string[] {
  const undone = new Set(book.payments.flatMap((payment) => (payment.undone ? [payment.id] : [])));
  const view = viewBook(book);

  return book.events.flatMap((event) => {
    if (event.kind === 'disbursement') {
      const until = book.events.filter(
        (one) => one.day <= event.day && one.kind === 'disbursement',
      );
      const lent = total(until.map((one) => ('amount' in one ? (one.amount ?? 0) : 0)));
      const paid = view.allocations
        .filter((one) => one.day < event.day)
        .map((one) => paidBy(one, 'principal'));

      return [[event.day, 'disbursement', event.amount, 0, 0, 0, 0, lent - total(paid)].join(' ')];
    }

    if (event.kind === 'payment' && !undone.has(event.id)) return [paymentRow(book, event.id)];

    if (event.kind === 'write-off') {
      const { principal, interest, fees, penal } = view.writtenOff;
      const sum = principal + interest + fees + penal;
      return [[event.day, 'charge-off', sum, principal, interest, fees, penal, 0].join(' ')];
    }

    if (event.kind === 'waiver') {
      const [fees, penal] = event.bucket === 'penal' ? [0, event.amount] : [event.amount, 0];
      return [`${event.day} waive loan charges ${event.amount} 0 0 ${fees} ${penal}`];
    }
    if (event.kind === 'refund' || event.kind === 'chargeback') {
      const type = event.kind === 'refund' ? 'credit balance refund' : 'chargeback';
      return [`${event.day} ${type} ${event.amount} ${owedAgain(book, event.id)} 0 0 0`];
    }

    return [];
  });
}

/** The part of a refund or a chargeback that no overpayment covered. */
export function owedAgain(book: OrderBook, eventId: string): number {
  const event = book.events.find((one) => one.id === eventId)!;
  const [terms, others] = [buildTerms(book), book.events.filter((one) => one.id !== eventId)];

  // All events are known by now, reversals included. Only those with a later value date do not count
  // yet.
  const known = (events: OrderBook['events']) => {
    const back = new Set(events.flatMap((one) => (one.kind === 'reversal' ? [one.of] : [])));
    const inForce = events.filter((one) => one.kind !== 'reversal' && !back.has(one.id));
    return viewLoan(terms, inForce, event.day).charged.principal;
  };

  return known(book.events) - known(others);
}

function paymentRow(book: OrderBook, id: string): string {
  const payment = book.payments.find((one) => one.id === id)!;
  const shared =
    payment.undone?.allocation ?? viewBook(book).allocations.find((one) => one.paymentId === id)!;
  const parts = (['principal', 'interest', 'fees', 'penal'] as const).map((bucket) =>
    paidBy(shared, bucket),
  );
  const left = payment.undone?.principalAfter ?? principalAfter(book, id);

  return [payment.day, payment.type, payment.amount, ...parts, left].join(' ');
}

/**
 * The differences of a listing of transactions, or of one day's if `only` names it. Undone payments
 * may be listed as they were.
 */
export function compareTransactions(book: OrderBook, rows: Row[], only?: BusinessDay): void {
  const columns = ['Amount', 'Principal', 'Interest', 'Fees', 'Penalties', 'Loan Balance'];
  const listed = rows
    .filter((row) => !/^accrual/i.test(row['Transaction Type']!))
    .map((row) => {
      const day = only ?? parseDay(row['Transaction date']);
      return [
        day,
        typeName(row['Transaction Type']),
        ...columns.map((column) => parseAmount(row[column])),
      ].join(' ');
    });
  const live = liveRows(book).filter((row) => only === undefined || row.startsWith(only));
  const old = book.payments
    .filter((payment) => payment.undone)
    .map((payment) => paymentRow(book, payment.id));
  const isIn = (row: string, many: string[]) =>
    many.some((one) => `${one} `.startsWith(`${row} `) || `${row} `.startsWith(`${one} `));

  // A listing of one day names only the rows that its scenario looks at.
  if (only === undefined)
    book.differences.same(
      'transactions not listed',
      live.filter((row) => !isIn(row, listed)),
      [],
    );

  book.differences.same(
    'transactions not ours',
    listed.filter((row) => !isIn(row, [...live, ...old])),
    [],
  );
}
