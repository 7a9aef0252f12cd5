import { type DunningKind, dunningMessageOn } from '@noren/core/lending/dunning';
import { viewLoan } from '@noren/core/lending/loan';
import { toLoanTerms } from '@noren/core/lending/offer';
import { mayMove, OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { databaseToday } from '../../platform/clock/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { post, readJournals } from '../book/journal-store.ts';
import type { PostedJournal } from '../book/ledger.ts';
import { journalsOfLoan, toLoanEvents } from '../book/loan-events.ts';
import { type PreparedPosting, preparePosting } from '../book/post-loan-event.ts';
import { markClosedThrough, moveOrder, type Order } from '../orders/order-store.ts';
import { lockWithCredit } from '../orders/own-order.ts';
import { type DunningMessage, queueDunningMessage } from './dunning-store.ts';

/** An order whose row is locked, with its journals. */
export interface LockedOrder {
  readonly order: Order;
  readonly journals: readonly PostedJournal[];
}

/**
 * Locks the user's credit limit, then the order, reads its journals, and closes every business day
 * through yesterday that the close of day has not reached. Every posting to an order (payment,
 * refund, waiver, extension, reversal, write-off) starts here, so its result does not depend on
 * when the day is closed.
 */
export async function lockOrderForPosting(
  tx: Tx,
  deps: Deps,
  userId: string,
  orderId: string,
): Promise<LockedOrder> {
  const order = await lockWithCredit(tx, { userId, orderId });
  return closeThroughYesterday(tx, deps, {
    order,
    journals: await readJournals(tx, userId, orderId),
  });
}

/**
 * Closes an order's open business days through yesterday, but none that the database's clock has
 * not ended.
 */
export async function closeThroughYesterday(
  tx: Tx,
  deps: Deps,
  open: LockedOrder,
): Promise<LockedOrder> {
  const yesterday = addDays(deps.today(), -1);
  if (!hasUnclosedDays(open.order, yesterday)) return open;

  // Only when there is something to close: most postings find the order closed, and save the
  // question.
  const reached = addDays(await databaseToday(deps, tx), -1);
  return closeOrderThrough(tx, deps, open, reached < yesterday ? reached : yesterday);
}

/** Whether the order has open business days up to and including `day`. */
function hasUnclosedDays(
  order: Pick<Order, 'disbursedDay' | 'closedThrough'>,
  day: BusinessDay,
): boolean {
  const { disbursedDay, closedThrough } = order;
  return (
    disbursedDay !== null && disbursedDay <= day && (closedThrough === null || closedThrough < day)
  );
}

/** All that closing an order's open days up to and including `day` writes. */
export interface PreparedClose {
  readonly open: LockedOrder;
  readonly day: BusinessDay;
  /** The days' interest and penal charge; null when nothing ran up. */
  readonly posting: PreparedPosting | null;
  /** The order's status after it. */
  readonly to: OrderStatus;
  /** The dunning message for the next morning. */
  readonly message: DunningMessage | null;
}

/**
 * Computes the close of an order's business days up to and including `day`, for one order at once
 * or for many in a set.
 * @returns null when those days are closed
 * @throws LoanEventError when the journals are not a possible history of one loan
 */
export function prepareClose(
  open: LockedOrder,
  day: BusinessDay,
  bookedAt: number,
): PreparedClose | null {
  const { order, journals } = open;
  if (!hasUnclosedDays(order, day)) return null;

  const posting = preparePosting(order, journals, {
    kind: 'accrual',
    day,
    cause: accrualCause(journals, day),
    bookedAt,
  });
  const { isOverdue, message } = nextDayOutcome(open, day);
  const to =
    isOverdue && order.status === OrderStatus.active && mayMove(order.status, OrderStatus.overdue)
      ? OrderStatus.overdue
      : order.status;

  return { open, day, posting, to, message: message && { ...message, day: addDays(day, 1) } };
}

/**
 * Closes an order's business days up to and including `day`: posts their interest and penal charge,
 * marks the order overdue when its due date has passed, and queues the dunning message for the next
 * morning. Does nothing when those days are closed. The caller holds the locks of
 * {@link lockOrderForPosting}.
 * @returns the updated order and its journals
 * @throws LoanEventError when the journals are not a possible history of one loan
 */
export async function closeOrderThrough(
  tx: Tx,
  deps: Deps,
  open: LockedOrder,
  day: BusinessDay,
): Promise<LockedOrder> {
  const close = prepareClose(open, day, deps.now());
  if (!close) return open;

  const { order, journals } = open;
  const { posting, to, message } = close;
  const isPosted = posting !== null && (await post(tx, posting.journal)) !== null;

  if (message) await queueDunningMessage(tx, deps, order, message);
  if (to !== order.status) await moveOrder(tx, order, { to, reason: 'overdue', now: deps.now() });
  await markClosedThrough(tx, order, day);

  return {
    order: { ...order, status: to, closedThrough: day },
    journals: isPosted ? posting.journals : journals,
  };
}

/** One accrual a day, except after a close or a payout that was undone. */
function accrualCause(journals: readonly PostedJournal[], day: BusinessDay): string {
  const live = new Set(journalsOfLoan(journals));
  const undone = journals.filter(
    ({ kind, valueDay }, at) => kind === 'accrual' && valueDay === day && !live.has(journals[at]!),
  );
  return undone.length === 0 ? day : `${day}:${undone.length + 1}`;
}

/** Whether the order is overdue on the day after `day`, and which dunning message is sent on it. */
function nextDayOutcome(
  { order, journals }: LockedOrder,
  day: BusinessDay,
): { isOverdue: boolean; message: { template: DunningKind; amountPaise: number } | null } {
  const facts = toLoanEvents(journals);
  const terms = toLoanTerms(order.terms.quote);
  const view = viewLoan(terms, facts, day);
  const next = addDays(day, 1);
  const isOverdue = view.totalOwed > 0 && view.dueDay !== undefined && view.dueDay < next;
  // A written-off loan is still owed by contract, but we send no dunning message for it.
  if (order.status !== OrderStatus.active && order.status !== OrderStatus.overdue)
    return { isOverdue, message: null };

  const before = isOverdue
    ? viewLoan(terms, facts, order.closedThrough ?? addDays(day, -1)).charged.penal
    : 0;
  const amountPaise = isOverdue ? Math.max(0, view.charged.penal - before) : 0;
  const template = dunningMessageOn({ ...view, penalLevied: amountPaise }, next);

  return { isOverdue, message: template && { template, amountPaise } };
}
