import { type LiveEvent, type LoanEvent, type LoanTerms, liveEvents } from './loan-events.ts';
import { add, divideRounded, type Paise, paise, subtract, zeroPaise } from './money.ts';
import { penalDays, penalMillionths } from './penal.ts';
import {
  type Allocation,
  addBuckets,
  allocate,
  type Bucket,
  type Buckets,
  emptyBuckets,
  subtractBuckets,
  sumBuckets,
} from './repayment.ts';
import { addDays, type BusinessDay, daysBetween } from './time.ts';

export type { LoanEvent, LoanTerms } from './loan-events.ts';
export { LoanEventError } from './loan-events.ts';

/** How one payment was shared out. */
export type PaymentAllocation = Allocation & { paymentId: string; day: BusinessDay };

/** What a loan stands at by the end of a day. Amounts in paise; nothing is ever negative. */
export type LoanView = {
  principalOwed: Paise;
  interestOwed: Paise;
  penalOwed: Paise;
  feesOwed: Paise;
  totalOwed: Paise;
  /** All that ever came to be owed, by bucket: owed + allocated + waived. */
  charged: Buckets;
  /** What was let go, by bucket, and its sum. */
  waivedBy: Buckets;
  waived: Paise;
  /** All payments that stand, overpaid part included. */
  paid: Paise;
  /** What no bucket needed: a debt to the borrower. */
  overpaid: Paise;
  /** 0 on the due date and once settled. */
  overdueDays: number;
  /** Days charged for so far: of interest, of penal charge. */
  interestDays: number;
  penalDays: number;
  disbursedDay: BusinessDay | undefined;
  /** The due date, extended if it was; undefined before the disbursement. */
  dueDay: BusinessDay | undefined;
  /** Disbursed, and nothing is owed. */
  isSettled: boolean;
  allocations: PaymentAllocation[];
};

/** A rate in ppm for a day on an amount gives millionths of a paisa: kept exact until an event rounds them. */
const millionth = 1_000_000n;

type State = {
  owed: Buckets;
  charged: Buckets;
  waived: Buckets;
  paid: Paise;
  start: BusinessDay;
  due: BusinessDay;
  /** Interest is counted up to this day of the loan (day 1 is charged from the disbursement on). */
  upTo: BusinessDay;
  interestDays: number;
  penalDays: number;
  /** Millionths since the last rounding. */
  interestUnrounded: bigint;
  penalUnrounded: bigint;
  allocations: PaymentAllocation[];
};

/**
 * Works out what a loan stands at by the end of `asOf` from its terms and the facts up to then, whatever the order
 * in which they arrived. Simple interest on the principal owed, for the days held (at least one), stopping at the
 * due date; penal charge apart, on overdue principal and interest only; each rounded half up once per payment or
 * waiver, on what ran up since the one before. Throws LoanEventError (see `liveEvents`).
 * Source: `domain.md`, "Money and time" and "Products".
 */
export function viewLoan(terms: LoanTerms, events: readonly LoanEvent[], asOf: BusinessDay): LoanView {
  const [first, ...rest] = liveEvents(events, asOf);
  if (!first) return emptyView;
  const state = begin(terms, first.day);
  for (const event of rest) {
    runTo(state, terms, event.day);
    apply(state, event);
  }
  runTo(state, terms, asOf);
  settleFractions(state);
  return viewOf(state, asOf);
}

function begin(terms: LoanTerms, start: BusinessDay): State {
  const opening = { ...emptyBuckets, principal: terms.principal };
  const firstDay = BigInt(terms.principal) * BigInt(terms.interestPpmPerDay);
  return {
    owed: opening,
    charged: opening,
    waived: emptyBuckets,
    paid: zeroPaise,
    start,
    due: addDays(start, terms.tenorDays),
    upTo: start,
    interestDays: 1,
    penalDays: 0,
    interestUnrounded: firstDay,
    penalUnrounded: 0n,
    allocations: [],
  };
}

/** Lets interest and penal charge run from where they stood to the end of `day`. */
function runTo(state: State, terms: LoanTerms, day: BusinessDay): void {
  const { owed } = state;
  if (owed.principal > 0) {
    const days = daysOfInterest(state, day);
    state.interestDays += days;
    state.interestUnrounded += BigInt(owed.principal) * BigInt(terms.interestPpmPerDay) * BigInt(days);
  }
  const overdueFrom = Math.max(0, daysBetween(state.due, state.upTo));
  const overdueTo = daysBetween(state.due, day);
  const overdueAmount = BigInt(owed.principal) + BigInt(owed.interest) + rounded(state.interestUnrounded);
  if (overdueTo > overdueFrom && overdueAmount > 0n) {
    const span = { from: overdueFrom, to: overdueTo, alreadyCharged: state.penalDays };
    const days = penalDays(terms.penal, span);
    state.penalDays += days;
    state.penalUnrounded += penalMillionths(terms.penal, overdueAmount, days);
  }
  state.upTo = day;
}

/** The day of disbursement has its one day already, so the day after adds none; none runs after the due date. */
function daysOfInterest(state: State, day: BusinessDay): number {
  const from = Math.max(1, daysBetween(state.start, state.upTo));
  const to = Math.min(daysBetween(state.start, day), daysBetween(state.start, state.due));
  return Math.max(0, to - from);
}

function apply(state: State, event: LiveEvent): void {
  switch (event.kind) {
    case 'disbursement':
      return;
    case 'charge':
      owe(state, { ...emptyBuckets, fees: event.amount });
      return;
    case 'waiver':
      settleFractions(state);
      waive(state, event.amount, event.bucket);
      return;
    case 'payment':
      settleFractions(state);
      pay(state, event);
      return;
    case 'extension':
      state.due = addDays(state.due, event.days);
      return;
    default: {
      const missing: never = event;
      throw new RangeError(`unknown event: ${JSON.stringify(missing)}`);
    }
  }
}

function pay(state: State, payment: LiveEvent & { kind: 'payment' }): void {
  const { overpaid, ...taken } = allocate(payment.amount, state.owed);
  state.owed = subtractBuckets(state.owed, taken);
  state.paid = add(state.paid, payment.amount);
  state.allocations.push({ paymentId: payment.id, day: payment.day, ...taken, overpaid });
}

function waive(state: State, amount: Paise, bucket: Bucket | undefined): void {
  const taken = allocate(amount, state.owed, bucket ? [bucket] : undefined);
  state.owed = subtractBuckets(state.owed, taken);
  state.waived = addBuckets(state.waived, taken);
}

function owe(state: State, more: Buckets): void {
  state.owed = addBuckets(state.owed, more);
  state.charged = addBuckets(state.charged, more);
}

/** Rounds what ran up since the last time, half up to a paisa, into what is owed. */
function settleFractions(state: State): void {
  const interest = paise(Number(rounded(state.interestUnrounded)));
  const penal = paise(Number(rounded(state.penalUnrounded)));
  owe(state, { ...emptyBuckets, interest, penal });
  state.interestUnrounded = 0n;
  state.penalUnrounded = 0n;
}

function rounded(millionths: bigint): bigint {
  return divideRounded(millionths, millionth, 'half-up');
}

function viewOf(state: State, asOf: BusinessDay): LoanView {
  const totalOwed = sumBuckets(state.owed);
  const allocated = state.allocations.reduce((total, one) => add(total, sumBuckets(one)), zeroPaise);
  return {
    principalOwed: state.owed.principal,
    interestOwed: state.owed.interest,
    penalOwed: state.owed.penal,
    feesOwed: state.owed.fees,
    totalOwed,
    charged: state.charged,
    waivedBy: state.waived,
    waived: sumBuckets(state.waived),
    paid: state.paid,
    overpaid: subtract(state.paid, allocated),
    overdueDays: totalOwed === 0 ? 0 : Math.max(0, daysBetween(state.due, asOf)),
    interestDays: state.interestDays,
    penalDays: state.penalDays,
    disbursedDay: state.start,
    dueDay: state.due,
    isSettled: totalOwed === 0,
    allocations: state.allocations,
  };
}

const emptyView: LoanView = {
  principalOwed: zeroPaise,
  interestOwed: zeroPaise,
  penalOwed: zeroPaise,
  feesOwed: zeroPaise,
  totalOwed: zeroPaise,
  charged: emptyBuckets,
  waivedBy: emptyBuckets,
  waived: zeroPaise,
  paid: zeroPaise,
  overpaid: zeroPaise,
  overdueDays: 0,
  interestDays: 0,
  penalDays: 0,
  disbursedDay: undefined,
  dueDay: undefined,
  isSettled: false,
  allocations: [],
};
