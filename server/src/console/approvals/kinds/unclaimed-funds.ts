import { toBusinessDay } from '@noren/core/money/time';
import { findPostings } from '../../../lending/payments/posting/provider-payments-store.ts';
import {
  computeRemainder,
  findStoredPayment,
  findUnclaimedFunds,
  type UnclaimedKey,
} from '../../../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { MoneyFacts } from './kind.ts';

/** What is left in suspense of a payment. */
export async function readUnclaimedMoney(
  tx: Tx,
  key: UnclaimedKey,
): Promise<MoneyFacts | undefined> {
  const funds = await findUnclaimedFunds(tx, key);
  if (!funds) return undefined;

  // A transfer that was taken off an order names its payer; one that never matched has its event
  // alone.
  const [posting] = await findPostings(tx, [key]);
  const utrLast4 = posting?.utrLast4 ?? (await findStoredPayment(tx, key))?.utrLast4 ?? null;

  return {
    amountPaise: computeRemainder(funds),
    utrLast4,
    day: toBusinessDay(funds.paidAt),
    userId: posting?.userId ?? null,
  };
}

/** @throws OperatorError when nothing of a payment is in suspense any more */
export function requireInSuspense(isInSuspense: boolean): void {
  if (!isInSuspense) throw new OperatorError('not_possible', 'payment_not_unclaimed');
}
