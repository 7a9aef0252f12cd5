import { OrderStatus } from '@noren/core/lending/order-status';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { post } from '../book/journal-store.ts';
import { releaseLines } from './credit-hold.ts';
import { moveOrder, type Order } from './order-store.ts';

/** Ends an order that was not disbursed and releases its hold and its coupon. */
export async function closeUndisbursedOrder(
  tx: Tx,
  deps: Deps,
  order: Order,
  reason: 'cancelled' | 'withdrawn' | 'expired' | 'payout_cancelled',
): Promise<void> {
  const { userId, orderId } = order;
  const now = deps.now();
  const journal = { userId, orderId, valueDay: deps.today(), bookedAt: now, cause: reason };

  await post(tx, { ...journal, kind: 'release', lines: releaseLines(order, 'void', now) });
  await moveOrder(tx, order, { to: OrderStatus.cancelled, reason, now });
}
