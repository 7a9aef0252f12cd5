import { addMonths, type BusinessDay } from '../money/time.ts';
import { regulatoryRowOn } from './terms.ts';

/** How long after the request an erasure can be stopped. @ASSUMED a week. */
export const erasureWaitMs = 7 * 86_400_000;

/** How long after the request a copy of the data can be fetched. @ASSUMED two days. */
export const exportKeptMs = 2 * 86_400_000;

/**
 * What prevents an erasure: a loan applied for, paid out or owed; a refund in progress; a payment
 * being checked.
 */
export const ERASURE_BLOCKS = ['loan_runs', 'refund_runs', 'payment_checked'] as const;
export type ErasureBlock = (typeof ERASURE_BLOCKS)[number];

/** Why staff refuse an erasure: something blocks it, or the requester's identity is not proved. */
export const ERASURE_REFUSALS = [...ERASURE_BLOCKS, 'not_proved'] as const;
export type ErasureRefusal = (typeof ERASURE_REFUSALS)[number];

/**
 * Whether staff may refuse an erasure for this reason: one that prevents it must be so at that
 * moment.
 */
export function mayRefuseErasure(why: ErasureRefusal, blocks: readonly ErasureBlock[]): boolean {
  return why === 'not_proved' || blocks.includes(why);
}

/**
 * What the law has the lender keep of an erased borrower, by which of its constants, and through
 * which day.
 */
export interface LegalRetention {
  readonly law: 'kycRetentionYears';
  readonly keepUntil: BusinessDay;
}

/**
 * What must stay of someone erased on a day. Only who was lent money is the lender's customer in
 * the law's sense: of anybody else nothing stays. @ASSUMED the relationship ends with the erasure,
 * so the years count from its day.
 */
export function computeLegalRetention(day: BusinessDay, wasLent: boolean): LegalRetention | null {
  if (!wasLent) return null;
  const law = 'kycRetentionYears';
  return { law, keepUntil: addMonths(day, 12 * regulatoryRowOn(law, day).value) };
}
