import type { LoanEvent } from '../../src/lending/loan.ts';
import type { LoanConvention } from '../../src/lending/loan-convention.ts';
import { allocationOrder, type Bucket } from '../../src/lending/repayment.ts';
import { min, paise } from '../../src/money/money.ts';
import { addDays, daysBetween } from '../../src/money/time.ts';
import {
  computeMaturity,
  type OrderBook,
  type OrderCharge,
  principalAfter,
  type Step,
  typeName,
  viewBook,
} from './orders-book.ts';
import { parseAmount, parseDay } from './read.ts';

const bucketWords: Record<string, Bucket> = {
  PENALTY: 'penal',
  PENALTIES: 'penal',
  FEE: 'fees',
  FEES: 'fees',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
};

/**
 * `PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER`; `DUE_…_IN_ADVANCE_…` for what is due and what is not
 * yet.
 */
function parseAllocation(strategy: string): {
  allocation: LoanConvention['allocation'];
  byInstalment: boolean;
} {
  const order = (words: string): Bucket[] => {
    const named = words.split('_').flatMap((word) => bucketWords[word] ?? []);
    return [...named, ...allocationOrder.filter((bucket) => !named.includes(bucket))];
  };

  const [due, inAdvance] = strategy.replace(/^DUE_/, '').split('_IN_ADVANCE_');
  const first = order(due!);

  return {
    allocation: { due: first, inAdvance: order(inAdvance ?? due!) },
    byInstalment: inAdvance === undefined,
  };
}

/** Does one step that changes the order. False for a step of another kind. */
export function takeStep(book: OrderBook, step: Step): boolean {
  const id = `e${String(book.events.length).padStart(4, '0')}`;
  const amount = () => parseAmount(step.amount);

  switch (step.op) {
    case 'businessDate':
      book.today = parseDay(step.date);
      return true;
    case 'submit':
      book.plan = {
        days: Number(step.termDays),
        months: 0,
        ...parseAllocation(String(step.allocation)),
      };
      return true;
    case 'submitCustom':
      book.plan = customPlan(step.loan as Record<string, string>);
      return true;
    case 'disburse':
      book.events.push({ kind: 'disbursement', id, day: parseDay(step.date), amount: amount() });
      return true;
    case 'pay': {
      const payment = { id, type: typeName(step.type), day: parseDay(step.date), amount: amount() };
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
      book.events.push({ kind: 'refund', id, day: parseDay(step.date), amount: amount() });
      return true;
    case 'chargeOff':
      book.chargeOffDay = parseDay(step.date);
      book.events.push({ kind: 'write-off', id, day: book.chargeOffDay });
      return true;
    case 'approve':
      book.isApproved = true;
      return true;
    case 'closeOfBusiness':
      book.closedDay = book.today;
      return true;
    case 'undoChargeOff':
      postChargeback(book, { kind: 'write-off', nth: 1, id });
      return true;
    case 'reschedule': {
      const days = daysBetween(computeMaturity(book), parseDay(step.to));
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
  return { ...term, ...parseAllocation(String(loan['Payment strategy'])) };
}

/**
 * Charges due after the instalment are behind everything in it; others are due by their date where
 * that counts.
 */
function addCharge(book: OrderBook, step: Step, id: string): void {
  const dueDay = parseDay(step.due);
  const amount = parseAmount(step.amount);
  const bucket = step.kind === 'PENALTY' ? 'penal' : 'fees';
  const name = typeName(step.charge);

  book.charges.push({ id, name, bucket, dueDay, amount, waived: paise(0) });

  const day = dueDay < book.today ? dueDay : book.today;
  const hasUnclosedDays = dueDay > computeMaturity(book);
  const ownDue = book.plan.byInstalment ? {} : { dueDay };
  const due = hasUnclosedDays ? { dueDay: addDays(dueDay, 36_500) } : ownDue;

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

function postChargeback(
  book: OrderBook,
  undone: { kind: LoanEvent['kind']; nth: number; id: string },
): void {
  const event = book.events.filter((one) => one.kind === undone.kind)[undone.nth - 1];
  if (!event) throw new RangeError(`nothing to undo: ${undone.kind}`);

  if (undone.kind === 'write-off') book.chargeOffDay = undefined;

  const day = book.today < event.day ? event.day : book.today;
  book.events.push({ kind: 'reversal', id: undone.id, day, of: event.id });
}

function undo(book: OrderBook, step: Step, id: string): void {
  const type = typeName(step.ofType);
  const ofType = book.payments.filter((payment) => type === 'any' || payment.type === type);
  const among =
    step.madeOn === undefined
      ? ofType
      : ofType.filter((payment) => payment.day === parseDay(step.madeOn));
  const onDay = ofType.filter(
    (one) => step.clickedOn !== undefined && one.day === parseDay(step.clickedOn),
  );
  const index = Number(step.nth) - 1;
  const payment = [among[index], onDay[index]].find((one) => one !== undefined && !one.undone);
  const other = otherKinds[type];
  if (!payment && other) {
    postChargeback(book, { kind: other, nth: Number(step.nth), id });
    return;
  }
  if (!payment) throw new RangeError(`no such payment to undo: ${JSON.stringify(step)}`);

  const { allocations } = viewBook(book);
  const allocation = allocations.find((one) => one.paymentId === payment.id)!;

  payment.undone = { allocation, principalAfter: principalAfter(book, payment.id) };
  book.events.push({
    kind: 'reversal',
    id,
    day: book.today < payment.day ? payment.day : book.today,
    of: payment.id,
  });
}

function waive(book: OrderBook, step: Step, id: string): boolean {
  const isRequested = (charge: OrderCharge) =>
    step.charge === undefined || charge.name === typeName(step.charge);
  const charge = book.charges.filter(isRequested).at(-1);
  if (!charge) return false;

  const { feesOwed, penalOwed } = viewBook(book);
  const most = min(charge.amount, charge.bucket === 'fees' ? feesOwed : penalOwed);
  const amount = step.amount === undefined ? most : parseAmount(step.amount);

  charge.waived = paise(charge.waived + amount);

  const day = step.date === undefined ? book.today : parseDay(step.date);
  book.events.push({ kind: 'waiver', id, day, amount, bucket: charge.bucket });

  return true;
}
