import { borrowTypeOf, type OrderStatus } from '@noren/core/lending/order-status';
import { JOURNAL_PARTS, type Journal, journalValues } from '../../../lending/ledger.ts';
import type { MoveReason, Order } from '../../../lending/order-store.ts';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { rideWritten } from '../../../platform/db/db-client.ts';
import type { PaymentTarget, PaymentToPost } from './payment-to-post.ts';

/** The rows written for a posted payment, in one statement. */
export interface PaymentRows {
  readonly order: Pick<Order, 'userId' | 'orderId' | 'status'>;
  readonly journal: Journal & { readonly journalId: string };
  readonly paid: PaymentToPost;
  readonly intent: PaymentTarget['intent'];
  /** The order's status change; null when the status stays. */
  readonly move: { readonly to: OrderStatus; readonly reason: MoveReason } | null;
  /** The user's new minimum status. */
  readonly raiseTo: number;
  /** Whether the borrower has been notified; otherwise the jobs process does it. */
  readonly isNotified: boolean;
  readonly now: number;
}

/**
 * Writes a payment's journal and provider reference, marks its intent paid, cancels the order's other open intent, whose
 * amount is now wrong, and changes the order's status. Sent with the next statement.
 */
export async function writePayment(tx: Tx, writing: PaymentRows): Promise<void> {
  const { order, journal, paid, intent, move, raiseTo, isNotified, now } = writing;
  const isOver = move !== null && borrowTypeOf(move.to) === 1;
  const values = [
    ...journalValues(journal),
    paid.provider,
    paid.providerRef,
    intent?.code ?? null,
    paid.channel ?? null,
    paid.utrHash ? Buffer.from(paid.utrHash, 'hex') : null,
    paid.utrLast4 ?? null,
    paid.amountPaise,
    timestamp(paid.paidAtMs),
    intent?.intentId ?? null,
    move !== null,
    order.status,
    move?.to ?? order.status,
    move?.reason ?? null,
    isOver ? timestamp(now) : null,
    isNotified,
    raiseTo,
    timestamp(now),
  ];
  await rideWritten(tx, { text: WRITE, values });
}

/** A second payment against one code has its own journal; the intent keeps the first payment's reference and time. */
const WRITE = `
  with ${JOURNAL_PARTS}, p as (
    insert into provider_payments (provider, provider_ref, user_id, order_id, journal_id, code, channel, utr_hash,
                                   utr_last4, amount_paise, paid_at)
    values ($13, $14, $1, $2, $3, $15, $16, $17, $18, $19, $20)
  ), i as (
    update payment_intents set
      state = case when intent_id = $21 then 'paid' else 'cancelled' end,
      provider_ref = case when intent_id = $21 then coalesce(provider_ref, $14) else provider_ref end,
      paid_at = case when intent_id = $21 then coalesce(paid_at, $20) else paid_at end,
      paid_paise = case when intent_id = $21 then coalesce(paid_paise, 0) + $19 else paid_paise end
    where user_id = $1 and order_id = $2 and (intent_id = $21 or state = 'pending')
  ), o as (
    update orders set status = $24, closed_at = $26 where user_id = $1 and order_id = $2 and $22::boolean
  ), m as (
    insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason, is_notified)
    select $1, $2, $23::int, $24, $29, $25::text, $27 where $22
  )
  update users set onboarding_status = $28 where user_id = $1 and onboarding_status < $28`;
