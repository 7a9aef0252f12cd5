import { sql } from 'kysely';
import { lenderUserId } from '../../lending/book/ledger.ts';
import { readKnownPayments } from '../../lending/payments/known-payment-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isBookedSince, type Scope, toSince } from './check-scope-store.ts';

interface CheckedUnclaimedFunds {
  readonly ref: string;
  /** The amount received less chargebacks, in paise. */
  readonly amount: number;
  readonly day: string;
  readonly state: 'open' | 'claimed' | 'returning' | 'returned' | 'charged_back';
  /** Balance of its own journals in suspense, paise. */
  readonly inSuspense: number;
  /** Whether the same money is posted to an order. */
  readonly booked: boolean;
}

/**
 * Open funds and those decided within the scope, with the balance of their journals in suspense.
 */
export async function listUnclaimedFunds(tx: Tx, scope: Scope): Promise<CheckedUnclaimedFunds[]> {
  const decided = scope === 'all' ? sql`true` : sql`r.decided_at >= ${toSince(scope)}`;
  const { rows: funds } = await sql<Funds>`
    select r.provider, r.provider_ref, r.amount_paise - r.charged_back_paise as amount,
           r.journal_id, r.state,
           r.is_rest_counted,
           (r.paid_at at time zone 'Asia/Kolkata')::date::text as day
    from unclaimed_funds r where r.state in ('open', 'returning') or ${decided}
    order by r.paid_at, r.provider_ref`.execute(tx);
  if (funds.length === 0) return [];

  const payments = await readKnownPayments(tx, funds);
  const inSuspense = await sumInSuspense(tx, funds);

  return funds.map(({ providerRef, journalId, isRestCounted, ...fund }, index) => ({
    ...fund,
    ref: providerRef,
    inSuspense: inSuspense.get(journalId) ?? 0,
    booked: !isRestCounted && payments[index]!.state === 'posted',
  }));
}

interface Funds extends Pick<CheckedUnclaimedFunds, 'amount' | 'day' | 'state'> {
  readonly provider: string;
  readonly providerRef: string;
  readonly journalId: string;
  readonly isRestCounted: boolean;
}

/**
 * What is in suspense of each fund, by its journal: of that, its reversals, its chargebacks and its
 * return to the sender.
 */
async function sumInSuspense(tx: Tx, funds: readonly Funds[]): Promise<Map<string, number>> {
  const ids = sql`unnest(${funds.map(({ journalId }) => journalId)}::uuid[]) k(fund)`;
  const { rows } = await sql<{ fund: string; total: number }>`
    select of_fund.fund, -sum(e.amount_paise)::bigint as total
    from (
      select k.fund, j.journal_id from ${ids}
      join journals j on j.user_id = ${lenderUserId} and j.journal_id = k.fund
      union all
      select k.fund, j.journal_id from ${ids}
      join journals j on j.user_id = ${lenderUserId} and j.reverses = k.fund
      union all
      select k.fund, j.journal_id from ${ids}
      join journals j on j.user_id = ${lenderUserId} and j.order_id is null
        and j.kind in ('chargeback', 'unclaimed_payment_return')
        and j.detail->>'ofPayment' = k.fund::text
    ) of_fund
    join entries e on e.user_id = ${lenderUserId} and e.journal_id = of_fund.journal_id
      and e.account = 'unclaimed_funds'
    group by of_fund.fund`.execute(tx);

  return new Map(rows.map(({ fund, total }) => [fund, total]));
}

/** Journals without an order that belong to no unclaimed funds. */
export async function listOrphanJournals(tx: Tx, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'journal ' || j.journal_id || ' moves money in suspense for no known payment' as problem
    from journals j
    where j.user_id = ${lenderUserId} and j.order_id is null and ${isBookedSince(scope, 'j')}
      and not exists (
        select from unclaimed_funds r
        where r.journal_id = coalesce(
          j.reverses, (j.detail->>'ofPayment')::uuid, j.journal_id))`.execute(tx);
  return rows.map(({ problem }) => problem);
}
