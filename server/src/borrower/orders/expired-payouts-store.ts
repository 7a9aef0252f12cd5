import { OrderStatus } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { OrderKey } from '../../lending/book/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

function selectFailedOrders(db: Db) {
  return (
    db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      // A literal, not a parameter: a generic plan cannot use the partial index.
      .where(sql<boolean>`status = ${sql.lit(OrderStatus.disbursementFailed)}`)
      .orderBy('openUntil')
      .limit(500)
  );
}

/** Orders whose failed payout can no longer be fixed; the first to expire comes first. */
export const listExpiredOrders = (db: Db, today: BusinessDay): Promise<OrderKey[]> =>
  selectFailedOrders(db).where('openUntil', '<', today).execute();

/**
 * Orders whose failed payout can be fixed at most until a day, and whose borrower has not been
 * warned yet.
 */
export const listUnwarned = (db: Db, until: BusinessDay): Promise<OrderKey[]> =>
  selectFailedOrders(db)
    .where('openUntil', '<=', until)
    .where('expiryNotifiedOn', 'is', null)
    .execute();

/** Records the day on which the borrower was warned. */
export async function markExpiryNotified(
  tx: Tx,
  { userId, orderId }: OrderKey,
  today: BusinessDay,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ expiryNotifiedOn: today })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .execute();
}
