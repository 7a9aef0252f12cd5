import { failedPayoutRuleOn } from '@noren/core/lending/failed-payout';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees, paise } from '@noren/core/money/money';
import { addDays, type BusinessDay, formatDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { lockCredit } from '../../lending/credit-store.ts';
import { endOrder } from '../../lending/end-order.ts';
import { lockOrder, type Order } from '../../lending/order-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../../platform/notifications/store.ts';
import { closeReservation } from '../preorder/reservations.ts';

type OrderKey = Pick<Order, 'userId' | 'orderId'>;

/**
 * Ends orders whose payout failed and whose borrower did nothing in time: their part of the limit is free again. Some
 * days before that the borrower is told, once. Each in a transaction of its own; nobody is owed anything by it.
 * @returns how many ended @throws AggregateError of those that failed
 */
export async function expireFailedPayouts(deps: Deps): Promise<number> {
  const today = deps.today();
  const failed: unknown[] = [];
  let ended = 0;
  const each = async (key: OrderKey, work: (tx: Tx, order: Order) => Promise<void>): Promise<void> => {
    const run = deps.db.transaction().execute(async (tx) => {
      await lockCredit(tx, key.userId);
      const order = await lockOrder(tx, key.userId, key.orderId);
      // It may have been sent again or cancelled since it was listed.
      if (order.status === OrderStatus.disbursementFailed && order.openUntil !== null) await work(tx, order);
    });
    await run.catch((error: unknown) => failed.push(error));
  };
  for (const key of await listFailed(deps.db, today))
    await each(key, async (tx, order) => {
      if (order.openUntil === null || order.openUntil >= today) return;
      await closeReservation(tx, deps, order, 'expired');
      ended += 1;
    });
  for (const key of await listUntold(deps.db, addDays(today, failedPayoutRuleOn(today).toldDaysBefore)))
    await each(key, (tx, order) => tellOfEnd(tx, deps, order));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} failed payouts could not be looked at`);
  return ended;
}

async function tellOfEnd(tx: Tx, deps: Deps, { userId, orderId, repayId, principalPaise, openUntil }: Order) {
  await tx
    .updateTable('orders')
    .set({ expiryNotifiedOn: deps.today() })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .execute();
  const day = formatDay(openUntil ?? deps.today());
  const values = { repayId, amount: formatRupees(paise(principalPaise)), day };
  // It is found at night, and waits for the morning: nobody is woken for it.
  await notify(tx, deps, { userId, kind: 'payout_ends', reference: `${orderId}:${openUntil}`, values });
}

function failedOrders(db: Db) {
  return (
    db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      // Written out, so that a prepared statement finds the index of such orders.
      .where(sql<boolean>`status = ${sql.lit(OrderStatus.disbursementFailed)}`)
      .orderBy('openUntil')
      .limit(500)
  );
}

const listFailed = (db: Db, today: BusinessDay): Promise<OrderKey[]> =>
  failedOrders(db).where('openUntil', '<', today).execute();

const listUntold = (db: Db, until: BusinessDay): Promise<OrderKey[]> =>
  failedOrders(db).where('openUntil', '<=', until).where('expiryNotifiedOn', 'is', null).execute();
