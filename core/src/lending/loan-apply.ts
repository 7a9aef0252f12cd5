import { add, max, min, type Paise, subtract, sum, zeroPaise } from '../money/money.ts';
import { addDays, type BusinessDay, daysBetween } from '../money/time.ts';
import type { LoanConvention } from './loan-convention.ts';
import type { LiveEvent } from './loan-events.ts';
import {
  type LoanState,
  oldestUnmet,
  owe,
  type PaymentAllocation,
  settleCredit,
  settleFractions,
} from './loan-state.ts';
import {
  type Allocation,
  addBuckets,
  allocate,
  allocationOrder,
  type Bucket,
  type Buckets,
  emptyBuckets,
  subtractBuckets,
  sumBuckets,
} from './repayment.ts';

/** Applies one fact to a loan that is accrued to its day. */
export function applyFact(state: LoanState, event: LiveEvent): void {
  switch (event.kind) {
    case 'disbursement':
      state.lent = add(state.lent, event.amount ?? zeroPaise);
      owe(state, { ...emptyBuckets, principal: event.amount ?? zeroPaise });
      return;
    case 'charge':
      charge(state, event);
      return;
    case 'waiver':
      settleFractions(state);
      waive(state, event);
      return;
    case 'fee-reversal':
      settleFractions(state);
      reverseFee(state, event);
      return;
    case 'payment':
      pay(state, event);
      return;
    case 'extension':
      extend(state, event.days);
      return;
    case 'refund':
      settleCredit(state);
      state.refunded = add(state.refunded, event.amount);
      refundToBorrower(state, event.amount);
      return;
    case 'chargeback':
      state.chargedBack = add(state.chargedBack, event.amount);
      chargeFeeAgain(state, event.ofPayment);
      postChargeback(state, event);
      return;
    case 'write-off':
      settleFractions(state);
      state.writtenOff = addBuckets(state.writtenOff, state.owed);
      state.owed = emptyBuckets;
      state.interestFraction = 0n;

      return;
    default: {
      const missing: never = event;
      throw new RangeError(`unknown event: ${JSON.stringify(missing)}`);
    }
  }
}

function charge(state: LoanState, event: LiveEvent & { kind: 'charge' }): void {
  const { bucket = 'fees', dueDay, amount } = event;
  owe(state, { ...emptyBuckets, [bucket]: amount });
  if (dueDay !== undefined) state.dueLater.push({ bucket, dueDay, amount });
}

function pay(state: LoanState, payment: LiveEvent & { kind: 'payment' }): void {
  settleFractions(state);
  if (settlesInGrace(state, payment)) forgetInterest(state);

  const { overpaid: afterOwed, ...taken } = shareOut(state, payment);
  const { overpaid, ...recovered } = allocate(
    afterOwed,
    subtractBuckets(state.writtenOff, state.recovered),
  );

  take(state, taken);
  state.recovered = addBuckets(state.recovered, recovered);
  state.paid = add(state.paid, payment.amount);
  state.credit = add(state.credit, overpaid);

  const recovery = sumBuckets(recovered) > 0 ? { recovered } : {};
  state.allocations.push({
    paymentId: payment.id,
    day: payment.day,
    ...taken,
    overpaid,
    ...recovery,
  });
}

/**
 * What the payment names first, then what is due, then what is not yet, each in the convention's
 * order.
 */
function shareOut(state: LoanState, payment: LiveEvent & { kind: 'payment' }): Allocation {
  const { due, inAdvance } = state.convention.allocation;
  const named = allocate(payment.amount, state.owed, payment.first ?? []);
  const owed = subtractBuckets(state.owed, named);

  // One order for both is one pass: what is not due yet does not wait then.
  const ofDue = allocate(
    named.overpaid,
    due === inAdvance ? owed : computeDue(state, owed, payment.day),
    due,
  );
  const rest = allocate(ofDue.overpaid, subtractBuckets(owed, ofDue), inAdvance);

  return {
    ...[named, ofDue, rest].reduce<Buckets>(addBuckets, emptyBuckets),
    overpaid: rest.overpaid,
  };
}

/** The part of the debt that is due by the end of a day. */
function computeDue(state: LoanState, owed: Buckets, day: BusinessDay): Buckets {
  const later = (bucket: Bucket) => {
    return sum(
      state.dueLater
        .filter((one) => one.bucket === bucket && one.dueDay > day)
        .map((one) => one.amount),
    );
  };

  const last = state.dues.filter((one) => one.day <= day).at(-1);
  const missing =
    last?.sum === undefined
      ? zeroPaise
      : max(zeroPaise, subtract(last.sum, state.met, owed.interest));

  return {
    fees: max(zeroPaise, subtract(owed.fees, later('fees'))),
    interest: owed.interest,
    principal: last && last.sum === undefined ? owed.principal : min(owed.principal, missing),
    penal: max(zeroPaise, subtract(owed.penal, later('penal'))),
  };
}

function settlesInGrace(state: LoanState, payment: { day: BusinessDay; amount: Paise }): boolean {
  const { owed, convention } = state;

  return (
    isInSettlementGrace(convention, state.start, payment.day) &&
    payment.amount >= sumBuckets(owed) - owed.interest
  );
}

/** Whether a payment that settles on a day pays no interest by the convention. */
export function isInSettlementGrace(
  convention: LoanConvention,
  start: BusinessDay,
  day: BusinessDay,
): boolean {
  return (
    convention.settlementGraceDays > 0 && daysBetween(start, day) <= convention.settlementGraceDays
  );
}

/** Removes unpaid interest, as if it had never accrued. */
function forgetInterest(state: LoanState): void {
  const unpaid = { ...emptyBuckets, interest: state.owed.interest };
  state.charged = subtractBuckets(state.charged, unpaid);
  state.owed = subtractBuckets(state.owed, unpaid);
  state.interestFraction = 0n;
}

function waive(
  state: LoanState,
  { amount, bucket, ofPayment }: LiveEvent & { kind: 'waiver' },
): void {
  const { overpaid: _unused, ...taken } = allocate(
    amount,
    state.owed,
    bucket ? [bucket] : undefined,
  );

  take(state, taken);
  state.waived = addBuckets(state.waived, taken);
  if (ofPayment === undefined)
    state.principalWaivedAlone = add(state.principalWaivedAlone, taken.principal);
}

function reverseFee(
  state: LoanState,
  { amount, ofPayment }: LiveEvent & { kind: 'fee-reversal' },
): void {
  const { overpaid, ...taken } = allocate(amount, state.owed);
  take(state, taken);
  state.feeReversals.push({ ofPayment, amount, taken });
  state.credit = add(state.credit, overpaid);
}

/**
 * Charges the fee again when the payment that returned the loan is charged back. An overpaid
 * balance covers it first, then the amounts it had covered are owed again. The part that was
 * overpaid and refunded since is owed as principal.
 */
function chargeFeeAgain(state: LoanState, ofPayment: string): void {
  const again = state.feeReversals.filter((one) => one.ofPayment === ofPayment);
  state.feeReversals = state.feeReversals.filter((one) => one.ofPayment !== ofPayment);

  for (const { amount, taken } of again) {
    const fromCredit = min(amount, state.credit);
    state.credit = subtract(state.credit, fromCredit);

    const { overpaid: refunded, ...owed } = allocate(subtract(amount, fromCredit), taken);
    state.owed = addBuckets(state.owed, owed);
    state.met = subtract(state.met, owed.principal, owed.interest);
    refundToBorrower(state, refunded);
  }
}

function take(state: LoanState, taken: Buckets): void {
  state.owed = subtractBuckets(state.owed, taken);
  state.met = add(state.met, taken.principal, taken.interest);
  // Once the interest is met to the paisa, nothing is left of it to count on.
  if (state.owed.interest === 0) state.interestFraction = 0n;
}

/**
 * Money that goes back to the borrower's side: from what is overpaid, and what is more is owed
 * again.
 */
function refundToBorrower(state: LoanState, amount: Paise): void {
  const fromCredit = min(amount, state.credit);
  const again = subtract(amount, fromCredit);

  state.credit = subtract(state.credit, fromCredit);
  state.met = subtract(state.met, again);
  owe(state, { ...emptyBuckets, principal: again });
}

/**
 * Posts a chargeback: an overpaid balance covers it, then the amount that the payment had covered
 * is owed again. If its overpaid money had covered another payment's chargeback, the amount that
 * payment had covered is owed again too.
 */
function postChargeback(
  state: LoanState,
  { amount, ofPayment }: LiveEvent & { kind: 'chargeback' },
): void {
  const paid = state.allocations.find((one) => one.paymentId === ofPayment);
  if (!paid || state.convention.chargebackOwedAs === 'principal') {
    refundToBorrower(state, amount);
    return;
  }

  const fromCredit = min(amount, state.credit);
  state.credit = subtract(state.credit, fromCredit);

  const uncovered = reversePaid(state, paid, subtract(amount, fromCredit));
  const ownOverpaid = min(fromCredit, overpaidLeft(state, paid));

  state.ownChargedBack.push({ ofPayment, amount: ownOverpaid });

  const byOthers = subtract(fromCredit, ownOverpaid);
  const left = reverseCovered(state, uncovered);

  if (byOthers > 0) state.covered.push({ ofPayment, amount: byOthers });
  refundToBorrower(state, left);
}

/** A payment's overpaid money less its own chargebacks. */
function overpaidLeft(state: LoanState, { paymentId, overpaid }: PaymentAllocation): Paise {
  return subtract(
    overpaid,
    sum(state.ownChargedBack.filter((one) => one.ofPayment === paymentId).map((one) => one.amount)),
  );
}

/**
 * Makes owed again what payments had paid whose chargebacks overpaid money covered.
 * @returns what is left of the amount
 */
function reverseCovered(state: LoanState, amount: Paise): Paise {
  let left = amount;
  state.covered = state.covered.flatMap((one) => {
    const part = min(left, one.amount);
    const paid = state.allocations.find(({ paymentId }) => paymentId === one.ofPayment);
    if (part === 0 || !paid) return [one];

    left = add(subtract(left, part), reversePaid(state, paid, part));

    return part === one.amount ? [] : [{ ...one, amount: subtract(one.amount, part) }];
  });

  return left;
}

/**
 * Makes owed again what a payment had paid, the last bucket first.
 * @returns what it had not paid of anything
 */
function reversePaid(state: LoanState, paid: PaymentAllocation, amount: Paise): Paise {
  const { paymentId: ofPayment } = paid;
  const before = state.chargebackBuckets.filter((one) => one.ofPayment === ofPayment);
  const left = (all: Buckets, part: 'owed' | 'recovered') =>
    before.map((one) => one[part]).reduce(subtractBuckets, all);
  const lastFirst = allocationOrder.toReversed();

  const { overpaid: ofOwed, ...recovered } = allocate(
    amount,
    left(paid.recovered ?? emptyBuckets, 'recovered'),
    lastFirst,
  );
  const { overpaid: neverPaid, ...owed } = allocate(ofOwed, left(paid, 'owed'), lastFirst);

  state.chargebackBuckets.push({ ofPayment, owed, recovered });
  state.recovered = subtractBuckets(state.recovered, recovered);
  state.owed = addBuckets(state.owed, owed);
  state.met = subtract(state.met, owed.principal, owed.interest);

  return neverPaid;
}

function extend(state: LoanState, days: number): void {
  const from = oldestUnmet(state);
  state.dues = state.dues.map((due, index) =>
    index < from ? due : { ...due, day: addDays(due.day, days) },
  );
}
