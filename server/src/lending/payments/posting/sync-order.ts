import type { LoanView } from '@noren/core/lending/loan';
import { activeOrOverdue, mayMove, OrderStatus } from '@noren/core/lending/order-status';
import { sumBuckets } from '@noren/core/lending/repayment';
import { isRepaid, isWaived } from '@noren/core/lending/settlement';
import { formatRupees, paise } from '@noren/core/money/money';
import { type BusinessDay, formatDay } from '@noren/core/money/time';
import { statusAfterSettlement, UserStatus } from '@noren/core/people/status';
import { JOBS } from '../../../job-list.ts';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { raiseStatus } from '../../../platform/http/session-store.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import {
  type MoveReason,
  markRepaid,
  moveOrder,
  noteMoved,
  type Order,
  setDueDay,
} from '../../orders/order-store.ts';
import { offerReservations } from '../../orders/reservations.ts';
import { listClosingPapers } from '../../papers/paper-lists.ts';
import { askForSeals } from '../../papers/papers-store.ts';
import { cancelPending } from '../store.ts';
import { markSettlementsNotified, type SettledOrder } from './settled-orders-store.ts';
import { waiveResidual } from './waive-residual.ts';

/** The status an order's ledger implies after a posting, compared with the stored one. */
export interface OrderOutcome {
  readonly to: OrderStatus;
  readonly reason: MoveReason;
  /** Whether its status changes. */
  readonly isMoved: boolean;
  /** Whether the posting settles or returns the loan. */
  readonly isOver: boolean;
  /** Whether the loan is settled and the borrower repaid it. */
  readonly isRepaid: boolean;
  /**
   * Whether a loan that stays settled was repaid after all, or was not: a payment of an earlier
   * day, a later waiver.
   */
  readonly isRepaidOtherwise: boolean;
  readonly dueDate: 'extended' | 'extension_undone' | null;
}

/**
 * The order's status implied by the loan.
 * @param view the loan as of today
 */
export function decideOrderOutcome(order: Order, view: LoanView, isReturn: boolean): OrderOutcome {
  const dueDate = dueDateMoved(order, view);
  const to = decideStatus(order.status, view, isReturn);
  const isSettledAndRepaid = to === OrderStatus.settled && isRepaid(view);

  return {
    to,
    reason:
      to === OrderStatus.settled && isWaived(view)
        ? 'waived'
        : decideReason(order.status, to, dueDate),
    isMoved: to !== order.status && mayMove(order.status, to),
    isOver: to !== order.status && (to === OrderStatus.settled || to === OrderStatus.returned),
    isRepaid: isSettledAndRepaid,
    isRepaidOtherwise:
      to === OrderStatus.settled &&
      order.status === OrderStatus.settled &&
      order.isRepaid !== isSettledAndRepaid,
    dueDate,
  };
}

/**
 * Updates an order to match its ledger after a posting: settled, returned, owing again, due date
 * moved. Each change is recorded in its history. An uncollectable residual is waived. The caller
 * holds the order's lock.
 * @param booked the loan as of today
 */
export async function syncOrderWithLedger(
  tx: Tx,
  deps: Deps,
  order: Order,
  booked: LoanView,
): Promise<void> {
  const view = await waiveResidual(tx, deps, order, booked);
  const outcome = decideOrderOutcome(order, view, false);
  const { to, reason, isMoved, isOver } = outcome;

  await applySideEffects(tx, deps, order, { view, ...outcome });
  if (isMoved)
    await moveOrder(tx, order, { to, reason, now: deps.now(), isRepaid: outcome.isRepaid });
  await noteRepaidOtherwise(tx, order, outcome);

  if (!isOver) return;

  await cancelPending(tx, order);
  await askForSeals(tx, deps, order, listClosingPapers(order));
  await offerReservations(tx, deps, order.userId);

  if (to === OrderStatus.returned) return;

  if (outcome.isRepaid) await raiseStatus(tx, order.userId, repaidStatus);
  await notifySettled(tx, deps, order);
}

/** Follows a loan that stays settled and counts as repaid from now on, or no longer. */
export async function noteRepaidOtherwise(
  tx: Tx,
  order: Order,
  { isRepaidOtherwise, isRepaid }: Pick<OrderOutcome, 'isRepaid' | 'isRepaidOtherwise'>,
): Promise<void> {
  if (!isRepaidOtherwise) return;
  await markRepaid(tx, order, isRepaid);
  if (isRepaid) await raiseStatus(tx, order.userId, repaidStatus);
}

/** The user status after a settled loan. A user with an order is certified. */
export const repaidStatus = statusAfterSettlement(UserStatus.certified);

/** Notifies the borrower that nothing is owed any more. */
export async function notifySettled(tx: Tx, deps: Deps, order: SettledOrder): Promise<void> {
  const { userId, orderId, repayId } = order;
  const values = { repayId, amount: formatRupees(paise(order.principalPaise)) };

  // Keyed by day: a loan whose payment is reversed and paid again later is settled a second time.
  await notify(tx, deps, {
    userId,
    kind: 'loan_settled',
    reference: `${orderId}:${deps.today()}`,
    values,
  });
}

/**
 * Sends the settlement notifications that an API process left to the jobs process, each once, also
 * with concurrent processes.
 * @returns the number of notifications
 */
export async function notifySettledLater(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const orders = await markSettlementsNotified(tx);
    for (const order of orders) await notifySettled(tx, deps, order);
    return orders.length;
  });
}

/** Applies the other effects of a posting: a refund of an overpayment, a new due date. */
export async function applySideEffects(
  tx: Tx,
  deps: Deps,
  order: Order,
  { view, dueDate, isMoved }: Pick<OrderOutcome, 'dueDate' | 'isMoved'> & { view: LoanView },
): Promise<void> {
  await queueRefundOfOverpayment(tx, order, view);
  if (!dueDate || !view.dueDay) return;

  await setDueDay(tx, order, view.dueDay);
  if (dueDate === 'extended') await notifyDueDateMoved(tx, deps, order, view.dueDay);
  if (!isMoved) await noteMoved(tx, order, { reason: dueDate, now: deps.now() });
}

/** Overpayments are refunded by a job, which checks again that the overpayment still exists. */
async function queueRefundOfOverpayment(
  tx: Tx,
  { userId, orderId }: Order,
  view: LoanView,
): Promise<void> {
  if (view.overpaid === 0 || view.totalOwed > 0) return;
  await addJob(tx, JOBS['refund-overpaid'], { userId, orderId });
}

async function notifyDueDateMoved(
  tx: Tx,
  deps: Deps,
  { userId, orderId, repayId }: Order,
  dueDay: BusinessDay,
): Promise<void> {
  const values = { repayId, dueDay: formatDay(dueDay) };
  await notify(tx, deps, {
    userId,
    kind: 'due_date_moved',
    reference: `${orderId}:${dueDay}`,
    values,
  });
}

function dueDateMoved({ dueDay }: Order, view: LoanView): 'extended' | 'extension_undone' | null {
  if (!view.dueDay || !dueDay || view.dueDay === dueDay || view.totalOwed === 0) return null;
  return view.dueDay > dueDay ? 'extended' : 'extension_undone';
}

/** A late order with a single due date becomes current only through a new due date. */
function decideReason(
  from: OrderStatus,
  to: OrderStatus,
  moved: 'extended' | 'extension_undone' | null,
): MoveReason {
  if (to === OrderStatus.settled) return 'settled';
  if (to === OrderStatus.returned) return 'returned';
  if (from === OrderStatus.settled || from === OrderStatus.returned) return 'owed_again';
  return moved ?? (to === OrderStatus.overdue ? 'overdue' : 'owed_again');
}

function decideStatus(stored: OrderStatus, view: LoanView, isReturn: boolean): OrderStatus {
  if (view.isSettled) {
    if (stored === OrderStatus.returned) return OrderStatus.returned;
    return isReturn && mayMove(stored, OrderStatus.returned)
      ? OrderStatus.returned
      : OrderStatus.settled;
  }

  return sumBuckets(view.writtenOff) > 0
    ? OrderStatus.writtenOff
    : activeOrOverdue(view.overdueDays);
}
