import type { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import { raiseStatus } from '../../../platform/http/session-store.ts';
import { queueJournal } from '../../book/journal-store.ts';
import type { Journal } from '../../book/ledger.ts';
import { type MoveReason, moveOrder, type Order } from '../../orders/order-store.ts';
import type { PaymentTarget, PaymentToPost } from './payment-to-post.ts';
import { recordPostedPayment } from './provider-payments-store.ts';

/** The rows written for a posted payment. */
export interface PaymentRows {
  readonly order: Order;
  readonly journal: Journal & { readonly journalId: string };
  readonly payment: PaymentToPost;
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
  const { order, journal, payment, intent, move, raiseTo, isNotified, now } = writing;
  const { userId, orderId } = order;

  const { provider, amountPaise, receivedPaise = amountPaise } = payment;
  const code = intent?.code ?? null;

  await queueJournal(tx, journal);
  await recordPostedPayment(
    tx,
    { provider, userId, orderId, journalId: journal.journalId },
    { ...payment, code, amountPaise: receivedPaise },
  );
  await endIntents(tx, order, intent?.intentId ?? null, payment);

  if (move !== null) await moveOrder(tx, order, { ...move, isNotified, now });
  await raiseStatus(tx, userId, raiseTo);
}

/**
 * A second payment against one code has its own journal; the intent keeps the first payment's
 * reference and time.
 */
async function endIntents(
  tx: Tx,
  { userId, orderId }: PaymentRows['order'],
  intentId: string | null,
  { providerRef, paidAtMs, amountPaise }: PaymentToPost,
): Promise<void> {
  const isThis = sql`intent_id = ${intentId}`;
  await queueWithNext(
    tx,
    sql`
  update payment_intents set
    state = case when ${isThis} then 'paid' else 'cancelled' end,
    provider_ref = case when ${isThis} then coalesce(provider_ref, ${providerRef})
                        else provider_ref end,
    paid_at = case when ${isThis} then coalesce(paid_at, ${timestamp(paidAtMs)})
                   else paid_at end,
    paid_paise = case when ${isThis} then coalesce(paid_paise, 0) + ${amountPaise}
                      else paid_paise end
  where user_id = ${userId} and order_id = ${orderId} and (${isThis} or state = 'pending')`,
  );
}
