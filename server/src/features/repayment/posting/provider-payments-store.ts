import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { RIDES, ride } from '../../../platform/db/db-client.ts';
import type { PaymentEvent } from './redacted-event.ts';

/** A payment that is booked, and where. */
export interface PostedPayment {
  readonly provider: string;
  readonly providerRef: string;
  readonly userId: string;
  readonly orderId: string;
  readonly journalId: string;
  readonly amountPaise: number;
  readonly paidAt: number;
}

/** Stands for a provider where an operator counted a transfer by its bank's number, before its provider told of it. */
export const BY_UTR = 'utr';

const columns = [
  'provider',
  'provider_ref as providerRef',
  'user_id as userId',
  'order_id as orderId',
  'journal_id as journalId',
  'amount_paise as amountPaise',
  'paid_at as paidAt',
] as const;

/**
 * Lets one transaction at a time look for a payment and book it, by its provider's name for it and by its bank's number.
 * Taken before any other lock; sent with the statement that follows.
 */
export async function lockPayment(
  tx: Tx,
  names: { provider: string; providerRef: string; utrHash?: string | undefined },
): Promise<void> {
  for (const name of namesOf(names))
    await sql`${sql.raw(RIDES)}select pg_advisory_xact_lock(hashtextextended(${name}, 1))`.execute(tx);
}

/** What a payment is locked by, in the order in which its locks are taken. */
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

/** A payment by its provider's name for it. */
export async function findPostedPayment(
  db: Db | Tx,
  { provider, providerRef }: { provider: string; providerRef: string },
): Promise<PostedPayment | undefined> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
}

/** Payments that bear a bank's number: more than one where a provider uses a number twice. */
export async function findByUtr(db: Db | Tx, utrHash: string): Promise<PostedPayment[]> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('utr_hash', '=', Buffer.from(utrHash, 'hex'))
    .orderBy('paid_at')
    .execute();
}

/** The payments of an order; one that an operator counted and its provider told of later stands twice, in one journal. */
export async function listPaymentsOfOrder(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<PostedPayment[]> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .orderBy('paid_at')
    .execute();
}

/** Keeps that a provider's payment is booked, and in which journal; sent with the statement that follows. */
export async function recordPostedPayment(
  tx: Tx,
  of: { provider: string; userId: string; orderId: string; journalId: string },
  event: Omit<PaymentEvent, 'kind' | 'eventId' | 'code'> & { code: string | null },
): Promise<void> {
  await ride(
    tx,
    tx.insertInto('provider_payments').values({
      provider: of.provider,
      provider_ref: event.providerRef,
      user_id: of.userId,
      order_id: of.orderId,
      journal_id: of.journalId,
      code: event.code,
      channel: event.channel ?? null,
      utr_hash: event.utrHash ? Buffer.from(event.utrHash, 'hex') : null,
      utr_last4: event.utrLast4 ?? null,
      amount_paise: event.amountPaise,
      paid_at: timestamp(event.paidAtMs),
    }),
  );
}
