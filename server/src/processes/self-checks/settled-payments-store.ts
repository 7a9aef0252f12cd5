import { type RawBuilder, sql } from 'kysely';
import { lenderUserId } from '../../lending/book/ledger.ts';
import type { PaymentKey } from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isBookedSince, type Scope, toSince } from './check-scope-store.ts';

/** A journal by its user: the lender's own for money in suspense. */
export interface JournalKey {
  readonly userId: string;
  readonly journalId: string;
}

/**
 * A journal that moved a settlement account, and the one that it reverses, charges back or returns,
 * if any.
 */
export interface MovedJournal extends JournalKey {
  readonly of: string | null;
}

export const toJournalName = ({ userId, journalId }: JournalKey): string =>
  `${userId}:${journalId}`;

/**
 * Finds the journals of a scope that moved a settlement account, or have a payment, a refund or a
 * part in suspense, to be read page by page in this transaction, user by user.
 */
export async function openMovedJournals(tx: Tx, scope: Scope): Promise<void> {
  await sql`
    declare moved_journals no scroll cursor for
    select j.user_id, j.journal_id, coalesce(j.reverses::text, j.detail->>'ofPayment') as of
    from journals j
    where ${isBookedSince(scope, 'j')}
      and (j.kind in ('payment', 'refund', 'unclaimed_payment')
           or exists (select from entries e
                      where e.user_id = j.user_id and e.journal_id = j.journal_id
                        and e.account in ('settlement_in', 'refunds_out')))
    order by j.user_id, j.journal_id`.execute(tx);
}

/** The next journals of {@link openMovedJournals}; none when all were read. */
export async function nextMovedJournals(tx: Tx, limit: number): Promise<MovedJournal[]> {
  const { rows } = await sql<MovedJournal>`
    fetch ${sql.lit(limit)} from moved_journals`.execute(tx);
  return rows;
}

/** Ends {@link openMovedJournals}, so that the same transaction may check once more. */
export async function closeMovedJournals(tx: Tx): Promise<void> {
  await sql`close moved_journals`.execute(tx);
}

/** Payments of which something was charged back in the scope. */
export async function listChargedBack(tx: Tx, scope: Scope): Promise<PaymentKey[]> {
  const isRecent = scope === 'all' ? sql`true` : sql`received_at >= ${toSince(scope)}`;
  const { rows } = await sql<PaymentKey>`
    select distinct provider, event->>'paymentProviderRef' as provider_ref from provider_events
    where kind = 'chargeback' and ${isRecent}`.execute(tx);
  return rows;
}

/** A posting of a payment to an order. */
export interface Posting extends PaymentKey, JournalKey {
  readonly amountPaise: number;
}

/** A refund of a payment, as far as it moved money or may still. */
export interface RefundOf extends PaymentKey {
  readonly userId: string;
  readonly journalId: string;
  /** 0 for one that failed or was cancelled. */
  readonly amountPaise: number;
}

/** A payment's row in suspense. */
export interface SuspenseOf extends PaymentKey {
  readonly journalId: string;
  readonly amountPaise: number;
  readonly returnedPaise: number;
}

/** What is stored of payments. */
export interface PaymentRows {
  readonly postings: readonly Posting[];
  readonly refunds: readonly RefundOf[];
  readonly suspense: readonly SuspenseOf[];
}

const unnestKeys = (journals: readonly JournalKey[]): RawBuilder<unknown> => sql`unnest(
  ${journals.map(({ userId }) => userId)}::uuid[],
  ${journals.map(({ journalId }) => journalId)}::uuid[]) k(user_id, journal_id)`;

const unnestNames = (names: readonly PaymentKey[]): RawBuilder<unknown> => sql`unnest(
  ${names.map(({ provider }) => provider)}::text[],
  ${names.map(({ providerRef }) => providerRef)}::text[])
  k(provider, provider_ref)`;

/** The payments whose rows have these journals. */
export async function findPaymentsOfJournals(
  tx: Tx,
  journals: readonly JournalKey[],
): Promise<(PaymentKey & JournalKey)[]> {
  const posted = await sql<PaymentKey & JournalKey>`
    select p.provider, p.provider_ref, k.user_id, k.journal_id from ${unnestKeys(journals)}
    join provider_payments p on p.user_id = k.user_id and p.journal_id = k.journal_id`.execute(tx);
  const refunded = await sql<PaymentKey & JournalKey>`
    select r.provider, r.payment_ref as provider_ref, k.user_id, k.journal_id
    from ${unnestKeys(journals)}
    join refunds r on r.user_id = k.user_id and r.journal_id = k.journal_id`.execute(tx);
  const held = await sql<PaymentKey & JournalKey>`
    select u.provider, u.provider_ref, k.user_id, k.journal_id from ${unnestKeys(journals)}
    join unclaimed_funds u on u.journal_id = k.journal_id
    where k.user_id = ${lenderUserId}`.execute(tx);

  return [...posted.rows, ...refunded.rows, ...held.rows];
}

/** All rows of payments. */
export async function readPaymentRows(tx: Tx, names: readonly PaymentKey[]): Promise<PaymentRows> {
  const postings = await sql<Posting>`
    select p.provider, p.provider_ref, p.user_id, p.journal_id, p.amount_paise
    from ${unnestNames(names)}
    join provider_payments p
      on p.provider = k.provider and p.provider_ref = k.provider_ref`.execute(tx);
  const users = [...new Set(postings.rows.map(({ userId }) => userId))];
  const refunds = await sql<RefundOf>`
    select r.provider, r.payment_ref as provider_ref, r.user_id, r.journal_id,
           case when r.state in ('waiting', 'sent', 'unknown', 'confirmed')
                then r.amount_paise else 0 end as amount_paise
    from refunds r
    join ${unnestNames(names)} on r.provider = k.provider and r.payment_ref = k.provider_ref
    where r.user_id = any(${users}::uuid[]) and r.journal_id is not null`.execute(tx);
  const suspense = await sql<SuspenseOf>`
    select r.provider, r.provider_ref, r.journal_id, r.amount_paise, r.returned_paise
    from unclaimed_funds r join ${unnestNames(names)} using (provider, provider_ref)`.execute(tx);

  return { postings: postings.rows, refunds: refunds.rows, suspense: suspense.rows };
}

/**
 * SQL condition: the chargeback `e` is not booked yet because money of its payment is on its way
 * back to the sender.
 */
const waitsForReturn = sql<boolean>`(e.outcome = 'unknown' and exists (
  select from unclaimed_funds f
  where f.provider = e.provider and f.provider_ref = e.event->>'paymentProviderRef'
    and f.state = 'returning'))`;

/** What providers reported as charged back of payments, in paise, but what waits. */
export async function readChargebacks(
  tx: Tx,
  names: readonly PaymentKey[],
): Promise<(PaymentKey & { amountPaise: number })[]> {
  const { rows } = await sql<PaymentKey & { amountPaise: number }>`
    select e.provider, e.event->>'paymentProviderRef' as provider_ref,
           sum((e.event->>'amountPaise')::bigint)::bigint as amount_paise
    from provider_events e
    where e.kind = 'chargeback'
      and e.event->>'paymentProviderRef' = any(${names.map(({ providerRef }) => providerRef)})
      and not ${waitsForReturn}
    group by 1, 2`.execute(tx);
  return rows;
}

/**
 * What the settlement accounts hold of postings, refunds and rows in suspense: of their journals,
 * the reversals, the chargebacks and the returns to the sender of these.
 */
export async function sumSettlement(
  tx: Tx,
  journals: readonly JournalKey[],
): Promise<(JournalKey & { isReversed: boolean; paise: number })[]> {
  const { rows } = await sql<JournalKey & { isReversed: boolean; paise: number }>`
    select m.user_id, m.root as journal_id, bool_or(m.is_reversal) as is_reversed,
           coalesce(sum(e.amount_paise), 0)::bigint as paise
    from (
      select k.user_id, k.journal_id as root, k.journal_id, false as is_reversal
      from ${unnestKeys(journals)}
      union all
      select j.user_id, j.reverses, j.journal_id, true from ${unnestKeys(journals)}
      join journals j on j.user_id = k.user_id and j.reverses = k.journal_id
      union all
      select j.user_id, k.journal_id, j.journal_id, false from ${unnestKeys(journals)}
      join journals j on j.user_id = k.user_id and j.detail->>'ofPayment' = k.journal_id::text
        and j.kind in ('chargeback', 'unclaimed_payment_return')
    ) m
    join entries e on e.user_id = m.user_id and e.journal_id = m.journal_id
      and e.account in ('settlement_in', 'refunds_out')
    group by m.user_id, m.root`.execute(tx);
  return rows;
}
