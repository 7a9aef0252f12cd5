import type { LoanView } from '@noren/core/loan';
import { formatRupees, paise } from '@noren/core/money';
import { activeOrOverdue, mayMove, type OrderStatus } from '@noren/core/order-status';
import { sumBuckets } from '@noren/core/repayment';
import { certifiedStatus, statusAfterSettlement } from '@noren/core/status';
import { type BusinessDay, formatDay } from '@noren/core/time';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { addJob } from '../jobs.ts';
import { type MoveReason, moveOrder, noteMoved, type Order, setDueDay } from '../orders/store.ts';
import { offerReserved } from '../reservations.ts';
import { raiseStatus } from '../session.ts';
import { cancelPending } from './store.ts';

/**
 * Moves an order to where its ledger has it after a booking: settled, returned, owing again, its due date moved; each
 * is a line of its history. The caller holds its lock. @param view the loan as of today
 */
export async function standOrder(
  tx: Tx,
  deps: Deps,
  order: Order,
  view: LoanView,
  how: { isReturn?: boolean } = {},
): Promise<void> {
  const now = deps.now();
  await giveBackLater(tx, order, view);
  const moved = dueDateMoved(order, view);
  if (moved && view.dueDay) await setDueDay(tx, order, view.dueDay);
  if (moved === 'extended' && view.dueDay) await tellMoved(tx, order, view.dueDay);
  const to = statusOf(order.status, view, how.isReturn ?? false);
  if (to !== order.status && mayMove(order.status, to))
    await moveOrder(tx, order, { to, reason: reasonOf(order.status, to, moved), now });
  else if (moved) await noteMoved(tx, order, { reason: moved, now });
  if (to === order.status || (to !== 70 && to !== 75)) return;
  await cancelPending(tx, order);
  await offerReserved(tx, deps, order.userId);
  if (to === 75) return;
  // Whoever has an order is certified; the status never falls, so no look at it is needed.
  await raiseStatus(tx, order.userId, statusAfterSettlement(certifiedStatus));
  const values = { repayId: order.repayId, amount: formatRupees(paise(order.principalPaise)) };
  const { userId, orderId } = order;
  await addJob(tx, 'send-sms', { userId, template: 'loan_settled', values }, { key: `sms:settled:${orderId}` });
}

/** What was paid too much is given back by a job of its own; it looks again whether it still is. */
async function giveBackLater(tx: Tx, { userId, orderId }: Order, view: LoanView): Promise<void> {
  if (view.overpaid === 0 || view.totalOwed > 0) return;
  await addJob(tx, 'refund-overpaid', { userId, orderId }, { key: `refund:${orderId}` });
}

async function tellMoved(tx: Tx, { userId, orderId, repayId }: Order, dueDay: BusinessDay): Promise<void> {
  const values = { repayId, dueDay: formatDay(dueDay) };
  await addJob(
    tx,
    'send-sms',
    { userId, template: 'due_date_moved', values },
    { key: `sms:moved:${orderId}:${dueDay}` },
  );
}

function dueDateMoved({ dueDay }: Order, view: LoanView): 'extended' | 'extension_undone' | null {
  if (!view.dueDay || !dueDay || view.dueDay === dueDay || view.totalOwed === 0) return null;
  return view.dueDay > dueDay ? 'extended' : 'extension_undone';
}

/** An order of one due date that is late becomes current by nothing but another date. */
function reasonOf(from: OrderStatus, to: OrderStatus, moved: 'extended' | 'extension_undone' | null): MoveReason {
  if (to === 70) return 'settled';
  if (to === 75) return 'returned';
  if (from === 70 || from === 75) return 'owed_again';
  return moved ?? (to === 60 ? 'overdue' : 'owed_again');
}

function statusOf(kept: OrderStatus, view: LoanView, isReturn: boolean): OrderStatus {
  if (view.isSettled) {
    if (kept === 75) return 75;
    return isReturn && mayMove(kept, 75) ? 75 : 70;
  }
  return sumBuckets(view.writtenOff) > 0 ? 80 : activeOrOverdue(view.overdueDays);
}
