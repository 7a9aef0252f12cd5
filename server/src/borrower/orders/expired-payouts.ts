import { failedPayoutRuleOn } from '@noren/core/lending/failed-payout';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees, paise } from '@noren/core/money/money';
import { addDays, formatDay } from '@noren/core/money/time';
import type { OrderKey } from '../../lending/book/ledger.ts';
import { closeUndisbursedOrder } from '../../lending/orders/close-undisbursed-order.ts';
import type { Order } from '../../lending/orders/order-store.ts';
import { lockWithCredit } from '../../lending/orders/own-order.ts';
import { notify } from '../../notifications/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { listExpiredOrders, listUnwarned, markExpiryNotified } from './expired-payouts-store.ts';

/**
 * Ends orders whose payout failed and which the borrower did not fix in time, and releases their
 * holds. The borrower is warned once, some days before. Each order has its own transaction. No
 * money is involved.
 * @returns how many ended
 * @throws AggregateError of the failures
 */
export async function expireFailedPayouts(deps: Deps): Promise<number> {
  const today = deps.today();
  const errors: unknown[] = [];
  let ended = 0;

  const inTransaction = async (
    key: OrderKey,
    work: (tx: Tx, order: Order) => Promise<void>,
  ): Promise<void> => {
    const transaction = deps.db.transaction().execute(async (tx) => {
      const order = await lockWithCredit(tx, key);
      // It may have been retried or cancelled since it was listed.
      if (order.status === OrderStatus.disbursementFailed && order.openUntil !== null)
        await work(tx, order);
    });

    await transaction.catch((error: unknown) => errors.push(error));
  };

  for (const key of await listExpiredOrders(deps.db, today))
    await inTransaction(key, async (tx, order) => {
      if (order.openUntil === null || order.openUntil >= today) return;
      await closeUndisbursedOrder(tx, deps, order, 'expired');
      ended += 1;
    });

  for (const key of await listUnwarned(
    deps.db,
    addDays(today, failedPayoutRuleOn(today).remindDaysBefore),
  ))
    await inTransaction(key, (tx, order) => warnOfExpiry(tx, deps, order));

  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed payouts could not be processed`);

  return ended;
}

async function warnOfExpiry(tx: Tx, deps: Deps, order: Order) {
  const { userId, orderId, repayId, principalPaise, openUntil } = order;
  await markExpiryNotified(tx, order, deps.today());

  const day = formatDay(openUntil ?? deps.today());
  const values = { repayId, amount: formatRupees(paise(principalPaise)), day };

  // Found at night; the notification is delivered in the morning.
  await notify(tx, deps, {
    userId,
    kind: 'payout_ends',
    reference: `${orderId}:${openUntil}`,
    values,
  });
}
