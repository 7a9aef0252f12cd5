import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/** What a borrower may be waiting for, so that the order's dues are not raised meanwhile. */
export type Dispute = 'payment' | 'proof' | 'discrepancy' | 'complaint';

/**
 * The dispute of an order, null when there is none: a payment in checking, a proof that nobody has decided, a provider's
 * report that differs from an earlier one, or a complaint without an answer about this order. @ASSUMED a complaint that
 * names no order counts for all of the borrower's.
 */
export async function readDispute(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
  now: number,
): Promise<Dispute | null> {
  const { rows } = await sql<{ dispute: Dispute | null }>`
    select ${disputeOf(now)} as dispute
    from (select ${userId}::uuid as user_id, ${orderId}::uuid as order_id) o`.execute(db);
  return rows[0]?.dispute ?? null;
}

/** The dispute of the order `o` of a statement, by its `user_id` and `order_id`; null when there is none. */
export function disputeOf(now: number): RawBuilder<Dispute | null> {
  return sql`case
    when exists (select from payment_intents i where i.user_id = o.user_id and i.order_id = o.order_id
                 and i.state = 'checking' and i.checking_until > ${timestamp(now)}) then 'payment'
    when exists (select from repayment_proofs p where p.user_id = o.user_id and p.order_id = o.order_id
                 and p.state = 'received') then 'proof'
    when exists (
      select from audit_log c
      where c.user_id = o.user_id and c.action in ('payment_discrepancy', 'payout_discrepancy', 'refund_discrepancy')
        and not exists (select from audit_log s where s.action = 'discrepancy_resolved' and s.subject = c.audit_id::text)
        and (exists (select from provider_payments p where p.user_id = o.user_id and p.order_id = o.order_id
                     and p.provider_ref = c.subject)
             or exists (select from payouts p where p.user_id = o.user_id and p.order_id = o.order_id
                        and p.payout_ref = c.subject)
             or exists (select from refunds r where r.user_id = o.user_id and r.order_id = o.order_id
                        and r.refund_ref = c.subject))) then 'discrepancy'
    when exists (select from feedback_tickets t where t.user_id = o.user_id and t.type = 'complaint'
                 and t.state = 'received' and coalesce(t.order_id, o.order_id) = o.order_id) then 'complaint'
  end`;
}
