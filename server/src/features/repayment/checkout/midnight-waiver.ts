import { viewLoan } from '@noren/core/lending/loan';
import { loanTermsOf } from '@noren/core/lending/offer';
import { toleranceFor } from '@noren/core/lending/tolerance';
import { paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import type { LockedOrder } from '../../../lending/close-order.ts';
import { loanEventsOf } from '../../../lending/loan-events.ts';
import type { LoanEventToPost } from '../../../lending/post-loan-event.ts';
import type { Intent } from '../store.ts';

/** A code may be paid for this long after its time: apps and banks are slow. */
export const PAYMENT_GRACE_MS = 10 * 60_000;

/**
 * What is waived when all that a code of yesterday asked for came just after midnight, so that nobody is left owing one
 * day's interest; null where there is nothing to waive.
 * @param open the order as it stood before the payment
 */
export function midnightWaiver(
  { order, journals }: LockedOrder,
  intent: Pick<Intent, 'kind' | 'amountPaise' | 'discountPaise' | 'asOfDay' | 'expiresAt'>,
  paid: { amountPaise: number; day: BusinessDay; atMs: number; cause: string; journalId: string },
): LoanEventToPost | null {
  if (intent.kind !== 'full' || paid.atMs > intent.expiresAt + PAYMENT_GRACE_MS) return null;
  // Most are paid on the day they are asked for: no night lies between.
  if (paid.day === intent.asOfDay) return null;
  const [terms, facts] = [loanTermsOf(order.terms.quote), loanEventsOf(journals)];
  const asked = {
    amount: paise(intent.amountPaise),
    discount: paise(intent.discountPaise),
    day: businessDay(intent.asOfDay),
  };
  const found = toleranceFor(
    asked,
    { amount: paise(paid.amountPaise), day: paid.day },
    { before: viewLoan(terms, facts, asked.day), after: viewLoan(terms, facts, paid.day) },
  );
  if (!found) return null;
  return {
    kind: 'waiver',
    day: paid.day,
    amountPaise: found.amount,
    cause: `${paid.cause}.tolerance`,
    reason: 'tolerance',
    detail: { ofPayment: paid.journalId, bucket: found.bucket },
  };
}
