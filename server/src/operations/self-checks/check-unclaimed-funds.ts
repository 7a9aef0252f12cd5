import { sql } from 'kysely';
import { houseId } from '../../lending/ledger.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isBookedSince, type Scope, type Seen, sinceOf } from './check-orders.ts';

interface CheckedUnclaimedFunds {
  readonly ref: string;
  readonly amount: number;
  readonly day: string;
  readonly state: 'open' | 'claimed' | 'returning' | 'returned';
  /** What its own journals leave in suspense. */
  readonly stands: number;
  readonly booked: boolean;
}

/**
 * Money that nobody claims stands in suspense by its own amount until it is decided, and none of it is booked for somebody
 * too. What waits is listed for a person: it is no fault.
 */
export async function checkUnclaimedFunds(tx: Tx, scope: Scope): Promise<Seen> {
  const receipts = await readReceipts(tx, scope);
  const waiting = receipts.filter(({ state }) => state === 'open' || state === 'returning');
  const problems = waiting.filter(({ booked }) => booked).map(({ ref }) => `payment ${ref} is booked and in suspense`);
  for (const receipt of receipts) {
    const should = waiting.includes(receipt) ? receipt.amount : 0;
    if (receipt.stands !== should)
      problems.push(`payment ${receipt.ref}: ${receipt.stands} paise stand in suspense, should be ${should}`);
  }
  problems.push(...(await orphanJournals(tx, scope)));
  const listed = waiting.map(
    ({ ref, amount, day, state }) =>
      `payment ${ref} of ${amount} paise, ${day}: ${state === 'returning' ? 'on its way back to its sender' : 'nobody claims it'}`,
  );
  return { looked: receipts.length, problems, listed };
}

/** What waits, and what was decided since; with what its journals, found by its name, put in and took out. */
async function readReceipts(tx: Tx, scope: Scope): Promise<CheckedUnclaimedFunds[]> {
  const decided = scope === 'all' ? sql`true` : sql`r.decided_at >= ${sinceOf(scope)}`;
  const { rows } = await sql<CheckedUnclaimedFunds>`
    select r.provider_ref as ref, r.amount_paise as amount, (r.paid_at at time zone 'Asia/Kolkata')::date::text as day,
           r.state, p.provider is not null as booked, coalesce(-s.total, 0)::bigint as stands
    from unclaimed_funds r
    left join provider_payments p using (provider, provider_ref)
    left join lateral (
      select sum(e.amount_paise) as total
      from (select journal_id from journals where user_id = ${houseId} and journal_id = r.journal_id
            union all
            select journal_id from journals where user_id = ${houseId} and reverses = r.journal_id
            union all
            select journal_id from journals where user_id = ${houseId} and order_id is null and kind = 'receipt_return'
              and cause = provider || ':' || provider_ref) j
      join entries e on e.user_id = ${houseId} and e.journal_id = j.journal_id and e.account = 'unclaimed_receipts'
    ) s on true
    where r.state in ('open', 'returning') or ${decided}
    order by r.paid_at, r.provider_ref`.execute(tx);
  return rows;
}

/** Journals of the lender's own that no receipt bears the name of. */
async function orphanJournals(tx: Tx, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'journal ' || j.journal_id || ' moves money in suspense of no payment' as problem
    from journals j
    where j.user_id = ${houseId} and j.order_id is null and ${isBookedSince(scope, 'j')}
      and not exists (select from unclaimed_funds r where r.journal_id = coalesce(j.reverses, j.journal_id))
      and not (j.kind = 'receipt_return' and exists (
        select from unclaimed_funds r where r.provider = split_part(j.cause, ':', 1)
          and r.provider_ref = substr(j.cause, length(r.provider) + 2)))`.execute(tx);
  return rows.map(({ problem }) => problem);
}
