import { type LoanEvent, type LoanTerms, type LoanView, viewLoan } from '../../src/lending/loan.ts';
import type { LoanConvention } from '../../src/lending/loan-convention.ts';
import type { PaymentAllocation } from '../../src/lending/loan-state.ts';
import type { Bucket } from '../../src/lending/repayment.ts';
import { type Paise, paise } from '../../src/money/money.ts';
import { addDays, addMonths, type BusinessDay, daysBetween } from '../../src/money/time.ts';
import type { Differences } from './read.ts';

/** One step of a scenario of another system's tests. */
export type Step = { op: string } & Record<string, unknown>;

/** A charge of a scenario; `name` is the one that its steps use. */
export type OrderCharge = {
  id: string;
  name: string;
  bucket: 'fees' | 'penal';
  dueDay: BusinessDay;
  amount: Paise;
  waived: Paise;
};

/**
 * A payment of a scenario. Once undone, it keeps how it was shared out and the principal that was
 * left after it.
 */
export type OrderPayment = {
  id: string;
  type: string;
  day: BusinessDay;
  amount: Paise;
  undone?: { allocation: PaymentAllocation; principalAfter: number };
};

/** An order as its scenario has built it so far. */
export type OrderBook = {
  today: BusinessDay;
  plan: {
    days: number;
    months: number;
    allocation: LoanConvention['allocation'];
    byInstalment: boolean;
  };
  events: LoanEvent[];
  charges: OrderCharge[];
  payments: OrderPayment[];
  chargeOffDay: BusinessDay | undefined;
  isApproved: boolean;
  /** The business day at the last close. */
  closedDay: BusinessDay | undefined;
  differences: Differences;
};

/** The terms of an order: no interest, one instalment. */
export function buildTerms(book: OrderBook): LoanTerms {
  const free = { ppmPerDay: 0, graceDays: 0, maxDays: 0 };
  const start = firstDay(book);
  const tenorDays = daysBetween(start, addMonths(addDays(start, book.plan.days), book.plan.months));
  const convention = {
    allocation: book.plan.allocation,
    minDays: 0,
    chargebackOwedAs: 'principal',
  } as const;

  return { principal: paise(0), interestPpmPerDay: 0, tenorDays, penal: free, convention };
}

/** The day of the first disbursement, or today while there is none. */
export function firstDay(book: OrderBook): BusinessDay {
  const days = book.events
    .filter((event) => event.kind === 'disbursement')
    .map((event) => event.day);
  return days.sort()[0] ?? book.today;
}

/** The day by which the one instalment is due. */
export function computeMaturity(book: OrderBook): BusinessDay {
  const moved = book.events.flatMap((event) => (event.kind === 'extension' ? [event.days] : []));
  return addDays(
    firstDay(book),
    moved.reduce((sum, days) => sum + days, buildTerms(book).tenorDays),
  );
}

/** The state of the order so far. */
export function viewBook(book: OrderBook, events: readonly LoanEvent[] = book.events): LoanView {
  const asOf = events.reduce((last, { day }) => (day > last ? day : last), book.today);
  return viewLoan(buildTerms(book), events, asOf);
}

/**
 * The amount owed plus the unrecovered part of a write-off, which the other system leaves on the
 * account.
 */
export function computeOutstanding(view: LoanView): number {
  const lost = (['fees', 'interest', 'principal', 'penal'] as const).map(
    (b) => view.writtenOff[b] - view.recovered[b],
  );
  return lost.reduce((total, one) => total + one, view.totalOwed);
}

/** What a payment paid of each bucket, recovered amounts included. */
export function paidBy(allocation: PaymentAllocation, bucket: Bucket): number {
  return allocation[bucket] + (allocation.recovered?.[bucket] ?? 0);
}

/** `REPAYMENT`, `Repayment` and `GOODWILL_CREDIT` in one way: `goodwill credit`. */
export function typeName(text: unknown): string {
  return String(text).replaceAll('_', ' ').toLowerCase();
}

/**
 * The principal on the account after a payment and those before it, write-offs left aside.
 */
export function principalAfter(book: OrderBook, paymentId: string): number {
  const { allocations } = viewBook(book);
  const index = allocations.findIndex((one) => one.paymentId === paymentId);
  const day = allocations[index]!.day;
  // A refund or a chargeback of the same day comes after its payments.
  const isBefore = (event: LoanEvent) =>
    event.day < day || (event.day === day && !('ofPayment' in event) && event.kind !== 'refund');
  const until = book.events.filter((event) => isBefore(event) && event.kind !== 'reversal');
  const undone = new Set(book.payments.flatMap((payment) => (payment.undone ? [payment.id] : [])));
  const lent = viewBook(
    book,
    until.filter((event) => !undone.has(event.id)),
  ).charged.principal;
  const paid = allocations
    .slice(0, index + 1)
    .reduce((total, one) => total + paidBy(one, 'principal'), 0);

  return lent - paid;
}
