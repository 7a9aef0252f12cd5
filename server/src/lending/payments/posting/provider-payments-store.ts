import type { Channel } from '@noren/contract/payment';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { claimName, freeName } from '../../../platform/db/name-owners-store.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import type { OrderKey } from '../../book/ledger.ts';
import type { PaymentEvent } from './redacted-event.ts';

/** A payment by its provider and the provider's reference. */
export interface PaymentKey {
  readonly provider: string;
  readonly providerRef: string;
}

/** A posted payment. One payment may have several provider references. */
export interface PostedPayment extends PaymentKey {
  readonly userId: string;
  readonly orderId: string;
  readonly journalId: string;
  readonly amountPaise: number;
  readonly paidAt: number;
}

/** The provider name of a payment that staff posted by UTR before its provider reported it. */
export const BY_UTR = 'utr';

const columns = [
  'provider',
  'providerRef',
  'userId',
  'orderId',
  'journalId',
  'amountPaise',
  'paidAt',
] as const;

/**
 * Serializes look-up and posting of a payment by its provider reference and its UTR. Taken before
 * any other lock; sent with the next statement.
 */
export async function lockPayment(tx: Tx, names: PaymentNames): Promise<void> {
  for (const name of toNames(names)) await lockName(tx, name);
}

/**
 * The same for several payments, each by all its names: in the order in which one payment's are
 * taken.
 */
export async function lockPayments(tx: Tx, payments: readonly PaymentNames[]): Promise<void> {
  for (const name of [...new Set(payments.flatMap(toNames))].sort()) await lockName(tx, name);
}

const lockName = (tx: Tx, name: string): Promise<void> =>
  queueWithNext(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 1))`);

export interface PaymentNames extends PaymentKey {
  readonly utrHash?: string | null | undefined;
}

/** The lock names of a payment, in locking order. */
export function toNames({ utrHash, ...key }: PaymentNames): string[] {
  return [toPaymentName(key), ...(utrHash ? [`${BY_UTR}:${utrHash}`] : [])].sort();
}

/** A payment's name in locks, in journals and in the directory of names. */
export const toPaymentName = ({ provider, providerRef }: PaymentKey): string =>
  `${provider}:${providerRef}`;

/** Its name belongs to the user it was posted to last, also after it was taken off. */
const toName = (key: PaymentKey) => ({ kind: 'payment' as const, name: toPaymentName(key) });

/**
 * Claims a payment for the user it is about to be posted to, and notes the user of its transfer.
 * Sent with the next statement, which fails when another user has the payment.
 */
export async function claimPayment(
  tx: Tx,
  key: PaymentKey & { utrHash?: string | undefined },
  userId: string,
): Promise<void> {
  await claimName(tx, { ...toName(key), userId });
  if (key.utrHash) await noteTransfer(tx, key.utrHash, userId);
}

/** Frees a payment that was taken off a user's order; sent with the next statement. */
export async function freePayment(tx: Tx, key: PaymentKey, userId: string): Promise<void> {
  await freeName(tx, { ...toName(key), userId });
}

/** Notes that a user has a payment or a proof of a transfer; sent with the next statement. */
export async function noteTransfer(tx: Tx, utrHash: string, userId: string): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .insertInto('transfer_users')
      .values({ utrHash: Buffer.from(utrHash, 'hex'), userId, notedAt: sql`now()` })
      .onConflict((clash) => clash.columns(['utrHash', 'userId']).doNothing()),
  );
}

/** The statement by which the users with a payment or a proof of a transfer are read. */
export const selectTransferUsers = (utrHash: string | null | undefined) => sql<{ userId: string }>`
  select user_id from transfer_users where utr_hash = ${toHash(utrHash)} order by user_id`;

/** The users with a payment or a proof of a transfer. */
export async function listTransferUsers(db: Db | Tx, utrHash: string): Promise<string[]> {
  const { rows } = await selectTransferUsers(utrHash).execute(db);
  return rows.map(({ userId }) => userId);
}

/** The hash of a bank number as it is stored. */
export const toHash = (utrHash: string | null | undefined): Buffer | null =>
  utrHash ? Buffer.from(utrHash, 'hex') : null;

/** A posted payment with what is known of its transfer. */
export interface PaymentFacts extends PostedPayment {
  readonly channel: Channel | null;
  readonly utrHash: string | null;
  readonly utrLast4: string | null;
}

/** The columns of {@link PaymentFacts}, of a row `p`. */
export const factColumns = sql`p.provider, p.provider_ref, p.user_id, p.order_id, p.journal_id,
  p.amount_paise, p.paid_at, p.channel, encode(p.utr_hash, 'hex') as utr_hash, p.utr_last4`;

/** A posting of a payment, and whether it was reversed since. */
export type Posting = PaymentFacts & { readonly isReversed: boolean };

/** The payment that a journal of an order posted, as its provider reported it if it did. */
export async function findPaymentOfJournal(
  db: Db | Tx,
  { userId, orderId }: OrderKey,
  journalId: string,
): Promise<PaymentFacts | undefined> {
  const { rows } = await sql<PaymentFacts>`
    select ${factColumns}
    from provider_payments p
    where p.user_id = ${userId} and p.order_id = ${orderId} and p.journal_id = ${journalId}
    order by p.provider = ${BY_UTR} limit 1`.execute(db);
  return rows[0];
}

export type PaymentOfOrder = PostedPayment & Pick<PaymentFacts, 'utrHash'>;

/**
 * The payments of an order. One that staff posted and the provider reported later has two rows with
 * one journal.
 */
export async function listPaymentsOfOrder(
  db: Db | Tx,
  { userId, orderId }: OrderKey,
): Promise<PaymentOfOrder[]> {
  return db
    .selectFrom('provider_payments')
    .select([...columns, sql<string | null>`encode(utr_hash, 'hex')`.as('utrHash')])
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
  await claimPayment(tx, { ...event, provider: of.provider }, of.userId);
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
      utrHash: toHash(event.utrHash),
      utrLast4: event.utrLast4 ?? null,
      amountPaise: event.amountPaise,
      paidAt: timestamp(event.paidAtMs),
    }),
  );
}
