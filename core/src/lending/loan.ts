import { type Paise, sum, zeroPaise } from '../money/money.ts';
import { type BusinessDay, daysBetween } from '../money/time.ts';
import { accrueTo, chargeMinDays, penalPerDay } from './loan-accrual.ts';
import { applyFact } from './loan-apply.ts';
import { type LoanEvent, type LoanTerms, liveEvents } from './loan-events.ts';
import {
  beginLoan,
  computeLoss,
  type LoanState,
  oldestUnmet,
  type PaymentAllocation,
  settleCredit,
  settleFractions,
} from './loan-state.ts';
import { addBuckets, type Buckets, emptyBuckets, sumBuckets } from './repayment.ts';

export type { LoanEvent, LoanTerms } from './loan-events.ts';
export { LoanEventError } from './loan-events.ts';

/** The state of a loan at the end of a day. Amounts in paise; nothing is ever negative. */
export type LoanView = {
  principalOwed: Paise;
  interestOwed: Paise;
  penalOwed: Paise;
  feesOwed: Paise;
  totalOwed: Paise;
  /**
   * Everything charged so far, by bucket: owed + paid and not reversed + waived + covered by a fee
   * reversal + written off.
   */
  charged: Buckets;
  /** What was waived, by bucket, and its sum. */
  waivedBy: Buckets;
  waived: Paise;
  /** Principal waived without a payment: not by a coupon or a tolerance. */
  principalWaivedAlone: Paise;
  /** The processing fee and its GST that were reversed and not charged again since. */
  feeReversed: Paise;
  /** The amounts written off by bucket, and the part recovered since. */
  writtenOff: Buckets;
  recovered: Buckets;
  /**
   * All payments not reversed, overpaid part included; what was refunded of them, and what was
   * charged back.
   */
  paid: Paise;
  refunded: Paise;
  chargedBack: Paise;
  /** Amounts owed again, or again missing from a write-off, because of a chargeback. */
  chargebackBuckets: Buckets;
  /**
   * What the lender owes the borrower: money paid beyond what was owed and not refunded, and
   * interest on it.
   */
  overpaid: Paise;
  /** The interest that the lender ever owed. */
  creditInterest: Paise;
  /** Days since the oldest due date not met: 0 on the due date itself and when nothing is owed. */
  overdueDays: number;
  /** Days charged for so far: of interest, of penal charge. */
  interestDays: number;
  penalDays: number;
  /** The penal charge of each further day; 0 if nothing is overdue or the maximum is charged. */
  penalPerDay: Paise;
  disbursedDay: BusinessDay | undefined;
  /**
   * The due date to be met next (the last one when all are), extended if it was; undefined before
   * the disbursement.
   */
  dueDay: BusinessDay | undefined;
  /** Disbursed, nothing owed, and every write-off recovered. */
  isSettled: boolean;
  allocations: PaymentAllocation[];
};

/**
 * Computes the state of a loan at the end of `asOf` from its terms and the events up to then,
 * whatever the order in which they arrived. Simple interest on the principal owed, for the days
 * held (at least one), stopping at the due date; penal charge apart, on overdue principal and
 * interest only; each rounded half up once per payment or waiver, on what ran up since the one
 * before; unless the terms' convention says otherwise. Throws LoanEventError (see `liveEvents`).
 * Source: `docs/domain.md`, "Money and time" and "Products".
 */
export function viewLoan(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  asOf: BusinessDay,
): LoanView {
  const state = runLoan(terms, events, asOf);
  if (!state) return emptyView;

  settleFractions(state);
  settleCredit(state);

  return buildView(state, terms, asOf);
}

/**
 * The loan by the end of `asOf`, with what ran up since its last fact still exact; undefined before
 * it began.
 * @param trace called with each charge as it accrues
 */
export function runLoan(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  asOf: BusinessDay,
  trace?: LoanState['trace'],
): LoanState | undefined {
  const [first, ...rest] = liveEvents(events, asOf);
  if (first?.kind !== 'disbursement') return undefined;

  const state = beginLoan(terms, first.day, first.amount ?? terms.principal);
  if (trace) state.trace = trace;
  chargeMinDays(state);

  for (const event of rest) {
    accrueTo(state, terms, event.day);
    applyFact(state, event);
  }

  accrueTo(state, terms, asOf);

  return state;
}

function buildView(state: LoanState, terms: LoanTerms, asOf: BusinessDay): LoanView {
  const totalOwed = sumBuckets(state.owed);
  const dueDay = state.dues[oldestUnmet(state)]!.day;

  return {
    principalOwed: state.owed.principal,
    interestOwed: state.owed.interest,
    penalOwed: state.owed.penal,
    feesOwed: state.owed.fees,
    totalOwed,
    charged: state.charged,
    waivedBy: state.waived,
    waived: sumBuckets(state.waived),
    principalWaivedAlone: state.principalWaivedAlone,
    feeReversed: sum(state.feeReversals.map(({ amount }) => amount)),
    writtenOff: state.writtenOff,
    recovered: state.recovered,
    paid: state.paid,
    refunded: state.refunded,
    chargedBack: state.chargedBack,
    chargebackBuckets: state.chargebackBuckets
      .flatMap(({ owed, recovered }) => [owed, recovered])
      .reduce(addBuckets, emptyBuckets),
    overpaid: state.credit,
    creditInterest: state.creditInterest,
    overdueDays: totalOwed === 0 ? 0 : Math.max(0, daysBetween(dueDay, asOf)),
    interestDays: state.interestDays,
    penalDays: state.penalDays,
    penalPerDay: penalPerDay(state, terms, asOf),
    disbursedDay: state.start,
    dueDay,
    isSettled: totalOwed === 0 && computeLoss(state) === 0,
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
  principalWaivedAlone: zeroPaise,
  feeReversed: zeroPaise,
  writtenOff: emptyBuckets,
  recovered: emptyBuckets,
  paid: zeroPaise,
  refunded: zeroPaise,
  chargedBack: zeroPaise,
  chargebackBuckets: emptyBuckets,
  overpaid: zeroPaise,
  creditInterest: zeroPaise,
  overdueDays: 0,
  interestDays: 0,
  penalDays: 0,
  penalPerDay: zeroPaise,
  disbursedDay: undefined,
  dueDay: undefined,
  isSettled: false,
  allocations: [],
};
