import type { Purpose } from '@noren/core/people/consent';

/**
 * Something that must not come back with an older database: a user's erasure, or the end of a
 * consent.
 */
export interface LedgerFact {
  readonly userId: string;
  readonly what: 'erased' | Purpose;
  /** UTC milliseconds. */
  readonly at: number;
}

/**
 * The erasure ledger: facts kept outside the database, so that they outlive its loss. Each is
 * written once and never changed; it holds ids and times, and nothing of a person.
 */
export type ErasureLedger = {
  /** A no-op for a fact that is recorded. */
  record(fact: LedgerFact): Promise<void>;
  /** Every fact, oldest first. */
  list(): Promise<LedgerFact[]>;
  /** Whether the fact's own file holds what the server wrote. */
  isAuthentic(fact: LedgerFact): Promise<boolean>;
};
