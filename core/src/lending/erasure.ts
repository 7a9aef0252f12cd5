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

/** Whether staff may refuse an erasure for this reason: a block must hold at that moment. */
export function mayRefuseErasure(why: ErasureRefusal, blocks: readonly ErasureBlock[]): boolean {
  return why === 'not_proved' || blocks.includes(why);
}

/** The legal retention of an erased borrower's record: the constant, and the last day. */
export interface LegalRetention {
  readonly law: 'kycRetentionYears';
  readonly keepUntil: BusinessDay;
}

/**
 * The retention of a person erased on a day. The law counts only people who were lent money as
 * customers: for anybody else nothing stays. @ASSUMED the relationship ends with the erasure, so
 * the years count from its day.
 */
export function computeLegalRetention(day: BusinessDay, wasLent: boolean): LegalRetention | null {
  if (!wasLent) return null;
  const law = 'kycRetentionYears';
  return { law, keepUntil: addMonths(day, 12 * regulatoryRowOn(law, day).value) };
}
