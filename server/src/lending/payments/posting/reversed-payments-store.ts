import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../book/ledger.ts';
import type { Intent } from '../store.ts';

/**
 * A payment reversed in part or whole by an operator, or charged back by its payer's bank. Paise.
 */
export interface ReversedPayment {
  readonly provider: string;
  readonly providerRef: string;
  readonly code: string | null;
  readonly journalId: string;
  readonly amountPaise: number;
  readonly reversedPaise: number;
}

/** The reversed payments of an order. */
export async function listReversedPayments(
  db: Db | Tx,
  { userId, orderId }: OrderKey,
): Promise<ReversedPayment[]> {
  const read = await sql<ReversedPayment>`
    with back as (
      select user_id, reverses as journal_id, null::bigint as part from journals
      where user_id = ${userId} and order_id = ${orderId} and kind = 'reversal'
      union all
      select j.user_id, (j.detail->>'ofPayment')::uuid, -sum(e.amount_paise)::bigint
      from journals j join entries e using (user_id, journal_id)
      where j.user_id = ${userId} and j.order_id = ${orderId}
        and j.kind = 'chargeback' and e.account = 'settlement_in'
      group by 1, 2
    )
    select p.provider, p.provider_ref, p.code, p.journal_id, p.amount_paise,
           least(p.amount_paise, sum(coalesce(b.part, p.amount_paise)))::bigint as reversed_paise
    from provider_payments p join back b using (user_id, journal_id)
    where p.user_id = ${userId} and p.order_id = ${orderId}
    group by p.provider, p.provider_ref, p.journal_id, p.code, p.amount_paise`.execute(db);
  return read.rows;
}

/**
 * The reversed part of all payments against a code, in paise; one payment under two names counts
 * once.
 */
export async function reversedAmountOfCode(db: Db | Tx, intent: Intent): Promise<number> {
  const ofCode = (await listReversedPayments(db, intent)).filter(
    ({ code }) => code === intent.code,
  );

  return [...new Map(ofCode.map((one) => [one.journalId, one.reversedPaise])).values()].reduce(
    (a, b) => a + b,
    0,
  );
}
