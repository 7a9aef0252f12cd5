import { addMonths, type BusinessDay } from '../money/time.ts';
import { regulatoryRowOn } from './terms.ts';

/** How long an erasure can still be stopped after it was asked for. @ASSUMED a week. */
export const erasureWaitMs = 7 * 86_400_000;

/** How long a copy of one's data can be fetched once it was asked for. @ASSUMED two days. */
export const exportKeptMs = 2 * 86_400_000;

/** What prevents an erasure: a loan applied for, paid out or owed; a refund in progress; a payment being checked. */
export const ERASURE_BLOCKS = ['loan_runs', 'refund_runs', 'payment_checked'] as const;
export type ErasureBlock = (typeof ERASURE_BLOCKS)[number];

/** What the law has the lender keep of an erased borrower, by which of its constants, and through which day. */
export interface LegalRetention {
  readonly law: 'kycRetentionYears';
  readonly keepUntil: BusinessDay;
}

/**
 * What must stay of someone erased on a day. Only who was lent money is the lender's customer in the law's sense: of
 * anybody else nothing stays. @ASSUMED the relationship ends with the erasure, so the years count from its day.
 */
export function legalRetentionOf(day: BusinessDay, wasLent: boolean): LegalRetention | null {
  if (!wasLent) return null;
  const law = 'kycRetentionYears';
  return { law, keepUntil: addMonths(day, 12 * regulatoryRowOn(law, day).value) };
}
