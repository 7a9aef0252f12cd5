import { addDays, toBusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { findWaiting } from '../../lending/payments/known-payment.ts';
import { readKnownPayment, readKnownPayments } from '../../lending/payments/known-payment-store.ts';
import {
  BY_UTR,
  listTransferUsers,
  type PaymentKey,
} from '../../lending/payments/posting/provider-payments-store.ts';
import type { UnclaimedPayment } from '../../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, instantValue, timestamp } from '../../platform/db/db.ts';
import { isAsked, type ListFilter } from './list-filter-store.ts';
import type { Place } from './pages.ts';

interface ListQuery extends ListFilter {
  readonly after: Place | null;
  readonly limit: number;
}

/** SQL condition: a row comes after a place in a list that is newest first. */
export function isAfter(
  at: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
  after: Place | null,
): RawBuilder<boolean> {
  return after === null
    ? sql<boolean>`true`
    : sql<boolean>`(${at}, ${name}) < (${instantValue(after.at)}, ${after.name})`;
}

export type PaymentRow = Columns<
  'provider_payments',
  'provider' | 'providerRef' | 'journalId' | 'channel' | 'utrLast4' | 'amountPaise' | 'paidAt'
> & { readonly repayId: string; readonly isReversed: boolean };

/** Of the payment `p` of an order `o`. */
const isReversed = sql`exists (
  select from journals r where r.user_id = o.user_id and r.reverses = p.journal_id)`;

/**
 * Payments posted to orders, newest first. The page is cut before the join: of two columns the
 * planner expects few matches.
 */
export async function listPostedPayments(
  db: Db,
  { after, limit, state, ...filter }: ListQuery & { state?: 'posted' | 'reversed' | undefined },
): Promise<PaymentRow[]> {
  // Few are reversed: they are found by their reversals, not among all payments.
  const reversals = sql`provider_payments p
    join (select user_id, reverses from journals where reverses is not null offset 0) r
      on r.user_id = p.user_id and r.reverses = p.journal_id`;
  const isNotReversed = sql`
    not exists (select from journals r where r.user_id = p.user_id and r.reverses = p.journal_id)`;
  const { rows } = await sql<PaymentRow>`
    select p.provider, p.provider_ref, p.journal_id, o.repay_id, p.channel, p.utr_last4,
           p.amount_paise, p.paid_at, ${isReversed} as is_reversed
    from (select p.* from ${state === 'reversed' ? reversals : sql`provider_payments p`}
          where ${isAfter(sql`p.paid_at`, sql`p.journal_id`, after)}
            and ${isAsked(filter, sql`p.paid_at`, sql`p.amount_paise`)}
            and ${state === 'posted' ? isNotReversed : sql`true`}
          order by p.paid_at desc, p.journal_id desc limit ${limit}) p
    join orders o using (user_id, order_id)
    order by p.paid_at desc, p.journal_id desc`.execute(db);

  return rows;
}

export type EventRow = Columns<
  'provider_events',
  'provider' | 'eventId' | 'kind' | 'receivedAt'
> & { readonly ref: string | null; readonly amountPaise: number | null };

/** Events that match nothing here, newest first. */
export async function listUnmatched(
  db: Db,
  { after, limit, ...filter }: ListQuery,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.provider, e.event_id, e.kind, (e.event->>'amountPaise')::bigint as amount_paise,
           e.received_at,
           coalesce(e.event->>'providerRef', e.event->>'paymentProviderRef', e.event->>'payoutRef',
                    e.event->>'refundRef') as ref
    from provider_events e
    where e.outcome = 'unknown' and ${isAfter(sql`e.received_at`, sql`e.event_id`, after)}
      and ${isAsked(filter, sql`e.received_at`, sql`(e.event->>'amountPaise')::bigint`)}
    order by e.received_at desc, e.event_id desc limit ${limit}`.execute(db);
  return rows;
}

export interface UnclaimedRow extends PaymentKey {
  readonly amountPaise: number;
  readonly paidAt: number;
  readonly foundAt: number;
  readonly state: 'open' | 'claimed' | 'returning' | 'returned';
  readonly reason: string | null;
  readonly utrLast4: string | null;
}

/**
 * Funds in suspense or being sent back, newest first. The UTR is the event's, or that of the order
 * they were taken off.
 */
export async function listSuspense(
  db: Db,
  { after, limit, state, ...filter }: ListQuery & { state?: 'open' | 'returning' | undefined },
): Promise<UnclaimedRow[]> {
  const hasState =
    state === undefined ? sql`u.state in ('open', 'returning')` : sql`u.state = ${state}`;
  const left = sql`u.amount_paise - u.charged_back_paise`;
  const { rows } = await sql<Omit<UnclaimedRow, 'utrLast4'>>`
    select u.provider, u.provider_ref, ${left} as amount_paise, u.paid_at, u.found_at, u.state,
           u.reason
    from unclaimed_funds u
    where ${hasState} and ${isAfter(sql`u.found_at`, sql`u.provider_ref`, after)}
      and ${isAsked(filter, sql`u.paid_at`, left)}
    order by u.found_at desc, u.provider_ref desc limit ${limit}`.execute(db);
  const payments = await readKnownPayments(db, rows);

  return rows.map((row, index) => {
    const { event, posting } = payments[index]!;
    return { ...row, utrLast4: event?.utrLast4 ?? posting?.utrLast4 ?? null };
  });
}

export type ProofRow = Columns<
  'repayment_proofs',
  'proofId' | 'amountPaise' | 'paidOn' | 'channel' | 'utrLast4'
> & { readonly repayId: string; readonly sentAt: number; readonly hasPicture: boolean };

/** Undecided proofs, oldest first: a place is followed by later ones. */
export async function listUndecidedProofs(
  db: Db,
  { after, limit, ...filter }: ListQuery,
): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select p.proof_id, o.repay_id, p.amount_paise, p.paid_on, p.channel, p.utr_last4,
           p.submitted_at as sent_at, p.file_id is not null as has_picture
    from (select * from repayment_proofs p where p.state = 'received' and ${
      after === null
        ? sql`true`
        : sql`(p.submitted_at, p.proof_id) > (${instantValue(after.at)}, ${after.name}::uuid)`
    } and ${isAsked(filter, sql`p.submitted_at`, sql`p.amount_paise`)}
          order by p.submitted_at, p.proof_id limit ${limit}) p
    join orders o using (user_id, order_id)
    order by p.submitted_at, p.proof_id`.execute(db);
  return rows;
}

export interface MatchRow {
  readonly userId: string;
  readonly repayId: string;
  readonly nameEnc: Buffer | null;
  readonly maskedPhone: string;
  readonly why: 'proof' | 'amount' | 'taken_off';
  readonly at: number;
}

/** An order that a payment may belong to, and why. */
interface Match {
  readonly userId: string;
  readonly orderId: string;
  readonly why: MatchRow['why'];
  readonly at: number;
}

/**
 * Orders that a payment in suspense may belong to: by a proof, by the order it was taken off, by a
 * checkout's amount.
 */
export async function listMatches(db: Db, key: PaymentKey): Promise<MatchRow[]> {
  const known = await readKnownPayment(db, key);
  const takenOff = known.postings.map(({ userId, orderId, paidAt: at }) => ({
    userId,
    orderId,
    why: 'taken_off' as const,
    at,
  }));
  const waiting = findWaiting(known);
  const utrHash = known.posting?.utrHash ?? known.event?.utrHash ?? null;
  const matches: Match[] = [
    ...(waiting && utrHash !== null ? await listMatchingProofs(db, utrHash) : []),
    ...takenOff,
    ...(waiting ? await listMatchingIntents(db, waiting) : []),
  ].slice(0, 20);
  const { rows } = await sql<MatchRow & { position: number }>`
    select o.user_id, o.repay_id, i.name_enc, u.masked_phone, m.why, m.at, m.position
    from unnest(${matches.map(({ userId }) => userId)}::uuid[],
                ${matches.map(({ orderId }) => orderId)}::uuid[],
                ${matches.map(({ why }) => why)}::text[],
                ${matches.map(({ at }) => timestamp(at))}::timestamptz[])
      with ordinality m(user_id, order_id, why, at, position)
    join orders o on o.user_id = m.user_id and o.order_id = m.order_id
    join users u on u.user_id = o.user_id
    left join identities i on i.user_id = o.user_id`.execute(db);

  return rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ position: _, ...row }) => row);
}

async function listMatchingProofs(db: Db, utrHash: string): Promise<Match[]> {
  const users = await listTransferUsers(db, utrHash);
  const { rows } = await sql<Match>`
    select p.user_id, p.order_id, 'proof' as why, p.submitted_at as at from repayment_proofs p
    where p.user_id = any(${users}::uuid[]) and p.utr_hash = ${Buffer.from(utrHash, 'hex')}
      and p.state = 'received'
    order by p.submitted_at desc limit 20`.execute(db);

  return rows;
}

/** Checkouts of anybody for this amount, of the day it was paid and the two before. */
async function listMatchingIntents(
  db: Db,
  { amountPaise, paidAt }: UnclaimedPayment,
): Promise<Match[]> {
  const paidOn = toBusinessDay(paidAt);
  const { rows } = await sql<Match>`
    select i.user_id, i.order_id, 'amount' as why, i.created_at as at from payment_intents i
    where i.amount_paise = ${amountPaise} and i.state <> 'paid'
      and i.as_of_day between ${addDays(paidOn, -2)}::date and ${paidOn}::date
    order by i.created_at desc limit 20`.execute(db);

  return rows;
}

export interface FoundRow {
  readonly what: 'payment' | 'event' | 'proof' | 'unclaimed' | 'returned' | 'charged_back';
  readonly provider: string;
  readonly providerRef: string;
  readonly utrLast4: string | null;
  readonly amountPaise: number;
  readonly at: number;
  readonly repayId: string | null;
  readonly journalId: string | null;
  readonly isReversed: boolean;
}

/** What is known of a transfer, by its bank number's hash or by a provider's reference. */
export async function findTransfers(
  db: Db,
  { utrHash, providers, text }: { utrHash: Buffer; providers: readonly string[]; text: string },
): Promise<FoundRow[]> {
  const ofTransfer = await listTransferUsers(db, utrHash.toString('hex'));
  const names = [...providers, BY_UTR];
  const named = await readKnownPayments(
    db,
    names.map((provider) => ({ provider, providerRef: text })),
  );
  const owners = named.flatMap(({ ownerId }) => ownerId ?? []);
  const users = [...new Set([...ofTransfer, ...owners])];
  const payments = await sql<FoundRow & { isOfTransfer: boolean }>`
    select 'payment' as what, p.provider, p.provider_ref, p.utr_last4, p.amount_paise,
           p.paid_at as at, o.repay_id, p.journal_id, ${isReversed} as is_reversed,
           coalesce(p.utr_hash = ${utrHash}, false) as is_of_transfer
    from provider_payments p join orders o on o.user_id = p.user_id and o.order_id = p.order_id
    where p.user_id = any(${users}::uuid[])
      and (p.utr_hash = ${utrHash} or p.provider = any(${names}) and p.provider_ref = ${text})
    order by p.paid_at desc limit 20`.execute(db);
  const proofs = await sql<FoundRow>`
    select 'proof' as what, '' as provider, v.proof_id::text as provider_ref, v.utr_last4,
           v.amount_paise, v.submitted_at as at, o.repay_id, null as journal_id,
           false as is_reversed
    from repayment_proofs v join orders o on o.user_id = v.user_id and o.order_id = v.order_id
    where v.user_id = any(${ofTransfer}::uuid[]) and v.state = 'received'
      and v.utr_hash = ${utrHash}
    order by v.submitted_at desc limit 20`.execute(db);
  const events = await sql<FoundRow>`
    select 'event' as what, e.provider, e.event->>'providerRef' as provider_ref,
           e.event->>'utrLast4' as utr_last4, (e.event->>'amountPaise')::bigint as amount_paise,
           e.received_at as at, null as repay_id, null as journal_id, false as is_reversed
    from provider_events e
    where e.outcome = 'unknown' and e.utr_hash = ${utrHash} and e.kind = 'payment'
    order by e.received_at desc limit 20`.execute(db);
  const held = [...payments.rows.filter(({ isOfTransfer }) => isOfTransfer), ...events.rows];
  const unclaimed = await sql<FoundRow>`
    select case when u.state in ('returned', 'charged_back') then u.state else 'unclaimed' end
             as what,
           u.provider, u.provider_ref, null as utr_last4,
           case when u.state = 'charged_back' then u.charged_back_paise
                when u.returned_paise > 0 then u.returned_paise
                else u.amount_paise - u.charged_back_paise end as amount_paise,
           u.paid_at as at, null as repay_id, null as journal_id, false as is_reversed
    from unclaimed_funds u
    where u.provider = any(${names}) and u.state <> 'claimed'
      and u.provider_ref = any(${[text, ...held.map(({ providerRef }) => providerRef)]})
    order by u.paid_at desc limit 20`.execute(db);
  const found = payments.rows.map(({ isOfTransfer: _, ...row }) => row);

  return [...found, ...events.rows, ...proofs.rows, ...unclaimed.rows]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, 20);
}
