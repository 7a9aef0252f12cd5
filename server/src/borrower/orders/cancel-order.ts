import type { cancelOrder } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { JOBS } from '../../job-list.ts';
import { closeUndisbursedOrder } from '../../lending/orders/close-undisbursed-order.ts';
import type { Order } from '../../lending/orders/order-store.ts';
import { lockWithCredit, requireOrder } from '../../lending/orders/own-order.ts';
import { markPayout, readLatestPayout, WITHDRAWN } from '../../lending/orders/payout-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type CallError, conflict } from '../../platform/http/call-error.ts';
import type { Input } from '../../platform/http/call-handler.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';

/**
 * Whether an order may still be withdrawn: reserved, offered, or its payout failed, not yet sent or
 * queued at the provider.
 */
export async function mayWithdraw(db: Db | Tx, order: Order): Promise<boolean> {
  switch (order.status) {
    case OrderStatus.reserved:
    case OrderStatus.awaitingAcceptance:
    case OrderStatus.disbursementFailed:
      return true;
    case OrderStatus.disbursing:
      return isStoppable((await readLatestPayout(db, order))?.state);
    default:
      return false;
  }
}

const isStoppable = (state: string | undefined): boolean =>
  state === 'waiting' || state === 'queued';

/**
 * Withdraws an order. A payout that waits at the provider is cancelled there first, by a job: this
 * process has no key of payouts. The order goes on being paid out until the provider agrees, and
 * the answer says so.
 */
export async function withdrawOrder(
  ctx: UserCtx,
  { body }: Input<typeof cancelOrder>,
  tx: Tx,
): Promise<{ borrowStatus: number }> {
  const { userId, deps } = ctx;
  const found = await requireOrder(tx, userId, body.repayId);

  requireCodeFor(ctx, 'cancel');
  const order = await lockWithCredit(tx, found);
  if (!(await mayWithdraw(tx, order))) throw tooLate();
  if (order.status === OrderStatus.disbursing && !(await stopPayout(ctx, tx, order)))
    return { borrowStatus: OrderStatus.disbursing };

  await closeUndisbursedOrder(tx, deps, order, 'withdrawn');

  return { borrowStatus: OrderStatus.cancelled };
}

/**
 * Stops a payout that was not sent; the payout job too moves it out of `waiting`, so exactly one of
 * them succeeds.
 * @returns false when the provider has to be asked, which a job does now
 */
async function stopPayout({ now }: UserCtx, tx: Tx, order: Order): Promise<boolean> {
  const payout = await readLatestPayout(tx, order);
  if (payout?.state === 'queued') {
    const { userId, orderId, payoutRef } = payout;
    const job = { userId, orderId, payoutRef, isWithdrawal: true };
    await addJob(tx, JOBS['cancel-payout'], job);
    return false;
  }

  const mark = { from: ['waiting'], to: 'failed', now, reason: WITHDRAWN } as const;
  if (!payout || !(await markPayout(tx, payout, mark))) throw tooLate();

  return true;
}

const tooLate = (): CallError => conflict('orders.too_late', 'status');
