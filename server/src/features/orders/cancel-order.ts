import { CODES } from '@noren/contract/codes';
import type { cancelOrder } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { closeUndisbursedOrder } from '../../lending/close-undisbursed-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { findOrder, lockOrder, type Order } from '../../lending/order-store.ts';
import { markPayout, readLatestPayout } from '../../lending/payout-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Input, UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

/** Whether an order may still be withdrawn: reserved, offered, or its payout failed or not yet sent. */
export async function mayWithdraw(db: Db | Tx, order: Order): Promise<boolean> {
  switch (order.status) {
    case OrderStatus.reserved:
    case OrderStatus.awaitingAcceptance:
    case OrderStatus.disbursementFailed:
      return true;
    case OrderStatus.disbursing:
      return (await readLatestPayout(db, order))?.state === 'waiting';
    default:
      return false;
  }
}

/** Withdraws an order. Both this and the payout job move the payout out of `waiting`, so exactly one of them succeeds. */
export async function withdrawOrder(
  ctx: UserCtx,
  { body }: Input<typeof cancelOrder>,
  tx: Tx,
): Promise<{ borrowStatus: number }> {
  const { userId, deps, now } = ctx;
  const found = await findOrder(tx, userId, body.repayId);
  if (!found) throw new CallError(CODES.notFound, 'error.not_found');
  requireCodeFor(ctx, 'cancel');
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, found.orderId);
  if (!(await mayWithdraw(tx, order))) throw tooLate();
  if (order.status === OrderStatus.disbursing) {
    const payout = await readLatestPayout(tx, order);
    const isStopped =
      payout && (await markPayout(tx, payout, { from: ['waiting'], to: 'failed', now, reason: WITHDRAWN }));
    if (!isStopped) throw tooLate();
  }
  await closeUndisbursedOrder(tx, deps, order, 'withdrawn');
  return { borrowStatus: OrderStatus.cancelled };
}

/** Reason of a payout that was withdrawn before it was sent to a provider. */
export const WITHDRAWN = 'withdrawn';

const tooLate = (): CallError => new CallError(CODES.conflict, 'orders.too_late', { data: { reason: 'status' } });
