import { toBusinessDay } from '@noren/core/money/time';
import { readLatestPayout } from '../../../lending/orders/payout-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { OperatorRequest } from '../request/requests-store.ts';
import { type MoneyFacts, plainMoney } from './kind.ts';

/** The amount of the order's latest payout. */
export async function readPayoutMoney(
  tx: Tx,
  { userId, orderId }: OperatorRequest,
): Promise<MoneyFacts | undefined> {
  if (userId === null || orderId === null) return undefined;
  const payout = await readLatestPayout(tx, { userId, orderId });
  return payout && plainMoney(payout.amountPaise, userId, toBusinessDay(payout.createdAt));
}
