import { sql } from 'kysely';
import type { Seen } from './check-orders.ts';
import type { Tx } from './db.ts';

/**
 * Money that nobody claims stands in suspense by its own amount, and none of it is booked for somebody too. What waits
 * is listed for a person: it is no fault.
 */
export async function checkReceipts(tx: Tx): Promise<Seen> {
  const { rows: receipts } = await sql<{ ref: string; amount: number; day: string; going: boolean; booked: boolean }>`
    select r.provider_ref as ref, r.amount_paise as amount, (r.paid_at at time zone 'Asia/Kolkata')::date::text as day,
           r.state = 'returning' as going, p.provider is not null as booked
    from unclaimed_receipts r left join provider_payments p using (provider, provider_ref)
    where r.state in ('open', 'returning') order by r.paid_at, r.provider_ref`.execute(tx);
  const { rows: stands } = await sql<{ total: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as total from entries where account = 'unclaimed_receipts'`.execute(
    tx,
  );
  const waits = receipts.reduce((sum, { amount }) => sum + amount, 0);
  const inSuspense = -(stands[0]?.total ?? 0);
  const problems = receipts.filter(({ booked }) => booked).map(({ ref }) => `payment ${ref} is booked and in suspense`);
  if (inSuspense !== waits) problems.push(`${inSuspense} paise stand in suspense, ${waits} wait to be claimed`);
  const listed = receipts.map(
    ({ ref, amount, day, going }) =>
      `payment ${ref} of ${amount} paise, ${day}: ${going ? 'on its way back to its sender' : 'nobody claims it'}`,
  );
  return { looked: receipts.length, problems, listed };
}
