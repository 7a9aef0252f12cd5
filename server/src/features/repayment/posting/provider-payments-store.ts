import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import type { Channel } from '../../../platform/ports/payments.ts';
import type { PaymentEvent } from './redacted-event.ts';

/** A posted payment. One payment may have several provider references. */
export interface PostedPayment {
  readonly provider: string;
  readonly providerRef: string;
  readonly userId: string;
  readonly orderId: string;
  readonly journalId: string;
  readonly amountPaise: number;
  readonly paidAt: number;
}

/** The provider name of a payment that staff posted by UTR before its provider reported it. */
export const BY_UTR = 'utr';

const columns = ['provider', 'providerRef', 'userId', 'orderId', 'journalId', 'amountPaise', 'paidAt'] as const;

/**
 * Serializes look-up and posting of a payment by its provider reference and its UTR. Taken before any other lock; sent
 * with the next statement.
 */
export async function lockPayment(
  tx: Tx,
  names: { provider: string; providerRef: string; utrHash?: string | undefined },
): Promise<void> {
  for (const name of namesOf(names))
    await queueWithNext(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 1))`);
}

/** The lock names of a payment, in locking order. */
export function namesOf({
  provider,
  providerRef,
  utrHash,
}: {
  provider: string;
  providerRef: string;
  utrHash?: string | undefined;
}): string[] {
  return [`${provider}:${providerRef}`, ...(utrHash ? [`${BY_UTR}:${utrHash}`] : [])].sort();
}

/**
 * SQL condition: the payment `p` still counts for its order. One that was taken off it is unclaimed money, and can be
 * posted to another order.
 */
const isCounted = sql<boolean>`not exists (
  select from journals r where r.user_id = p.user_id and r.reverses = p.journal_id)`;

/** A posted payment by its provider reference, unless it was reversed. */
export async function findPostedPayment(
  db: Db | Tx,
  { provider, providerRef }: { provider: string; providerRef: string },
): Promise<PostedPayment | undefined> {
  return db
    .selectFrom('provider_payments as p')
    .select(columns)
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .where(isCounted)
    .executeTakeFirst();
}

/** A posted payment with what is known of its transfer. */
export interface PaymentFacts extends PostedPayment {
  readonly channel: Channel | null;
  readonly utrHash: string | null;
  readonly utrLast4: string | null;
}

/** The last order's posting of a payment that counts for no order any more, by its name or by its bank number. */
export async function findFullyReversedPayment(
  db: Db | Tx,
  by: { provider: string; providerRef: string } | { utrHash: string },
): Promise<PaymentFacts | undefined> {
  const { rows } = await sql<PaymentFacts>`
    select p.provider, p.provider_ref, p.user_id, p.order_id, p.journal_id, p.amount_paise, p.paid_at, p.channel,
           encode(p.utr_hash, 'hex') as utr_hash, p.utr_last4
    from provider_payments p
    where ${
      'utrHash' in by
        ? sql`p.utr_hash = ${Buffer.from(by.utrHash, 'hex')} and p.provider <> ${BY_UTR}`
        : sql`p.provider = ${by.provider} and p.provider_ref = ${by.providerRef}`
    }
      and not exists (
        select from provider_payments o where o.provider = p.provider and o.provider_ref = p.provider_ref
          and not exists (select from journals r where r.user_id = o.user_id and r.reverses = o.journal_id))
    order by p.journal_id desc limit 1`.execute(db);
  return rows[0];
}

/** The payment that a journal of an order posted, as its provider reported it if it did. */
export async function findPaymentOfJournal(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
  journalId: string,
): Promise<PaymentFacts | undefined> {
  const { rows } = await sql<PaymentFacts>`
    select p.provider, p.provider_ref, p.user_id, p.order_id, p.journal_id, p.amount_paise, p.paid_at, p.channel,
           encode(p.utr_hash, 'hex') as utr_hash, p.utr_last4
    from provider_payments p
    where p.user_id = ${userId} and p.order_id = ${orderId} and p.journal_id = ${journalId}
    order by p.provider = ${BY_UTR} limit 1`.execute(db);
  return rows[0];
}

/** Posted payments with this UTR that were not reversed: several if a provider reused it. */
export async function findByUtr(db: Db | Tx, utrHash: string): Promise<PostedPayment[]> {
  return db
    .selectFrom('provider_payments as p')
    .select(columns)
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
    .where(isCounted)
    .orderBy('paidAt')
    .execute();
}

/** The payments of an order. One that staff posted and the provider reported later has two rows with one journal. */
export async function listPaymentsOfOrder(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<PostedPayment[]> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('paidAt')
    .execute();
}

/** Records the journal of a provider payment; sent with the next statement. */
export async function recordPostedPayment(
  tx: Tx,
  of: { provider: string; userId: string; orderId: string; journalId: string },
  event: Omit<PaymentEvent, 'kind' | 'eventId' | 'code'> & { code: string | null },
): Promise<void> {
  await queueWithNext(
    tx,
    tx.insertInto('provider_payments').values({
      provider: of.provider,
      providerRef: event.providerRef,
      userId: of.userId,
      orderId: of.orderId,
      journalId: of.journalId,
      code: event.code,
      channel: event.channel ?? null,
      utrHash: event.utrHash ? Buffer.from(event.utrHash, 'hex') : null,
      utrLast4: event.utrLast4 ?? null,
      amountPaise: event.amountPaise,
      paidAt: timestamp(event.paidAtMs),
    }),
  );
}
