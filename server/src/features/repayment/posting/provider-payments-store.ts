import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
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

/** A posted payment by its provider reference. */
export async function findPostedPayment(
  db: Db | Tx,
  { provider, providerRef }: { provider: string; providerRef: string },
): Promise<PostedPayment | undefined> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .executeTakeFirst();
}

/** Posted payments with this UTR: several if a provider reused it. */
export async function findByUtr(db: Db | Tx, utrHash: string): Promise<PostedPayment[]> {
  return db
    .selectFrom('provider_payments')
    .select(columns)
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
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
