import type { BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { OrderKey } from '../book/ledger.ts';

/**
 * What a borrower may be waiting for, so that the order's dues are not raised meanwhile; or a
 * nominee's claim, a hold or a promise to pay.
 */
export type Dispute =
  | 'claim'
  | 'payment'
  | 'proof'
  | 'discrepancy'
  | 'complaint'
  | 'hold'
  | 'promise';

/** The moment for which a dispute is read: UTC milliseconds, and the business day. */
export interface Moment {
  readonly now: number;
  readonly today: BusinessDay;
}

/**
 * The dispute of an order, or null: a payment that is being checked, an undecided proof, a
 * provider's report that differs from an earlier one, an unanswered complaint about this order, a
 * nominee's claim or a contact hold on the borrower, or a promise to pay or a settlement offer
 * whose day has not passed. @ASSUMED a complaint that names no order counts for all of the borrower's orders.
 */
export async function readDispute(
  db: Db | Tx,
  { userId, orderId }: OrderKey,
  moment: Moment,
): Promise<Dispute | null> {
  const { rows } = await sql<{ dispute: Dispute | null }>`
    select ${selectDispute(moment)} as dispute
    from (select ${userId}::uuid as user_id, ${orderId}::uuid as order_id) o`.execute(db);

  return rows[0]?.dispute ?? null;
}

/**
 * The dispute of the order `o` of a statement, by its `order_id` and user; null when there is none.
 * @param user the user id of a joined table, if `o` is a page of orders: Citus cannot look rows up
 * by a column of a page
 */
export function selectDispute(
  { now, today }: Moment,
  user = sql`o.user_id`,
): RawBuilder<Dispute | null> {
  return sql`case
    when exists (select from nominee_claims n where n.user_id = ${user}
                 and n.ended_at is null) then 'claim'
    when exists (select from payment_intents i where i.user_id = ${user} and i.order_id = o.order_id
                 and i.state = 'checking' and i.holds_others
                 and i.checking_until > ${timestamp(now)}) then 'payment'
    when exists (select from repayment_proofs p where p.user_id = ${user}
                 and p.order_id = o.order_id and p.state = 'received') then 'proof'
    when exists (
      select from audit_log c
      where c.user_id = ${user}
        and c.action in ('payment_discrepancy', 'payout_discrepancy', 'refund_discrepancy')
        and not exists (select from audit_log s where s.user_id = ${user}
                        and s.action = 'discrepancy_resolved' and s.subject = c.audit_id::text)
        and (exists (select from provider_payments p where p.user_id = ${user}
                     and p.order_id = o.order_id and p.provider_ref = c.subject)
             or exists (select from payouts p where p.user_id = ${user} and p.order_id = o.order_id
                        and p.payout_ref = c.subject)
             or exists (select from refunds r where r.user_id = ${user} and r.order_id = o.order_id
                        and r.refund_ref = c.subject))) then 'discrepancy'
    when exists (select from feedback_tickets t where t.user_id = ${user} and t.type = 'complaint'
                 and t.state = 'received'
                 and coalesce(t.order_id, o.order_id) = o.order_id) then 'complaint'
    when exists (select from contact_holds h where h.user_id = ${user}
                 and ${today}::date between h.from_day and h.until_day) then 'hold'
    when exists (select from payment_promises p where p.user_id = ${user}
                 and p.order_id = o.order_id and p.due_on >= ${today}::date)
      or exists (select from settlement_offers s where s.user_id = ${user}
                 and s.order_id = o.order_id and s.state = 'open' and s.pay_by >= ${today}::date) then 'promise'
  end`;
}
