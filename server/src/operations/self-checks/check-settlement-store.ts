import { sql } from 'kysely';
import { BY_UTR } from '../../features/repayment/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';

/** The balance of the settlement accounts, and the sum of the providers' payments, refunds and chargebacks. Paise. */
interface SettlementTotals {
  readonly payments: number;
  readonly ledgerPaise: number;
  readonly receivedPaise: number;
  readonly refundedPaise: number;
  readonly chargedBackPaise: number;
}

/** SQL condition: the posting `p` of a payment was reversed. */
const isReversed = sql`exists (
  select from journals r where r.user_id = p.user_id and r.reverses = p.journal_id)`;

/** Each payment once: as its provider reported it, or by its bank number until the provider does. */
const received = sql`
  select p.provider, p.provider_ref, max(p.amount_paise) as amount from provider_payments p
  where p.provider <> ${sql.lit(BY_UTR)} group by 1, 2
  union all
  select p.provider, p.provider_ref, p.amount_paise from provider_payments p
  where p.provider = ${sql.lit(BY_UTR)} and not ${isReversed} and not exists (
    select from provider_payments t
    where t.user_id = p.user_id and t.journal_id = p.journal_id and t.provider <> p.provider)
  union all
  select u.provider, u.provider_ref, max(u.amount_paise) from unclaimed_funds u
  left join (select distinct provider, provider_ref from provider_payments) p using (provider, provider_ref)
  where p.provider is null group by 1, 2`;

/** What was charged back of each payment, as its provider reported it. */
const chargebacks = sql`
  select provider, event->>'paymentProviderRef' as provider_ref, sum((event->>'amountPaise')::bigint) as amount
  from provider_events where kind = 'chargeback' group by 1, 2`;

export async function readSettlementTotals(tx: Tx): Promise<SettlementTotals> {
  const { rows } = await sql<SettlementTotals>`
    with received as (${received}), chargebacks as (${chargebacks})
    select (select count(*) from received) as payments,
      (select coalesce(sum(amount_paise), 0) from entries
       where account in ('settlement_in', 'refunds_out'))::bigint as ledger_paise,
      (select coalesce(sum(amount), 0) from received)::bigint as received_paise,
      (select coalesce(sum(amount), 0) from (
        select amount_paise as amount from refunds
        where journal_id is not null and state in ('waiting', 'sent', 'unknown', 'confirmed')
        union all
        select returned_paise from unclaimed_funds where state = 'returned') b)::bigint as refunded_paise,
      (select coalesce(sum(least(c.amount, r.amount)), 0)
       from chargebacks c join received r using (provider, provider_ref))::bigint as charged_back_paise`.execute(tx);
  return rows[0]!;
}

/** Payments that were reversed, with money left at their provider, and are neither in suspense nor posted elsewhere. */
export async function listLostPayments(tx: Tx): Promise<{ ref: string; leftPaise: number }[]> {
  const { rows } = await sql<{ ref: string; leftPaise: number }>`
    with chargebacks as (${chargebacks}),
    reversed as (
      select p.provider, p.provider_ref, max(p.amount_paise) as amount from provider_payments p
      where p.provider <> ${BY_UTR}
      group by 1, 2 having bool_and(${isReversed})
    ),
    left_over as (
      select p.provider_ref as ref, p.amount - coalesce(c.amount, 0) - coalesce((
        select sum(f.amount_paise) from refunds f where f.provider = p.provider and f.payment_ref = p.provider_ref
          and f.state in ('sent', 'unknown', 'confirmed')), 0) as left_paise
      from reversed p left join chargebacks c using (provider, provider_ref)
      where not exists (
        select from unclaimed_funds u where u.provider = p.provider and u.provider_ref = p.provider_ref
          and u.state <> 'claimed')
    )
    select ref, left_paise::bigint from left_over where left_paise > 0`.execute(tx);
  return rows;
}
