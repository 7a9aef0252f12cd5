import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { OPEN_DISCREPANCIES } from '../../../lending/reconciliation/provider-discrepancies-store.ts';
import type { WorkSources } from '../work-source.ts';

type MoneyKind = 'proof' | 'unclaimed' | 'refund' | 'payout' | 'discrepancy';

const payoutFacts = sql`jsonb_build_object('amountPaise', p.amount_paise, 'state', p.state, 'reason', p.reason,
  'provider', p.provider)`;

/** Money that came or went otherwise than it should. */
export const moneySources: WorkSources<MoneyKind> = {
  proof: () => sql`
    select p.proof_id::text as subject, p.user_id, o.repay_id, p.submitted_at as since, null::timestamptz as due,
           jsonb_build_object('amountPaise', p.amount_paise, 'day', p.paid_on, 'channel', p.channel,
             'pictures', (p.file_id is not null)::int) as facts
    from repayment_proofs p join orders o using (user_id, order_id) where p.state = 'received'`,

  unclaimed: () => sql`
    select f.provider || ':' || f.provider_ref as subject, null::uuid as user_id, null::text as repay_id,
           f.found_at as since, null::timestamptz as due,
           jsonb_build_object('amountPaise', f.amount_paise - f.charged_back_paise, 'provider', f.provider, 'state', f.state,
             'reason', f.reason) as facts
    from unclaimed_funds f where f.state in ('open', 'returning') and (f.state = 'open' or f.reason is not null)`,

  refund: () => sql`
    select r.refund_ref as subject, r.user_id, o.repay_id, coalesce(r.decided_at, r.created_at) as since,
           null::timestamptz as due,
           jsonb_build_object('amountPaise', r.amount_paise, 'provider', r.provider, 'reason', r.reason) as facts
    from refunds r join orders o using (user_id, order_id) where r.state = 'failed'`,

  // A failed one whose loan was not paid out since, and one that stays undecided.
  payout: () => sql`
    select p.payout_ref as subject, p.user_id, o.repay_id, coalesce(p.decided_at, p.created_at) as since,
           null::timestamptz as due, ${payoutFacts} as facts
    from orders o cross join lateral (
      select * from payouts p where p.user_id = o.user_id and p.order_id = o.order_id order by p.created_at desc limit 1
    ) p
    where o.status = ${sql.lit(OrderStatus.disbursementFailed)} and p.state in ('failed', 'reversed')
    union all
    select p.payout_ref, p.user_id, o.repay_id, p.alarmed_at, null::timestamptz, ${payoutFacts}
    from payouts p join orders o using (user_id, order_id)
    where p.state in ('waiting', 'sent', 'queued', 'unknown') and p.alarmed_at is not null`,

  discrepancy: () => sql`
    select c.audit_id::text as subject, c.user_id, null::text as repay_id, c.at as since, null::timestamptz as due,
           jsonb_build_object('what', split_part(c.action, '_', 1), 'stored', c.detail->'stored',
             'reported', c.detail->'reported') as facts
    from ${OPEN_DISCREPANCIES}`,
};
