import { type LoanEvent, type LoanTerms, type LoanView, viewLoan } from './loan.ts';
import type { LoanConvention } from './loan-convention.ts';
import type { PaymentAllocation } from './loan-state.ts';
import { min, type Paise, paise } from './money.ts';
import { amountOf, type Differences, dayOf } from './oracles-read.ts';
import type { Bucket } from './repayment.ts';
import { addDays, addMonths, type BusinessDay, daysBetween } from './time.ts';

/** One step of a scenario of another system's tests. */
export type Step = { op: string } & Record<string, unknown>;

/** A charge of a scenario; `name` as its steps have it. */
export type OrderCharge = {
  id: string;
  name: string;
  bucket: 'fees' | 'penal';
  dueDay: BusinessDay;
  amount: Paise;
  waived: Paise;
};

/** A payment of a scenario; once undone, how it was shared out until then, and the principal left after it. */
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
  plan: { days: number; months: number; allocation: LoanConvention['allocation']; byInstalment: boolean };
  events: LoanEvent[];
  charges: OrderCharge[];
  payments: OrderPayment[];
  chargeOffDay: BusinessDay | undefined;
  isApproved: boolean;
  /** The business day at the last close. */
  closedDay: BusinessDay | undefined;
  differences: Differences;
};

const bucketWords: Record<string, Bucket> = {
  PENALTY: 'penal',
  PENALTIES: 'penal',
  FEE: 'fees',
  FEES: 'fees',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
};

/** `PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER`; `DUE_…_IN_ADVANCE_…` for what is due and what is not yet. */
function allocationOf(strategy: string): { allocation: LoanConvention['allocation']; byInstalment: boolean } {
  const order = (words: string) => words.split('_').flatMap((word) => bucketWords[word] ?? []);
  const [due, inAdvance] = strategy.replace(/^DUE_/, '').split('_IN_ADVANCE_');
  const first = order(due!);
  return { allocation: { due: first, inAdvance: order(inAdvance ?? due!) }, byInstalment: inAdvance === undefined };
}

/** The terms of an order: no interest, one instalment. */
export function termsOf(book: OrderBook): LoanTerms {
  const free = { ppmPerDay: 0, graceDays: 0, maxDays: 0 };
  const start = firstDay(book);
  const tenorDays = daysBetween(start, addMonths(addDays(start, book.plan.days), book.plan.months));
  const convention = { allocation: book.plan.allocation, leastDays: 0 } as const;
  return { principal: paise(0), interestPpmPerDay: 0, tenorDays, penal: free, convention };
}

/** The day of the first disbursement, or today while there is none. */
export function firstDay(book: OrderBook): BusinessDay {
  const days = book.events.filter((event) => event.kind === 'disbursement').map((event) => event.day);
  return days.sort()[0] ?? book.today;
}

/** The day by which the one instalment is due. */
export function maturityOf(book: OrderBook): BusinessDay {
  const moved = book.events.flatMap((event) => (event.kind === 'extension' ? [event.days] : []));
  return addDays(
    firstDay(book),
    moved.reduce((sum, days) => sum + days, termsOf(book).tenorDays),
  );
}

/** Where the order stands by now. */
export function viewBook(book: OrderBook, events: readonly LoanEvent[] = book.events): LoanView {
  const asOf = events.reduce((last, { day }) => (day > last ? day : last), book.today);
  return viewLoan(termsOf(book), events, asOf);
}

/** What is owed, with what was written off and not recovered: the other system keeps it on the account. */
export function outstandingOf(view: LoanView): number {
  const lost = (['fees', 'interest', 'principal', 'penal'] as const).map((b) => view.writtenOff[b] - view.recovered[b]);
  return lost.reduce((total, one) => total + one, view.totalOwed);
}

/** What a payment paid of each bucket, recovered amounts included. */
export function paidBy(allocation: PaymentAllocation, bucket: Bucket): number {
  return allocation[bucket] + (allocation.recovered?.[bucket] ?? 0);
}

/** Does one step that changes the order. False for a step of another kind. */
export function takeStep(book: OrderBook, step: Step): boolean {
  const id = `e${String(book.events.length).padStart(4, '0')}`;
  const amount = () => amountOf(step.amount);
  switch (step.op) {
    case 'businessDate':
      book.today = dayOf(step.date);
      return true;
    case 'submit':
      book.plan = { days: Number(step.termDays), months: 0, ...allocationOf(String(step.allocation)) };
      return true;
    case 'submitCustom':
      book.plan = customPlan(step.loan as Record<string, string>);
      return true;
    case 'disburse':
      book.events.push({ kind: 'disbursement', id, day: dayOf(step.date), amount: amount() });
      return true;
    case 'pay': {
      const payment = { id, type: typeName(step.type), day: dayOf(step.date), amount: amount() };
      book.payments.push(payment);
      book.events.push({ kind: 'payment', id, day: payment.day, amount: payment.amount });
      return true;
    }
    case 'charge':
      addCharge(book, step, id);
      return true;
    case 'undo':
      undo(book, step, id);
      return true;
    case 'chargeback': {
      const ofPayment = book.payments[Number(step.ofPayment) - 1]!.id;
      book.events.push({ kind: 'chargeback', id, day: book.today, amount: amount(), ofPayment });
      return true;
    }
    case 'refundOverpayment':
      book.events.push({ kind: 'refund', id, day: dayOf(step.date), amount: amount() });
      return true;
    case 'chargeOff':
      book.chargeOffDay = dayOf(step.date);
      book.events.push({ kind: 'write-off', id, day: book.chargeOffDay });
      return true;
    case 'approve':
      book.isApproved = true;
      return true;
    case 'closeOfBusiness':
      book.closedDay = book.today;
      return true;
    case 'undoChargeOff':
      takeBack(book, { kind: 'write-off', nth: 1, id });
      return true;
    case 'reschedule': {
      const days = daysBetween(maturityOf(book), dayOf(step.to));
      book.events.push({ kind: 'extension', id, day: book.today, days });
      return true;
    }
    default:
      return /^waive/.test(step.op) && waive(book, step, id);
  }
}

function customPlan(loan: Record<string, string>): OrderBook['plan'] {
  const length = Number(loan.loanTermFrequency);
  const isMonths = /MONTH/i.test(loan.loanTermFrequencyType ?? '');
  const term = isMonths ? { days: 0, months: length } : { days: length, months: 0 };
  return { ...term, ...allocationOf(String(loan['Payment strategy'])) };
}

/** `REPAYMENT`, `Repayment` and `GOODWILL_CREDIT` in one way: `goodwill credit`. */
export function typeName(text: unknown): string {
  return String(text).replaceAll('_', ' ').toLowerCase();
}

/** Where charges belong to an instalment rather than a day, those due after it are behind everything in it. */
function addCharge(book: OrderBook, step: Step, id: string): void {
  const dueDay = dayOf(step.due);
  const amount = amountOf(step.amount);
  const bucket = step.kind === 'PENALTY' ? 'penal' : 'fees';
  const name = typeName(step.charge);
  book.charges.push({ id, name, bucket, dueDay, amount, waived: paise(0) });
  const day = dueDay < book.today ? dueDay : book.today;
  const isBehind = book.plan.byInstalment && dueDay > maturityOf(book);
  const due = book.plan.byInstalment ? (isBehind ? { dueDay: addDays(dueDay, 36_500) } : {}) : { dueDay };
  book.events.push({ kind: 'charge', id, day, amount, code: name, bucket, ...due });
}

/** What may be undone besides payments. */
const otherKinds: Record<string, LoanEvent['kind']> = {
  chargeback: 'chargeback',
  'credit balance refund': 'refund',
  'charge-off': 'write-off',
  'charge off': 'write-off',
  'waive loan charges': 'waiver',
};

function takeBack(book: OrderBook, asked: { kind: LoanEvent['kind']; nth: number; id: string }): void {
  const event = book.events.filter((one) => one.kind === asked.kind)[asked.nth - 1];
  if (!event) throw new RangeError(`nothing to undo: ${asked.kind}`);
  if (asked.kind === 'write-off') book.chargeOffDay = undefined;
  const day = book.today < event.day ? event.day : book.today;
  book.events.push({ kind: 'reversal', id: asked.id, day, of: event.id });
}

function undo(book: OrderBook, step: Step, id: string): void {
  const type = typeName(step.ofType);
  const ofType = book.payments.filter((payment) => type === 'any' || payment.type === type);
  const among = step.madeOn === undefined ? ofType : ofType.filter((payment) => payment.day === dayOf(step.madeOn));
  const onDay = ofType.filter((one) => step.clickedOn !== undefined && one.day === dayOf(step.clickedOn));
  const payment = among[Number(step.nth) - 1] ?? onDay[Number(step.nth) - 1];
  const other = otherKinds[type];
  if (!payment && other) {
    takeBack(book, { kind: other, nth: Number(step.nth), id });
    return;
  }
  if (!payment || payment.undone) throw new RangeError(`no such payment to undo: ${JSON.stringify(step)}`);
  const { allocations } = viewBook(book);
  const allocation = allocations.find((one) => one.paymentId === payment.id)!;
  payment.undone = { allocation, principalAfter: principalAfter(book, payment.id) };
  book.events.push({ kind: 'reversal', id, day: book.today < payment.day ? payment.day : book.today, of: payment.id });
}

/** The principal on the account after a payment and those before it, whatever was written off of it. */
export function principalAfter(book: OrderBook, paymentId: string): number {
  const { allocations } = viewBook(book);
  const place = allocations.findIndex((one) => one.paymentId === paymentId);
  const day = allocations[place]!.day;
  const until = book.events.filter((event) => event.day <= day && event.kind !== 'reversal');
  const undone = new Set(book.payments.flatMap((payment) => (payment.undone ? [payment.id] : [])));
  const lent = viewBook(
    book,
    until.filter((event) => !undone.has(event.id)),
  ).charged.principal;
  const paid = allocations.slice(0, place + 1).reduce((total, one) => total + paidBy(one, 'principal'), 0);
  return lent - paid;
}

function waive(book: OrderBook, step: Step, id: string): boolean {
  const isAsked = (charge: OrderCharge) => step.charge === undefined || charge.name === typeName(step.charge);
  const charge = book.charges.filter(isAsked).at(-1);
  if (!charge) return false;
  const { feesOwed, penalOwed } = viewBook(book);
  const most = min(charge.amount, charge.bucket === 'fees' ? feesOwed : penalOwed);
  const amount = step.amount === undefined ? most : amountOf(step.amount);
  charge.waived = paise(charge.waived + amount);
  const day = step.date === undefined ? book.today : dayOf(step.date);
  book.events.push({ kind: 'waiver', id, day, amount, bucket: charge.bucket });
  return true;
}
