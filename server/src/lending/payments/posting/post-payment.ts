import { debitValueDay } from '@noren/core/lending/autopay';
import type { LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type BusinessDay, businessDay, toBusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { post } from '../../book/journal-store.ts';
import { loanToday } from '../../book/loan-book.ts';
import { effectiveDay } from '../../book/loan-events.ts';
import {
  closeThroughYesterday,
  type LockedOrder,
  lockOrderForPosting,
} from '../../close/close-order.ts';
import type { Order } from '../../orders/order-store.ts';
import { offerReservations } from '../../orders/reservations.ts';
import { listClosingPapers } from '../../papers/paper-lists.ts';
import { askForSeals } from '../../papers/papers-store.ts';
import type { KnownPayment } from '../known-payment.ts';
import { settleProofs } from '../proof-store.ts';
import { keepOffer } from './keep-settlement-offer.ts';
import { notifyMissedPurpose } from './notify-missed.ts';
import type { PaymentTarget, PaymentToPost } from './payment-to-post.ts';
import { type PreparedPayment, prepareIncoming } from './prepare-incoming.ts';
import { freePayment, toPaymentName } from './provider-payments-store.ts';
import {
  applySideEffects,
  decideOrderOutcome,
  noteRepaidOtherwise,
  notifySettled,
  type OrderOutcome,
  repaidStatus,
  syncOrderWithLedger,
} from './sync-order.ts';
import { hasResidual } from './waive-residual.ts';
import { writePayment } from './write-payment-store.ts';

/**
 * Posts a payment that counts for no order. It is allocated to the amount owed on its value date;
 * any excess becomes a borrower credit and is refunded. No payment is rejected.
 * @param known the payment, read under its locks in this transaction
 */
export async function postPayment(
  tx: Tx,
  deps: Deps,
  target: PaymentTarget,
  payment: PaymentToPost,
  known: KnownPayment,
): Promise<void> {
  const locked = await lockTarget(tx, deps, target);
  await takeOver(tx, known, target.userId);

  const { intent } = target;
  const named = { ...payment, cause: decideCause(locked, payment) };
  const posting = await preparePosting(tx, deps, locked, { payment: named, intent });

  await writePosting(tx, deps, posting);
  if (known.isTransferKnown && payment.utrHash)
    await settleProofs(tx, deps, payment.utrHash, { ...known, ...target });

  if (posting.outcome.isOver && (target.isReserved ?? true))
    await offerReservations(tx, deps, target.userId);
  await followUp(tx, deps, posting);

  await notifyBorrower(tx, deps, posting);
}

/** Locks the order, unless it is locked already, and closes its days through yesterday. */
const lockTarget = (
  tx: Tx,
  deps: Deps,
  { userId, orderId, open }: PaymentTarget,
): Promise<LockedOrder> =>
  open ? closeThroughYesterday(tx, deps, open) : lockOrderForPosting(tx, deps, userId, orderId);

/**
 * Frees a payment that was taken off another user's order, so that it can be posted to this user's.
 * @throws Error when it counts for an order
 */
async function takeOver(tx: Tx, known: KnownPayment, userId: string): Promise<void> {
  if (known.state === 'posted')
    throw new Error(`payment ${known.providerRef} counts for an order already`);

  if (known.ownerId !== null && known.ownerId !== userId)
    await freePayment(tx, known, known.ownerId);
}

/**
 * A payment's cause: its full name if another provider's payment of the order has its reference.
 */
const decideCause = ({ journals }: LockedOrder, payment: PaymentToPost): string =>
  journals.some(({ kind, cause }) => kind === 'payment' && cause === payment.cause)
    ? toPaymentName(payment)
    : payment.cause;

/** A payment's journals and what follows from them, decided and not written yet. */
interface PaymentPosting {
  readonly order: Order;
  readonly payment: PaymentToPost;
  readonly intent: PaymentTarget['intent'];
  readonly prepared: PreparedPayment;
  /** The loan as of today, with the payment. */
  readonly view: LoanView;
  readonly outcome: OrderOutcome;
  /** Whether this process tells the borrower that the loan is settled. */
  readonly isNotified: boolean;
}

async function preparePosting(
  tx: Tx,
  deps: Deps,
  locked: LockedOrder,
  { payment, intent }: Pick<PaymentPosting, 'payment' | 'intent'>,
): Promise<PaymentPosting> {
  const { order } = locked;
  const { amountPaise, cause, paidAtMs: atMs, channel } = payment;
  const paidDay = decideValueDay(atMs, order, effectiveDay(locked.journals, deps.today()));
  const dueDay = intent?.debitDay;
  const day = dueDay ? debitValueDay({ dueDay: businessDay(dueDay), paidDay }) : paidDay;
  const incoming = { day, amountPaise, cause, atMs, ...(channel && { channel }) };
  const prepared = await prepareIncoming(tx, { ...locked, incoming, now: deps.now() }, intent);

  const { view } = loanToday(order.terms, prepared.journals, deps.today());
  const outcome = decideOrderOutcome(order, view, prepared.isReturn);
  const isNotified = !isSettledBy(outcome) || deps.config.NOREN_ROLE !== 'api';

  return { order, payment, intent, prepared, view, outcome, isNotified };
}

const isSettledBy = ({ isOver, to }: OrderOutcome): boolean => isOver && to === OrderStatus.settled;

/** Writes the journals, the payment's own last, with what changes of the order and its user. */
async function writePosting(tx: Tx, deps: Deps, posting: PaymentPosting): Promise<void> {
  const { order, payment, intent, prepared, view, outcome, isNotified } = posting;
  for (const journal of prepared.writing.slice(0, -1)) await post(tx, journal);

  await applySideEffects(tx, deps, order, { view, ...outcome });
  await writePayment(tx, {
    order,
    journal: prepared.writing.at(-1)!,
    payment,
    intent,
    move: outcome.isMoved ? outcome : null,
    raiseTo: outcome.isOver && outcome.isRepaid ? repaidStatus : 0,
    isNotified,
    now: deps.now(),
  });

  await noteRepaidOtherwise(tx, order, outcome);
  if (outcome.isOver) await askForSeals(tx, deps, order, listClosingPapers(order));
}

/**
 * Waives what a payment leaves to waive: the rest of a settlement that it completes, or a residual
 * of today's amount after one with an earlier value date.
 */
async function followUp(tx: Tx, deps: Deps, posting: PaymentPosting): Promise<void> {
  const { order, prepared, view, outcome } = posting;
  const { to: status, isMoved, isRepaid, isOver } = outcome;
  const moved = isMoved ? { ...order, status, isRepaid } : order;
  // Settlements are offered for overdue loans only.
  const afterOffer =
    order.status === OrderStatus.overdue
      ? await keepOffer(tx, deps, moved, prepared.journals)
      : null;

  if (afterOffer && !isOver) await syncOrderWithLedger(tx, deps, moved, afterOffer);
  else if (hasResidual(view)) await syncOrderWithLedger(tx, deps, moved, view);
}

async function notifyBorrower(tx: Tx, deps: Deps, posting: PaymentPosting): Promise<void> {
  const { order, payment, prepared, outcome, isNotified } = posting;
  const { amountPaise, cause } = payment;
  const { missed } = prepared;

  if (isSettledBy(outcome) && isNotified) await notifySettled(tx, deps, order);
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
