import { add, divideRounded, type Paise, paise, type Rounding, zeroPaise } from '../money/money.ts';
import { type DayRate, ppmPerDay } from '../money/rate.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import { type LoanConvention, productConvention } from './loan-convention.ts';
import type { LoanTerms } from './loan-events.ts';
import {
  type Allocation,
  addBuckets,
  type Buckets,
  emptyBuckets,
  sumBuckets,
} from './repayment.ts';

/** How one payment was shared out; `recovered` is what went to amounts written off before. */
export type PaymentAllocation = Allocation & {
  paymentId: string;
  day: BusinessDay;
  recovered?: Buckets;
};

/**
 * A rate in ppm for a day on an amount gives millionths of a paisa: kept exact until an event
 * rounds them.
 */
const millionth = 1_000_000n;

/**
 * The state of a loan between two of its events. Owed interest is `owed.interest` and the fraction
 * together.
 */
export type LoanState = {
  convention: LoanConvention;
  rate: DayRate;
  /**
   * Parts of a paisa in which interest is counted, so that every rate of the loan gives whole
   * numbers.
   */
  scale: bigint;
  owed: Buckets;
  charged: Buckets;
  waived: Buckets;
  /** Principal waived without a payment. */
  principalWaivedAlone: Paise;
  /**
   * Reversals of the processing fee and its GST that no chargeback undid, and the debt each
   * covered.
   */
  feeReversals: { ofPayment: string | undefined; amount: Paise; taken: Buckets }[];
  writtenOff: Buckets;
  recovered: Buckets;
  lent: Paise;
  paid: Paise;
  refunded: Paise;
  chargedBack: Paise;
  /** The amount of each chargeback, split into debt reopened and write-off recoveries undone. */
  chargebackBuckets: { ofPayment: string; owed: Buckets; recovered: Buckets }[];
  /**
   * What of each payment's chargebacks other payments' overpaid money covered: their own
   * chargebacks make it owed again.
   */
  covered: { ofPayment: string; amount: Paise }[];
  /** The part of each payment's overpaid money that its own chargebacks took. */
  ownChargedBack: { ofPayment: string; amount: Paise }[];
  /** Money owed to the borrower, and the lender's interest ever credited to it. */
  credit: Paise;
  creditInterest: Paise;
  start: BusinessDay;
  /** Due dates with the amount to be paid by each; without a sum, the whole debt. */
  dues: { day: BusinessDay; sum: Paise | undefined }[];
  /** Principal and interest paid or waived so far. */
  met: Paise;
  /** Charges with a due date of their own. */
  dueLater: { bucket: 'fees' | 'penal'; dueDay: BusinessDay; amount: Paise }[];
  /** Interest is counted up to this day. */
  upTo: BusinessDay;
  interestDays: number;
  penalDays: number;
  interestFraction: bigint;
  creditFraction: bigint;
  /** Millionths of a paisa. */
  penalFraction: bigint;
  allocations: PaymentAllocation[];
  /** Called with each accrual, to collect the workings. */
  trace?: (charge: {
    kind: 'interest' | 'penal';
    base: bigint;
    lastDay: BusinessDay;
    days: number;
  }) => void;
};

/** A loan on the day of its (first) disbursement. */
export function beginLoan(terms: LoanTerms, start: BusinessDay, amount: Paise): LoanState {
  const convention = { ...productConvention, ...terms.convention };
  const rate = convention.rate ?? ppmPerDay(terms.interestPpmPerDay);
  const rates = [rate, ...convention.datedRates.map((one) => one.rate)];

  if (convention.creditRate) rates.push(convention.creditRate);

  return {
    convention,
    rate,
    scale: rates.reduce((scale, one) => leastCommon(scale, one.denominator), millionth),
    owed: { ...emptyBuckets, principal: amount },
    charged: { ...emptyBuckets, principal: amount },
    waived: emptyBuckets,
    principalWaivedAlone: zeroPaise,
    feeReversals: [],
    writtenOff: emptyBuckets,
    recovered: emptyBuckets,
    lent: amount,
    paid: zeroPaise,
    refunded: zeroPaise,
    chargedBack: zeroPaise,
    chargebackBuckets: [],
    covered: [],
    ownChargedBack: [],
    credit: zeroPaise,
    creditInterest: zeroPaise,
    start,
    dues: listDues(terms, start),
    met: zeroPaise,
    dueLater: [],
    upTo: start,
    interestDays: 0,
    penalDays: 0,
    interestFraction: 0n,
    creditFraction: 0n,
    penalFraction: 0n,
    allocations: [],
  };
}

function leastCommon(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b];
  while (low > 0n) [high, low] = [low, high % low];
  return (a / high) * b;
}

function listDues(terms: LoanTerms, start: BusinessDay): LoanState['dues'] {
  let sum = zeroPaise;
  let after = 0;
  const dues: LoanState['dues'] = (terms.instalments ?? []).map((one) => {
    if (one.afterDays <= after || one.afterDays >= terms.tenorDays)
      throw new RangeError('instalments are not in order');

    after = one.afterDays;
    sum = add(sum, one.amount);

    return { day: addDays(start, one.afterDays), sum };
  });

  return [...dues, { day: addDays(start, terms.tenorDays), sum: undefined }];
}

/** Index of the oldest unmet due date; of the last one if all are met. */
export function oldestUnmet(state: LoanState): number {
  const isOwed = principalAndInterest(state) > 0n;
  const index = state.dues.findIndex(
    (due) => due.sum === undefined || (isOwed && state.met < due.sum),
  );
  return index;
}

/**
 * Principal and interest owed in paise, with the interest rounded as an event would round it now.
 */
export function principalAndInterest(state: LoanState): bigint {
  return BigInt(state.owed.principal) + wholeInterest(state);
}

/** Interest owed, exact, in parts of a paisa. */
export function exactInterest(state: LoanState): bigint {
  return BigInt(state.owed.interest) * state.scale + state.interestFraction;
}

function wholeInterest(state: LoanState): bigint {
  return divideRounded(exactInterest(state), state.scale, state.convention.rounding);
}

/** Adds to the debt, and to the total ever charged. */
export function owe(state: LoanState, more: Buckets): void {
  state.owed = addBuckets(state.owed, more);
  state.charged = addBuckets(state.charged, more);
}

/** Rounds the interest and charges since the last event, once, into the debt. */
export function settleFractions(state: LoanState): void {
  const { rounding, fractionOfPartPaid } = state.convention;
  const whole = wholeInterest(state);
  const left = exactInterest(state) - whole * state.scale;
  const interest = paise(Number(whole - BigInt(state.owed.interest)));
  const penal = paise(Number(divideRounded(state.penalFraction, millionth, rounding)));

  owe(state, { ...emptyBuckets, interest, penal });
  state.interestFraction = fractionOfPartPaid === 'kept' && whole > 0n ? left : 0n;
  state.penalFraction = 0n;
}

/** Rounds the interest that the lender owes, once, into the borrower's credit. */
export function settleCredit(state: LoanState): void {
  const whole = divideRounded(
    state.creditFraction,
    state.scale,
    otherWay(state.convention.rounding),
  );
  const interest = paise(Number(whole));

  state.credit = add(state.credit, interest);
  state.creditInterest = add(state.creditInterest, interest);
  state.creditFraction = 0n;
}

function otherWay(rounding: Rounding): Rounding {
  if (rounding === 'down') return 'up';
  return rounding === 'up' ? 'down' : rounding;
}

/** Written off and not recovered since. */
export function computeLoss(state: LoanState): Paise {
  return paise(sumBuckets(state.writtenOff) - sumBuckets(state.recovered));
}
