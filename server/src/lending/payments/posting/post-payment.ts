import { OrderStatus } from '@noren/core/lending/order-status';
import { type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { post } from '../../book/journal-store.ts';
import { loanToday } from '../../book/loan-book.ts';
import { effectiveDay } from '../../book/loan-events.ts';
import { closeThroughYesterday, lockOrderForPosting } from '../../close/close-order.ts';
import type { Order } from '../../orders/order-store.ts';
import { offerReservations } from '../../orders/reservations.ts';
import { settleProofs } from '../proof-store.ts';
import { keepOffer } from './keep-settlement-offer.ts';
import { notifyMissedPurpose } from './notify-missed.ts';
import type { OpenPayment, PaymentTarget, PaymentToPost } from './payment-to-post.ts';
import { prepareIncoming } from './prepare-incoming.ts';
import { takeOverPayment } from './provider-payments-store.ts';
import {
  applySideEffects,
  decideOrderOutcome,
  noteRepaidOtherwise,
  notifySettled,
  repaidStatus,
  syncOrderWithLedger,
} from './sync-order.ts';
import { hasResidual } from './waive-residual.ts';
import { writePayment } from './write-payment-store.ts';

/** Facts already read by `openPayment`. */
type OpenPaymentFacts = Omit<OpenPayment, 'intent'>;

/**
 * Posts a payment once per cause. It is allocated to the amount owed on its value date; any excess
 * becomes a borrower credit and is refunded. No payment is rejected. The caller holds `lockPayment`
 * and has checked that the payment is not posted to another order.
 */
export async function postPayment(
  tx: Tx,
  deps: Deps,
  to: PaymentTarget,
  paid: PaymentToPost,
  known?: OpenPaymentFacts,
): Promise<void> {
  const { userId, orderId, intent } = to;
  const { provider, providerRef, amountPaise, paidAtMs, cause, channel } = paid;
  const now = deps.now();
  const open = known
    ? await closeThroughYesterday(tx, deps, known.open)
    : await lockOrderForPosting(tx, deps, userId, orderId);

  if (!known) await takeOverPayment(tx, paid, userId);

  const { order } = open;
  const incoming = {
    day: decideValueDay(paidAtMs, order, effectiveDay(open.journals, deps.today())),
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
  const outcome = decideOrderOutcome(order, view, booked.isReturn);

  await applySideEffects(tx, deps, order, { view, ...outcome });

  const isSettled = outcome.isOver && outcome.to === OrderStatus.settled;
  const isNotified = !isSettled || deps.config.NOREN_ROLE !== 'api';

  await writePayment(tx, {
    order,
    journal: writing.at(-1)!,
    paid,
    intent,
    move: outcome.isMoved ? outcome : null,
    raiseTo: outcome.isOver && outcome.isRepaid ? repaidStatus : 0,
    isNotified,
    now: deps.now(),
  });
  await noteRepaidOtherwise(tx, order, outcome);

  if (outcome.isOver) {
    if (known?.isReserved ?? true) await offerReservations(tx, deps, userId);
    if (isSettled && isNotified) await notifySettled(tx, deps, order);
  }

  // A payment that `openPayment` opened is of a transfer that nobody has a proof of.
  if (paid.utrHash && !known)
    await settleProofs(tx, deps, paid.utrHash, { userId, orderId, provider, providerRef });

  const moved = outcome.isMoved
    ? { ...order, status: outcome.to, isRepaid: outcome.isRepaid }
    : order;
  // Settlements are offered for overdue loans only.
  const kept =
    order.status === OrderStatus.overdue ? await keepOffer(tx, deps, moved, journals) : null;

  if (kept && !outcome.isOver) await syncOrderWithLedger(tx, deps, moved, kept);
  // A payment with an earlier value date may leave a residual of today's amount.
  else if (hasResidual(view)) await syncOrderWithLedger(tx, deps, moved, view);

  if (missed) await notifyMissedPurpose(tx, deps, order, { missed, amountPaise, cause });
}

/**
 * The payment day, bounded by the disbursement day and today, whatever the provider's clock says.
 */
function decideValueDay(paidAtMs: number, order: Order, today: BusinessDay): BusinessDay {
  const paid = toBusinessDay(paidAtMs);
  if (paid > today) return today;
  return order.disbursedDay && paid < order.disbursedDay ? order.disbursedDay : paid;
}
