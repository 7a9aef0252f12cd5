import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isOnDay } from '../../platform/db/on-day.ts';
import type { StatementLine } from '../../platform/ports/payments.ts';
import type { PayoutLine } from '../../platform/ports/payouts.ts';

/** What the pretended bank took in and gave back on a day. */
export async function paymentLines(db: Db, day: string): Promise<StatementLine[]> {
  const { rows } = await sql<{ kind: 'payment' | 'refund'; ref: string; amountPaise: number; at: number }>`
    select 'payment' as kind, provider_ref as ref, amount_paise, paid_at as at from sandbox_payments
      where state = 'captured' and ${isOnDay('paidAt', day)}
    union all
    select 'refund', refund_ref, amount_paise, received_at from sandbox_refunds
      where state = 'confirmed' and ${isOnDay('receivedAt', day)}
    order by at, ref`.execute(db);
  return rows.map(({ kind, ref, amountPaise, at }) => ({ kind, ref, amountPaise, atMs: at }));
}

/** What it paid out on a day. */
export async function payoutLines(db: Db, day: string): Promise<PayoutLine[]> {
  const { rows } = await sql<{ ref: string; amountPaise: number; at: number }>`
    select payout_ref as ref, amount_paise, received_at as at from sandbox_payouts
    where state = 'confirmed' and ${isOnDay('receivedAt', day)} order by received_at, payout_ref`.execute(db);
  return rows.map(({ ref, amountPaise, at }) => ({ payoutRef: ref, amountPaise, atMs: at }));
}
