import { CODES } from '@noren/contract/codes';
import type { cancelOrder } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { closeUndisbursedOrder } from '../../lending/close-undisbursed-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { findOrder, lockOrder, type Order } from '../../lending/order-store.ts';
import { markPayout, OPEN_PAYOUT, readLatestPayout } from '../../lending/payout-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Input, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

/** Whether an order may still be withdrawn: reserved, offered, or its payout failed, not yet sent or queued at the provider. */
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

const isStoppable = (state: string | undefined): boolean => state === 'waiting' || state === 'queued';

/** Withdraws an order; a payout that waits at the provider is cancelled there first, outside the transaction. */
export const withdrawOrder = twoPhase<typeof cancelOrder, string | null>({
  prepare: (ctx, { body }) => cancelQueuedPayout(ctx, body.repayId),
  commit: withdraw,
});

/** @returns the reference of the payout that the provider cancelled; null when there was none to cancel, or it did not */
async function cancelQueuedPayout(ctx: UserCtx, repayId: string): Promise<string | null> {
  const { deps, userId } = ctx;
  const order = await findOrder(deps.db, userId, repayId);
  if (order?.status !== OrderStatus.disbursing) return null;
  requireCodeFor(ctx, 'cancel');
  const payout = await readLatestPayout(deps.db, order);
  if (payout?.state !== 'queued') return null;
  const { payoutRef } = payout;
  try {
    const answer = await deps.payouts.cancel(payoutRef);
    return answer.state === 'failed' ? payoutRef : null;
  } catch (err) {
    // Unknown: the next status check finds out what became of it.
    deps.log.warn({ err, payoutRef }, 'payout: no answer to a cancellation');
    return null;
  }
}

/** Both this and the payout job move the payout out of `waiting`, so exactly one of them succeeds. */
async function withdraw(
  ctx: UserCtx,
  { body }: Input<typeof cancelOrder>,
  tx: Tx,
  cancelledRef: string | null,
): Promise<{ borrowStatus: number }> {
  const { userId, deps, now } = ctx;
  const found = await findOrder(tx, userId, body.repayId);
  if (!found) throw new CallError(CODES.notFound, 'error.not_found');
  requireCodeFor(ctx, 'cancel');
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, found.orderId);
  const isCancelledThere = cancelledRef !== null && order.status === OrderStatus.disbursing;
  if (!isCancelledThere && !(await mayWithdraw(tx, order))) throw tooLate();
  if (order.status === OrderStatus.disbursing) {
    const payout = await readLatestPayout(tx, order);
    const from = payout?.payoutRef === cancelledRef ? OPEN_PAYOUT : (['waiting'] as const);
    const isStopped = payout && (await markPayout(tx, payout, { from, to: 'failed', now, reason: WITHDRAWN }));
    if (!isStopped) throw tooLate();
  }
  await closeUndisbursedOrder(tx, deps, order, 'withdrawn');
  return { borrowStatus: OrderStatus.cancelled };
}

/** Reason of a payout that was withdrawn before it was sent to a provider. */
export const WITHDRAWN = 'withdrawn';

const tooLate = (): CallError => new CallError(CODES.conflict, 'orders.too_late', { data: { reason: 'status' } });
