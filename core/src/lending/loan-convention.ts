import type { Rounding } from '../money/money.ts';
import type { DayRate } from '../money/rate.ts';
import type { BusinessDay } from '../money/time.ts';
import { allocationOrder, type Bucket } from './repayment.ts';

/** How a loan is computed where lenders' conventions differ. The default is `productConvention`. */
export type LoanConvention = {
  /**
   * The rate, where it is no whole number of parts per million a day; instead of the terms' own.
   */
  rate: DayRate | undefined;
  /**
   * Rates that hold on some dates instead, both days included; the first that names a day counts.
   */
  datedRates: readonly { from: BusinessDay; to: BusinessDay; rate: DayRate }[];
  /**
   * How the interest and the penal charge of an event become whole paise. Interest that the lender
   * owes rounds the other way.
   */
  rounding: Rounding;
  /** Days of interest that are always charged. */
  minDays: 0 | 1;
  /** When interest ends: at the last due date, or only with the principal. */
  interestEnds: 'due-date' | 'principal';
  /**
   * The fraction of a paisa left when a payment covers only part of the interest: rounded away, or
   * kept for later.
   */
  fractionOfPartPaid: 'rounded' | 'kept';
  /** The maximum interest, in parts per million of the principal lent. */
  interestCapPpm: number | undefined;
  /** A payment that settles within this many days of the disbursement pays no interest. */
  settlementGraceDays: number;
  /** The lender's daily rate on money that it owes the borrower. */
  creditRate: DayRate | undefined;
  /**
   * The order in which a payment fills what is due, then what is not yet due; one and the same list
   * is one pass.
   */
  allocation: { due: readonly Bucket[]; inAdvance: readonly Bucket[] };
  /** What a chargeback reopens: the buckets that the payment had filled, or principal only. */
  chargebackOwedAs: 'what-it-paid' | 'principal';
};

/** The convention of Noren's products. Source: `docs/domain.md`, "Money and time", "Products". */
export const productConvention: LoanConvention = {
  rate: undefined,
  datedRates: [],
  rounding: 'half-up',
  minDays: 1,
  interestEnds: 'due-date',
  fractionOfPartPaid: 'rounded',
  interestCapPpm: undefined,
  settlementGraceDays: 0,
  creditRate: undefined,
  allocation: { due: allocationOrder, inAdvance: allocationOrder },
  chargebackOwedAs: 'what-it-paid',
};
