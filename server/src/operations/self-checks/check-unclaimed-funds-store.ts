import { sql } from 'kysely';
import { lenderUserId } from '../../lending/ledger.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isBookedSince, type Scope, sinceOf } from './check-scope-store.ts';

interface CheckedUnclaimedFunds {
  readonly ref: string;
  readonly amount: number;
  readonly day: string;
  readonly state: 'open' | 'claimed' | 'returning' | 'returned';
  /** Balance of its own journals in suspense, paise. */
  readonly inSuspense: number;
  readonly booked: boolean;
}

/** Open funds and those decided within the scope, with the balance of their journals in suspense. */
export async function listUnclaimedFunds(tx: Tx, scope: Scope): Promise<CheckedUnclaimedFunds[]> {
  const decided = scope === 'all' ? sql`true` : sql`r.decided_at >= ${sinceOf(scope)}`;
  const { rows } = await sql<CheckedUnclaimedFunds>`
    select r.provider_ref as ref, r.amount_paise as amount, (r.paid_at at time zone 'Asia/Kolkata')::date::text as day,
           r.state, coalesce(-s.total, 0)::bigint as in_suspense,
           exists (select from name_owners n
                   join provider_payments p on p.user_id = n.user_id and p.provider = r.provider
                     and p.provider_ref = r.provider_ref
                   where n.kind = 'payment' and n.name = convert_to(r.provider || ':' || r.provider_ref, 'UTF8') and not exists (
                     select from journals b where b.user_id = p.user_id and b.reverses = p.journal_id)) as booked
    from unclaimed_funds r
    left join lateral (
      select sum(e.amount_paise) as total
      from (select journal_id from journals where user_id = ${lenderUserId} and journal_id = r.journal_id
            union all
            select journal_id from journals where user_id = ${lenderUserId} and reverses = r.journal_id
            union all
            select journal_id from journals where user_id = ${lenderUserId} and order_id is null and kind = 'unclaimed_payment_return'
              and cause = provider || ':' || provider_ref and r.state = 'returned') j
      join entries e on e.user_id = ${lenderUserId} and e.journal_id = j.journal_id and e.account = 'unclaimed_funds'
    ) s on true
    where r.state in ('open', 'returning') or ${decided}
    order by r.paid_at, r.provider_ref`.execute(tx);
  return rows;
}

/** Journals without an order that belong to no unclaimed funds. */
export async function listOrphanJournals(tx: Tx, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'journal ' || j.journal_id || ' moves money in suspense for no known payment' as problem
    from journals j
    where j.user_id = ${lenderUserId} and j.order_id is null and ${isBookedSince(scope, 'j')}
      and not exists (select from unclaimed_funds r where r.journal_id = coalesce(j.reverses, j.journal_id))
      and not (j.kind = 'unclaimed_payment_return' and exists (
        select from unclaimed_funds r where r.provider = split_part(j.cause, ':', 1)
          and r.provider_ref = substr(j.cause, length(r.provider) + 2)))`.execute(tx);
  return rows.map(({ problem }) => problem);
}
