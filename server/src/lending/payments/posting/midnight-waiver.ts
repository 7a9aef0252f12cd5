import { viewLoan } from '@noren/core/lending/loan';
import { toLoanTerms } from '@noren/core/lending/offer';
import { toleranceFor } from '@noren/core/lending/tolerance';
import { paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { toLoanEvents } from '../../book/loan-events.ts';
import type { LoanEventToPost } from '../../book/post-loan-event.ts';
import type { LockedOrder } from '../../close/close-order.ts';
import type { Intent } from '../store.ts';

/** How long after its expiry a code may still be paid: apps and banks are slow. */
export const PAYMENT_GRACE_MS = 10 * 60_000;

/**
 * The waiver when a full payment of yesterday's code arrives just after midnight, so that the
 * borrower does not owe one more day's interest; null when nothing is waived.
 * @param open the order before the payment
 */
export function midnightWaiver(
  { order, journals }: LockedOrder,
  intent: Pick<Intent, 'kind' | 'amountPaise' | 'discountPaise' | 'asOfDay' | 'expiresAt'>,
  paid: { amountPaise: number; day: BusinessDay; atMs: number; cause: string; journalId: string },
): LoanEventToPost | null {
  if (intent.kind !== 'full' || paid.atMs > intent.expiresAt + PAYMENT_GRACE_MS) return null;
  if (paid.day === intent.asOfDay) return null;

  const [terms, events] = [toLoanTerms(order.terms.quote), toLoanEvents(journals)];
  const requested = {
    amount: paise(intent.amountPaise),
    discount: paise(intent.discountPaise),
    day: businessDay(intent.asOfDay),
  };
  const found = toleranceFor(
    requested,
    { amount: paise(paid.amountPaise), day: paid.day },
    { before: viewLoan(terms, events, requested.day), after: viewLoan(terms, events, paid.day) },
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
