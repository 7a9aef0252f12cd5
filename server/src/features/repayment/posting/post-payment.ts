import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay, businessDayOf } from '@noren/core/money/time';
import { closeOrderThrough, lockOrderForPosting } from '../../../lending/close-order.ts';
import { post } from '../../../lending/ledger.ts';
import { loanToday } from '../../../lending/loan-book.ts';
import { effectiveDay } from '../../../lending/loan-events.ts';
import type { Order } from '../../../lending/order-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { offerReserved } from '../../preorder/reservations.ts';
import type { OpenPayment } from '../checkout/open-payment.ts';
import { settleVouchers } from '../proofs/voucher-store.ts';
import type { Intent } from '../store.ts';
import { notifyMissedPurpose } from './notify-missed.ts';
import { prepareIncoming } from './prepare-incoming.ts';
import type { PaymentEvent } from './redacted-event.ts';
import { noteDues, notifySettled, orderOutcomeOf, repaidStatus, syncOrderWithLedger } from './sync-order.ts';
import { hasResidual } from './waive-residual.ts';
import { writePayment } from './write-payment-store.ts';

/** The order that money came in for; with the payment that was asked for, where the money names one. */
export interface PaidTo {
  readonly userId: string;
  readonly orderId: string;
  readonly intent: Intent | null;
}

/** Money that came in, by its provider's name for it. */
export type Paid = Omit<PaymentEvent, 'kind' | 'eventId' | 'code'> & { provider: string; cause: string };

/** What is known of the order before it is written to: see `openPayment`. */
type Known = Omit<OpenPayment, 'intent'>;

/**
 * Books a payment, once for its cause, however it is heard of. What is owed is paid first, by value day; what nobody
 * owes any more is a credit of the borrower's, and given back. Nothing is ever turned away. The caller holds
 * `lockPayment` and has looked that it is not booked under another order.
 */
export async function postPayment(tx: Tx, deps: Deps, to: PaidTo, paid: Paid, known?: Known): Promise<void> {
  const { userId, orderId, intent } = to;
  const { provider, providerRef, amountPaise, paidAtMs, cause, channel } = paid;
  const now = deps.now();
  const open = known
    ? await closeOrderThrough(tx, deps, known.open, addDays(deps.today(), -1))
    : await lockOrderForPosting(tx, deps, userId, orderId);
  const { order } = open;
  const incoming = {
    day: valueDayOf(paidAtMs, order, effectiveDay(open.journals, deps.today())),
    amountPaise,
    cause,
    atMs: paidAtMs,
    ...(channel && { channel }),
  };
  const booked = await prepareIncoming(tx, { ...open, incoming, now }, intent);
  if (!booked) return;
  const { journals, writing, missed } = booked;
  for (const journal of writing.slice(0, -1)) await post(tx, journal);
  const { view } = loanToday(order.terms, journals, deps.today());
  const standing = orderOutcomeOf(order, view, booked.isReturn);
  await noteDues(tx, deps, order, { view, ...standing });
  const isSettled = standing.isOver && standing.to === OrderStatus.settled;
  const isTold = !isSettled || deps.config.NOREN_ROLE !== 'api';
  await writePayment(tx, {
    order,
    journal: writing.at(-1)!,
    paid,
    intent,
    move: standing.isMoved ? standing : null,
    raiseTo: isSettled ? repaidStatus : 0,
    isTold,
    now: deps.now(),
  });
  if (standing.isOver) {
    if (known?.isReserved ?? true) await offerReserved(tx, deps, userId);
    if (isSettled && isTold) await notifySettled(tx, deps, order);
  }
  if (paid.utrHash && (known?.isProven ?? true))
    await settleVouchers(tx, deps, paid.utrHash, { userId, orderId, provider, providerRef });
  // A payment of an earlier day may leave paise of today's amount.
  if (hasResidual(view))
    await syncOrderWithLedger(tx, deps, standing.isMoved ? { ...order, status: standing.to } : order, view);
  if (missed) await notifyMissedPurpose(tx, deps, order, { missed, amountPaise, cause });
}

/** The day it was paid, no earlier than the loan and no later than today whatever the provider's clock says. */
function valueDayOf(paidAtMs: number, order: Order, today: BusinessDay): BusinessDay {
  const paid = businessDayOf(paidAtMs);
  if (paid > today) return today;
  return order.disbursedDay && paid < order.disbursedDay ? order.disbursedDay : paid;
}
