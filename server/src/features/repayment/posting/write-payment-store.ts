import { borrowTypeOf, type OrderStatus } from '@noren/core/lending/order-status';
import { JOURNAL_PARTS, type Journal, journalValues } from '../../../lending/ledger.ts';
import type { MoveReason, Order } from '../../../lending/order-store.ts';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { rideWritten } from '../../../platform/db/db-client.ts';
import type { Paid, PaidTo } from './post-payment.ts';

/** What a booked payment writes, all in one statement. */
export interface PaymentWriting {
  readonly order: Pick<Order, 'userId' | 'orderId' | 'status'>;
  readonly journal: Journal & { readonly journalId: string };
  readonly paid: Paid;
  readonly intent: PaidTo['intent'];
  /** Where the order moves, and why; null where it stays. */
  readonly move: { readonly to: OrderStatus; readonly reason: MoveReason } | null;
  /** The status that the user rises to, if theirs is lower. */
  readonly raiseTo: number;
  /** Whether the borrower is told of the move without more ado; else the jobs process asks for it. */
  readonly isTold: boolean;
  readonly now: number;
}

/**
 * Writes a payment's journal, its provider's name for it, the intent it pays, the end of the order's other one, whose
 * amount is wrong now, and the order's move. Sent with the statement that follows.
 */
export async function writePayment(tx: Tx, writing: PaymentWriting): Promise<void> {
  const { order, journal, paid, intent, move, raiseTo, isTold, now } = writing;
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
    isTold,
    raiseTo,
    timestamp(now),
  ];
  await rideWritten(tx, { text: WRITE, values });
}

/** A second payment against one code is told by its journal: the intent keeps the first one's name and time. */
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
