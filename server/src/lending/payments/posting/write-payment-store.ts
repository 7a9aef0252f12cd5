import { type OrderStatus, toBorrowType } from '@noren/core/lending/order-status';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { namedStatement } from '../../../platform/db/named-statement.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import { queueJournal } from '../../book/journal-store.ts';
import type { Journal } from '../../book/ledger.ts';
import type { MoveReason, Order } from '../../orders/order-store.ts';
import type { PaymentTarget, PaymentToPost } from './payment-to-post.ts';
import { claimPayment } from './provider-payments-store.ts';

/** The rows written for a posted payment. */
export interface PaymentRows {
  readonly order: Pick<Order, 'userId' | 'orderId' | 'status'>;
  readonly journal: Journal & { readonly journalId: string };
  readonly paid: PaymentToPost;
  readonly intent: PaymentTarget['intent'];
  /** The order's status change; null when the status stays. */
  readonly move: {
    readonly to: OrderStatus;
    readonly reason: MoveReason;
    readonly isRepaid: boolean;
  } | null;
  /** The user's new minimum status. */
  readonly raiseTo: number;
  /** Whether the borrower has been notified; otherwise the jobs process does it. */
  readonly isNotified: boolean;
  readonly now: number;
}

/**
 * Writes a payment's journal and provider reference, marks its intent paid, cancels the order's
 * other open intent, whose amount is now wrong, and changes the order's status. Sent with the next
 * statement.
 */
export async function writePayment(tx: Tx, writing: PaymentRows): Promise<void> {
  const { order, journal, paid, intent, move, raiseTo, isNotified, now } = writing;
  const { userId, orderId } = order;

  await claimPayment(tx, paid, userId);
  await queueJournal(tx, journal);
  await queueWithNext(
    tx,
    WRITE_PAYMENT({
      userId,
      orderId,
      journalId: journal.journalId,
      provider: paid.provider,
      providerRef: paid.providerRef,
      code: intent?.code ?? null,
      channel: paid.channel ?? null,
      utrHash: paid.utrHash ? Buffer.from(paid.utrHash, 'hex') : null,
      utrLast4: paid.utrLast4 ?? null,
      receivedPaise: paid.receivedPaise ?? paid.amountPaise,
      paidAt: timestamp(paid.paidAtMs),
    }),
  );

  const intentId = intent?.intentId ?? null;
  const { providerRef, amountPaise, paidAtMs } = paid;

  await queueWithNext(
    tx,
    END_INTENTS({
      userId,
      orderId,
      intentId,
      providerRef,
      amountPaise,
      paidAt: timestamp(paidAtMs),
    }),
  );

  if (move !== null) {
    const { to: toStatus, reason: moveReason, isRepaid } = move;
    const closedAt = toBorrowType(toStatus) === 1 ? timestamp(now) : null;

    await queueWithNext(tx, MOVE_ORDER({ userId, orderId, toStatus, closedAt, isRepaid }));

    const change = {
      userId,
      orderId,
      fromStatus: order.status,
      toStatus,
      now: timestamp(now),
      moveReason,
      isNotified,
    };
    await queueWithNext(tx, RECORD_MOVE(change));
  }

  await queueWithNext(tx, RAISE_STATUS({ userId, raiseTo }));
}

const WRITE_PAYMENT = namedStatement<
  | 'channel'
  | 'code'
  | 'journalId'
  | 'orderId'
  | 'paidAt'
  | 'provider'
  | 'providerRef'
  | 'receivedPaise'
  | 'userId'
  | 'utrHash'
  | 'utrLast4'
>(`
  insert into provider_payments (provider, provider_ref, user_id, order_id, journal_id, code, channel, utr_hash,
                                 utr_last4, amount_paise, paid_at)
  values (:provider, :providerRef, :userId, :orderId, :journalId, :code, :channel, :utrHash, :utrLast4, :receivedPaise, :paidAt)`);

/**
 * A second payment against one code has its own journal; the intent keeps the first payment's
 * reference and time.
 */
const END_INTENTS = namedStatement<
  'amountPaise' | 'intentId' | 'orderId' | 'paidAt' | 'providerRef' | 'userId'
>(`
  update payment_intents set
    state = case when intent_id = :intentId then 'paid' else 'cancelled' end,
    provider_ref = case when intent_id = :intentId then coalesce(provider_ref, :providerRef) else provider_ref end,
    paid_at = case when intent_id = :intentId then coalesce(paid_at, :paidAt) else paid_at end,
    paid_paise = case when intent_id = :intentId then coalesce(paid_paise, 0) + :amountPaise else paid_paise end
  where user_id = :userId and order_id = :orderId and (intent_id = :intentId or state = 'pending')`);

const MOVE_ORDER = namedStatement<'closedAt' | 'isRepaid' | 'orderId' | 'toStatus' | 'userId'>(`
  update orders set status = :toStatus, closed_at = :closedAt, is_repaid = :isRepaid
  where user_id = :userId and order_id = :orderId`);

const RECORD_MOVE = namedStatement<
  'fromStatus' | 'isNotified' | 'moveReason' | 'now' | 'orderId' | 'toStatus' | 'userId'
>(`
  insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason, is_notified)
  values (:userId, :orderId, :fromStatus, :toStatus, :now, :moveReason, :isNotified)`);

const RAISE_STATUS = namedStatement<'raiseTo' | 'userId'>(`
  update users set onboarding_status = :raiseTo where user_id = :userId and onboarding_status < :raiseTo`);
