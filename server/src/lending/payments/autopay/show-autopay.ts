import type { AutopayState } from '@noren/contract/autopay';
import {
  lastDebitDay,
  mandateMost,
  mayAskForMandate,
  silentDebitMost,
} from '@noren/core/lending/autopay';
import { viewLoan } from '@noren/core/lending/loan';
import { toLoanTerms } from '@noren/core/lending/offer';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findMandateProvider } from '../../../platform/payment-providers.ts';
import { readLoan } from '../../book/loan-book.ts';
import type { Order } from '../../orders/order-store.ts';
import { dueClock, dueDayAhead, isOver } from './change-mandate.ts';
import { type Debit, listDebits } from './debit-store.ts';
import { listMandates, type Mandate } from './mandate-store.ts';

/** The statuses of a loan whose due date is still to come, or has just passed. */
export const AUTOPAY_STATUSES: readonly OrderStatus[] = [
  OrderStatus.disbursing,
  OrderStatus.active,
  OrderStatus.overdue,
];

/**
 * An order's AutoPay as the borrower sees it; null where none is offered, or nothing is to be
 * repaid, or none was set up and it is too late for that.
 * @param of.isTooLateShown whether it is shown even when it is too late
 */
export async function showAutopay(
  deps: Deps,
  db: Db | Tx,
  order: Order,
  { isTooLateShown }: { isTooLateShown: boolean },
): Promise<AutopayState | null> {
  const isOffered = findMandateProvider(deps.payments) !== undefined;
  if (!isOffered || !AUTOPAY_STATUSES.includes(order.status)) return null;

  const [mandate] = await listMandates(db, order);
  const mayStart = mayStartMandate(deps, order) && (!mandate || isOver(mandate));
  if (!mandate && !mayStart && !isTooLateShown) return null;

  const [debit] = mandate ? await listDebits(db, order) : [];
  const dueDay = dueDayAhead(order);

  return {
    repayId: order.repayId,
    dueDay,
    isAhead: dueDay >= deps.today(),
    duePaise: await readDue(deps, db, order),
    mostPaise: mandate && !isOver(mandate) ? mandate.mostPaise : mandateMost(order.terms.quote),
    silentMostPaise: silentDebitMost(deps.today()),
    mayStart,
    mandate: mandate ? showMandate(mandate, deps.now()) : null,
    debit: debit ? showDebit(debit) : null,
  };
}

/** Whether there is time to ask for a mandate before the due date of a loan that is not overdue. */
export const mayStartMandate = (deps: Deps, order: Order): boolean =>
  (order.status === OrderStatus.disbursing || order.status === OrderStatus.active) &&
  mayAskForMandate(dueDayAhead(order), dueClock(deps));

async function readDue(deps: Deps, db: Db | Tx, order: Order): Promise<number> {
  if (order.disbursedDay === null) return order.terms.quote.totalRepayable;

  const { facts, view } = await readLoan(db, order, deps.today());
  return viewLoan(toLoanTerms(order.terms.quote), facts, view.dueDay ?? dueDayAhead(order))
    .totalOwed;
}

function showMandate(mandate: Mandate, now: number): AutopayState['mandate'] {
  const { state, pausedAt, upiUri, approveUntil, endedBecause } = mandate;

  return {
    state,
    isPaused: pausedAt !== null,
    upiUri: state === 'asked' && approveUntil > now ? upiUri : null,
    approveUntil,
    because: endedBecause,
  };
}

/**
 * The newest debit of an order, for the page on which the borrower pays by hand; null once it is
 * made. One that failed or was withdrawn is shown as long as a debit of its due date may be
 * presented.
 */
export async function showComingDebit(
  db: Db | Tx,
  order: Order,
  today: BusinessDay,
): Promise<AutopayState['debit']> {
  const [debit] = await listDebits(db, order);
  if (!debit || debit.state === 'paid') return null;

  const wasNotMade = debit.state === 'failed' || debit.state === 'withdrawn';
  return wasNotMade && lastDebitDay(businessDay(debit.dueDay)) < today ? null : showDebit(debit);
}

const showDebit = ({ state, dueDay, amountPaise, reason }: Debit): AutopayState['debit'] => ({
  state,
  day: dueDay,
  amountPaise,
  needsPin: amountPaise > silentDebitMost(businessDay(dueDay)),
  reason,
});
