import { toBusinessDay } from '@noren/core/money/time';
import { findNewestPart } from '../../../lending/payments/known-payment.ts';
import { readKnownPayment } from '../../../lending/payments/known-payment-store.ts';
import type { PaymentKey } from '../../../lending/payments/posting/provider-payments-store.ts';
import { computeRemainder } from '../../../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { MoneyFacts } from './kind.ts';

/** What is left in suspense of a payment. */
export async function readUnclaimedMoney(tx: Tx, key: PaymentKey): Promise<MoneyFacts | undefined> {
  const known = await readKnownPayment(tx, key);
  const part = findNewestPart(known);
  if (!part) return undefined;

  // A transfer that was taken off an order names its payer; one that never matched has its event
  // alone.
  const { posting, event } = known;

  return {
    amountPaise: computeRemainder(part),
    utrLast4: posting?.utrLast4 ?? event?.utrLast4 ?? null,
    day: toBusinessDay(part.paidAt),
    userId: posting?.userId ?? null,
  };
}

/** @throws OperatorError when nothing of a payment is in suspense any more */
export function requireInSuspense(isInSuspense: boolean): void {
  if (!isInSuspense) throw new OperatorError('not_possible', 'payment_not_unclaimed');
}
