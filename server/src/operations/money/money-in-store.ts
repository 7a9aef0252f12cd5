import { type RawBuilder, sql } from 'kysely';
import { BY_UTR } from '../../features/repayment/posting/provider-payments-store.ts';
import type { UnclaimedKey } from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { type Db, instantValue } from '../../platform/db/db.ts';
import type { Place } from './pages.ts';

/** SQL condition: a row comes after a place in a list that is newest first. */
export function isAfter(at: RawBuilder<unknown>, name: RawBuilder<unknown>, after: Place | null): RawBuilder<boolean> {
  return after === null
    ? sql<boolean>`true`
    : sql<boolean>`(${at}, ${name}) < (${instantValue(after.at)}, ${after.name})`;
}

export interface PaymentRow {
  readonly provider: string;
  readonly providerRef: string;
  readonly journalId: string;
  readonly repayId: string;
  readonly channel: string | null;
  readonly utrLast4: string | null;
  readonly amountPaise: number;
  readonly paidAt: number;
  readonly isReversed: boolean;
}

const isReversed = sql`exists (
  select from journals r where r.user_id = p.user_id and r.reverses = p.journal_id)`;

/** The postings `p` of a payment to the user whose it is by the directory. */
const postingsOf = (provider: RawBuilder<unknown>, ref: RawBuilder<unknown>): RawBuilder<unknown> => sql`name_owners n
  join provider_payments p on n.kind = 'payment' and n.name = convert_to(${provider} || ':' || ${ref}, 'UTF8')
    and p.user_id = n.user_id and p.provider = ${provider} and p.provider_ref = ${ref}`;

/** The postings `p` of a transfer. */
const postingsOfTransfer = (utrHash: Buffer): RawBuilder<unknown> => sql`transfer_users t
  join provider_payments p on t.utr_hash = ${utrHash} and p.user_id = t.user_id and p.utr_hash = t.utr_hash`;

/** Payments posted to orders, newest first. The page is cut before the join: of two columns the planner expects few matches. */
export async function listPostedPayments(
  db: Db,
  { after, limit }: { after: Place | null; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.provider, p.provider_ref, p.journal_id, o.repay_id, p.channel, p.utr_last4, p.amount_paise, p.paid_at,
           ${isReversed} as is_reversed
    from (select * from provider_payments p where ${isAfter(sql`p.paid_at`, sql`p.journal_id`, after)}
          order by p.paid_at desc, p.journal_id desc limit ${limit}) p
    join orders o using (user_id, order_id)
    order by p.paid_at desc, p.journal_id desc`.execute(db);
  return rows;
}

export interface EventRow {
  readonly provider: string;
  readonly eventId: string;
  readonly kind: string;
  readonly ref: string | null;
  readonly amountPaise: number | null;
  readonly receivedAt: number;
}

/** Events that match nothing here, newest first. */
export async function listUnmatched(
  db: Db,
  { after, limit }: { after: Place | null; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.provider, e.event_id, e.kind, (e.event->>'amountPaise')::bigint as amount_paise, e.received_at,
           coalesce(e.event->>'providerRef', e.event->>'paymentProviderRef', e.event->>'payoutRef',
                    e.event->>'refundRef') as ref
    from provider_events e
    where e.outcome = 'unknown' and ${isAfter(sql`e.received_at`, sql`e.event_id`, after)}
    order by e.received_at desc, e.event_id desc limit ${limit}`.execute(db);
  return rows;
}

export interface UnclaimedRow extends UnclaimedKey {
  readonly amountPaise: number;
  readonly paidAt: number;
  readonly foundAt: number;
  readonly state: 'open' | 'claimed' | 'returning' | 'returned';
  readonly reason: string | null;
  readonly utrLast4: string | null;
}

/** Funds in suspense or being sent back, newest first. */
export async function listSuspense(
  db: Db,
  { after, limit }: { after: Place | null; limit: number },
): Promise<UnclaimedRow[]> {
  const { rows } = await sql<UnclaimedRow>`
    select u.provider, u.provider_ref, u.amount_paise - u.charged_back_paise as amount_paise, u.paid_at, u.found_at, u.state, u.reason,
           (select p.utr_last4 from ${postingsOf(sql`u.provider`, sql`u.provider_ref`)} limit 1) as utr_last4
    from unclaimed_funds u
    where u.state in ('open', 'returning') and ${isAfter(sql`u.found_at`, sql`u.provider_ref`, after)}
    order by u.found_at desc, u.provider_ref desc limit ${limit}`.execute(db);
  return rows;
}

export interface ProofRow {
  readonly proofId: string;
  readonly repayId: string;
  readonly amountPaise: number;
  readonly paidOn: string;
  readonly channel: string;
  readonly utrLast4: string;
  readonly sentAt: number;
  readonly hasPicture: boolean;
}

/** Undecided proofs, oldest first: a place is followed by later ones. */
export async function listUndecidedProofs(
  db: Db,
  { after, limit }: { after: Place | null; limit: number },
): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select p.proof_id, o.repay_id, p.amount_paise, p.paid_on, p.channel, p.utr_last4, p.submitted_at as sent_at,
           p.file_id is not null as has_picture
    from (select * from repayment_proofs p where p.state = 'received' and ${
      after === null ? sql`true` : sql`(p.submitted_at, p.proof_id) > (${instantValue(after.at)}, ${after.name}::uuid)`
    } order by p.submitted_at, p.proof_id limit ${limit}) p
    join orders o using (user_id, order_id)
    order by p.submitted_at, p.proof_id`.execute(db);
  return rows;
}

export interface MatchRow {
  readonly repayId: string;
  readonly maskedPhone: string;
  readonly why: 'proof' | 'amount' | 'taken_off';
  readonly at: number;
}

/** Orders that a payment in suspense may belong to: by a proof, by the order it was taken off, by a checkout's amount. */
export async function listMatches(db: Db, { provider, providerRef }: UnclaimedKey): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    with funds as (
      select u.amount_paise, u.paid_at, coalesce(
        (select p.utr_hash from ${postingsOf(sql`u.provider`, sql`u.provider_ref`)} limit 1),
        (select e.utr_hash from provider_events e
         where e.provider = u.provider and e.outcome = 'unknown' and e.event->>'providerRef' = u.provider_ref
         limit 1)) as utr_hash
      from unclaimed_funds u where u.provider = ${provider} and u.provider_ref = ${providerRef} and u.state = 'open'
    ), matches as (
      select p.user_id, p.order_id, 'proof' as why, p.submitted_at as at, 1 as rank
      from funds join repayment_proofs p on p.utr_hash = funds.utr_hash and p.state = 'received'
      union all
      select p.user_id, p.order_id, 'taken_off', p.paid_at, 2
      from ${postingsOf(sql`${provider}::text`, sql`${providerRef}::text`)}
      union all
      select i.user_id, i.order_id, 'amount', i.created_at, 3
      from funds join payment_intents i on i.amount_paise = funds.amount_paise and i.state <> 'paid'
        and i.as_of_day between (funds.paid_at at time zone 'Asia/Kolkata')::date - 2
                            and (funds.paid_at at time zone 'Asia/Kolkata')::date
    )
    select o.repay_id, u.masked_phone, m.why, m.at
    from matches m join orders o using (user_id, order_id) join users u using (user_id)
    order by m.rank, m.at desc limit 20`.execute(db);
  return rows;
}

export interface FoundRow {
  readonly what: 'payment' | 'event' | 'proof' | 'unclaimed';
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
  { utrHash, provider, text }: { utrHash: Buffer; provider: string; text: string },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select 'payment' as what, p.provider, p.provider_ref, p.utr_last4, p.amount_paise, p.paid_at as at, o.repay_id,
           p.journal_id, ${isReversed} as is_reversed
    from ${postingsOfTransfer(utrHash)} join orders o on o.user_id = p.user_id and o.order_id = p.order_id
    union
    select 'payment', p.provider, p.provider_ref, p.utr_last4, p.amount_paise, p.paid_at, o.repay_id, p.journal_id,
           ${isReversed}
    from (select p.* from ${postingsOf(sql`${provider}::text`, sql`${text}::text`)}
          union all select p.* from ${postingsOf(sql.lit(BY_UTR), sql`${text}::text`)}) p
    join orders o using (user_id, order_id)
    union all
    select 'event', e.provider, e.event->>'providerRef', e.event->>'utrLast4', (e.event->>'amountPaise')::bigint,
           e.received_at, null, null, false
    from provider_events e where e.outcome = 'unknown' and e.utr_hash = ${utrHash} and e.kind = 'payment'
    union all
    select 'proof', '', v.proof_id::text, v.utr_last4, v.amount_paise, v.submitted_at, o.repay_id, null, false
    from repayment_proofs v join orders o using (user_id, order_id)
    where v.state = 'received' and v.utr_hash = ${utrHash}
    union all
    select 'unclaimed', u.provider, u.provider_ref, null, u.amount_paise, u.paid_at, null, null, false
    from unclaimed_funds u
    where u.provider = ${provider} and u.state <> 'claimed' and (u.provider_ref = ${text} or u.provider_ref in (
      select p.provider_ref from ${postingsOfTransfer(utrHash)}
      union all
      select e.event->>'providerRef' from provider_events e where e.outcome = 'unknown' and e.utr_hash = ${utrHash}))
    order by 6 desc limit 20`.execute(db);
  return rows;
}
