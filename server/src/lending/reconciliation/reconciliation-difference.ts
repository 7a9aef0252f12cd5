/**
 * One difference between a provider's statement of a day and the ledger, also one posted by this
 * run.
 */
export interface ReconciliationDifference {
  readonly kind: 'payment' | 'refund' | 'payout';
  /** The provider's name for a payment; our reference of a refund or payout. */
  readonly ref: string;
  /**
   * `posted`: it was missing here and is now posted, to suspense if unclaimed; the others need a
   * person.
   */
  readonly what: 'posted' | 'missing_here' | 'missing_there' | 'amount_differs' | 'no_answer';
  /** Amount by the provider, and by the ledger. */
  readonly theirsPaise: number | null;
  readonly oursPaise: number | null;
}
