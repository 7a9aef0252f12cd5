import { type DebtMessage, debtMessageOn } from '@noren/core/lending/debt-contact';
import { viewLoan } from '@noren/core/lending/loan';
import { loanTermsOf } from '@noren/core/lending/offer';
import { mayMove } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { queueDebtMessage } from '../operations/close-of-day/dunning.ts';
import type { Tx } from '../platform/db/db.ts';
import { RIDES } from '../platform/db/db-client.ts';
import type { Deps } from '../platform/deps.ts';
import { lockCredit } from './credit-store.ts';
import { type PostedJournal, readJournals } from './ledger.ts';
import { loanEventsOf } from './loan-events.ts';
import { lockOrder, moveOrder, type Order } from './order-store.ts';
import { postLoanEvent } from './post-loan-event.ts';

/** An order that is locked, with its journals: ready to be written to. */
export interface LockedOrder {
  readonly order: Order;
  readonly journals: readonly PostedJournal[];
}

/**
 * Opens an order to be written to: locks the user's limit and then the order, reads its journals, and closes it through
 * yesterday where the close of day is behind. Whatever books on an order (payment, refund, waiver, extension, reversal,
 * write-off …) begins with this, so that it does not matter whether the day was closed before or after.
 */
export async function lockOrderForPosting(tx: Tx, deps: Deps, userId: string, orderId: string): Promise<LockedOrder> {
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, orderId);
  const journals = await readJournals(tx, userId, orderId);
  return closeOrderThrough(tx, deps, { order, journals }, addDays(deps.today(), -1));
}

/** Whether an order has days up to and with `day` that are not closed. */
export function hasUnclosedDays(order: Pick<Order, 'disbursedDay' | 'closedThrough'>, day: BusinessDay): boolean {
  const { disbursedDay, closedThrough } = order;
  return disbursedDay !== null && disbursedDay <= day && (closedThrough === null || closedThrough < day);
}

/**
 * Closes an order's days up to and with `day`: books the interest and penal charge they brought, marks it overdue when
 * its due date is met by none of them, and queues what the borrower is told the morning after. Nothing where it is
 * closed already. The caller holds the locks of `lockOrderForPosting`.
 * @returns the order as it then stands, and its journals with the one that was booked
 * @throws LoanEventError when its journals cannot be those of one loan
 */
export async function closeOrderThrough(tx: Tx, deps: Deps, open: LockedOrder, day: BusinessDay): Promise<LockedOrder> {
  const { order, journals } = open;
  if (!hasUnclosedDays(order, day)) return open;
  const booked = await postLoanEvent(tx, order, journals, { kind: 'accrual', day, cause: day, bookedAt: deps.now() });
  const { isOverdue, message } = nextDayOutcome(open, day);
  if (message) await queueDebtMessage(tx, deps, order, { ...message, day: addDays(day, 1) });
  const to = isOverdue && order.status === 50 && mayMove(order.status, 60) ? 60 : order.status;
  if (to !== order.status) await moveOrder(tx, order, { to, reason: 'overdue', now: deps.now() });
  await sql`${sql.raw(RIDES)}update orders set closed_through = ${day}
    where user_id = ${order.userId} and order_id = ${order.orderId}`.execute(tx);
  return { order: { ...order, status: to, closedThrough: day }, journals: booked?.journals ?? journals };
}

/** How the order begins the day after, and what the borrower is told on it. */
export function nextDayOutcome(
  { order, journals }: LockedOrder,
  day: BusinessDay,
): { isOverdue: boolean; message: { template: DebtMessage; amountPaise: number } | null } {
  const facts = loanEventsOf(journals);
  const terms = loanTermsOf(order.terms.quote);
  const view = viewLoan(terms, facts, day);
  const next = addDays(day, 1);
  const isOverdue = view.totalOwed > 0 && view.dueDay !== undefined && view.dueDay < next;
  // What is given up is still owed by the letter, and asked for by no message of ours.
  if (order.status !== 50 && order.status !== 60) return { isOverdue, message: null };
  const before = isOverdue ? viewLoan(terms, facts, order.closedThrough ?? addDays(day, -1)).charged.penal : 0;
  const amountPaise = isOverdue ? Math.max(0, view.charged.penal - before) : 0;
  const template = debtMessageOn({ ...view, penalLevied: amountPaise }, next);
  return { isOverdue, message: template && { template, amountPaise } };
}
