import { sql } from 'kysely';
import { BY_UTR } from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type PaymentName, waitsForReturn } from './settled-payments-store.ts';

/** A number of payments, and what they come to in paise. */
interface Total {
  readonly payments: number;
  readonly paise: number;
}

type Amount = PaymentName & { readonly paise: number };

/*
 * Each statement reads users' tables alone, or none of them: the tables of providers are not spread with the users.
 */

/** The balance of the settlement accounts. */
export async function readSettlementBalance(tx: Tx): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from entries
    where account in ('settlement_in', 'refunds_out')`.execute(tx);
  return rows[0]!.paise;
}

/** Payments posted to orders, as their providers reported them: each once. */
export async function readPosted(tx: Tx): Promise<Total> {
  const { rows } = await sql<Total>`
    select count(*) as payments, coalesce(sum(amount), 0)::bigint as paise from (
      select provider, provider_ref, max(amount_paise) as amount from provider_payments
      where provider <> ${BY_UTR} group by 1, 2) p`.execute(tx);
  return rows[0]!;
}

/**
 * Payments that staff posted by their bank number, that count, and that no provider reported since.
 */
export async function readPostedByNumber(tx: Tx): Promise<Total> {
  const { rows } = await sql<Total>`
    select count(*) as payments, coalesce(sum(p.amount_paise), 0)::bigint as paise
    from provider_payments p
    left join journals r on r.user_id = p.user_id and r.reverses = p.journal_id
    left join provider_payments t
      on t.user_id = p.user_id and t.journal_id = p.journal_id and t.provider <> ${BY_UTR}
    where p.provider = ${BY_UTR} and r.journal_id is null and t.journal_id is null`.execute(tx);
  return rows[0]!;
}

/** The amount posted to suspense for each payment that is or was unclaimed. */
export async function listEverUnclaimed(tx: Tx): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    select provider, provider_ref, max(amount_paise) as paise from unclaimed_funds group by 1, 2`.execute(
    tx,
  );
  return rows;
}

/** Of the payments named, those that were posted to an order, with what their provider received. */
export async function readPostedAmounts(tx: Tx, names: readonly PaymentName[]): Promise<Amount[]> {
  if (names.length === 0) return [];

  const { rows } = await sql<Amount>`
    select p.provider, p.provider_ref, max(p.amount_paise) as paise
    from unnest(${names.map(({ provider }) => provider)}::text[], ${names.map(({ providerRef }) => providerRef)}::text[])
      k(provider, provider_ref)
    join provider_payments p on p.provider = k.provider and p.provider_ref = k.provider_ref
    group by 1, 2`.execute(tx);
  return rows;
}

/** What providers reported as charged back, by payment, but what waits. */
export async function listChargebacks(tx: Tx): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    select provider, event->>'paymentProviderRef' as provider_ref, sum((event->>'amountPaise')::bigint)::bigint as paise
    from provider_events e where kind = 'chargeback' and not ${waitsForReturn} group by 1, 2`.execute(
    tx,
  );
  return rows;
}

/** Refunds that went out or still may. */
export async function readRefunded(tx: Tx): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from refunds
    where journal_id is not null and state in ('waiting', 'sent', 'unknown', 'confirmed')`.execute(
    tx,
  );
  return rows[0]!.paise;
}

/** What went back to senders from suspense. */
export async function readReturned(tx: Tx): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(r.returned_paise), 0)::bigint as paise from unclaimed_funds r`.execute(tx);
  return rows[0]!.paise;
}

/** Payments whose postings were all reversed. */
export async function listReversedPayments(tx: Tx): Promise<PaymentName[]> {
  const { rows } = await sql<PaymentName>`
    select p.provider, p.provider_ref
    from provider_payments p left join journals r on r.user_id = p.user_id and r.reverses = p.journal_id
    where p.provider <> ${BY_UTR}
    group by 1, 2 having bool_and(r.journal_id is not null)`.execute(tx);
  return rows;
}
