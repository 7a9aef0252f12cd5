import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { claimName, findOwner, freeName } from '../../../platform/db/name-owners-store.ts';
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

interface PaymentNames {
  readonly provider: string;
  readonly providerRef: string;
  readonly utrHash?: string | null | undefined;
}

/** The lock names of a payment, in locking order. */
export function toNames({ provider, providerRef, utrHash }: PaymentNames): string[] {
  return [`${provider}:${providerRef}`, ...(utrHash ? [`${BY_UTR}:${utrHash}`] : [])].sort();
}

/**
 * SQL condition: the payment `p` still counts for its order. One that was taken off it is unclaimed
 * money, and can be posted to another order.
 */
const isCounted = sql<boolean>`not exists (
  select from journals r where r.user_id = p.user_id and r.reverses = p.journal_id)`;

type PaymentKey = Pick<PostedPayment, 'provider' | 'providerRef'>;

/**
 * A payment's name in the directory: it belongs to the user it was posted to last, also after it
 * was taken off.
 */
const toName = ({ provider, providerRef }: PaymentKey) => ({
  kind: 'payment' as const,
  name: `${provider}:${providerRef}`,
});

/**
 * The postings of payments to the user each was posted to last, those reversed since with the
 * others.
 */
export async function findPostings(db: Db | Tx, keys: readonly PaymentKey[]): Promise<Posting[]> {
  if (keys.length === 0) return [];

  const names = keys.map((key) => Buffer.from(toName(key).name));
  const owners = await sql<{ name: string; userId: string }>`
    select encode(name, 'hex') as name, user_id from name_owners
    where kind = 'payment' and name = any(${names}::bytea[])`.execute(db);
  const ownerByName = new Map(owners.rows.map(({ name, userId }) => [name, userId]));
  const owned = keys.flatMap((key, index) => {
    const userId = ownerByName.get(names[index]!.toString('hex'));
    return userId === undefined ? [] : [{ ...key, userId }];
  });
  if (owned.length === 0) return [];

  const { rows } = await sql<Posting>`
    select ${postingColumns}
    from unnest(${owned.map(({ userId }) => userId)}::uuid[], ${owned.map(({ provider }) => provider)}::text[],
                ${owned.map(({ providerRef }) => providerRef)}::text[]) k(user_id, provider, ref)
    join provider_payments p on p.user_id = k.user_id and p.provider = k.provider and p.provider_ref = k.ref`.execute(
    db,
  );
  return rows;
}

/** A posted payment by its provider reference, unless it was reversed. */
export async function findPostedPayment(
  db: Db | Tx,
  key: PaymentKey,
): Promise<PostedPayment | undefined> {
  return (await findPostings(db, [key])).find(({ isReversed }) => !isReversed);
}

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

/**
 * Frees a payment that was taken off another user's order, so that it can be posted to this user's.
 * The caller holds `lockPayment`.
 * @throws Error when it still counts for that order
 */
export async function takeOverPayment(tx: Tx, key: PaymentKey, userId: string): Promise<void> {
  const owner = await findOwner(tx, toName(key));
  if (owner === null || owner === userId) return;
  if (await findPostedPayment(tx, key))
    throw new Error(`payment ${key.providerRef} counts for another user's order`);

  await freeName(tx, { ...toName(key), userId: owner });
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

/** The users with a payment or a proof of a transfer. */
export async function listTransferUsers(db: Db | Tx, utrHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_users')
    .select('userId')
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** A posted payment with what is known of its transfer. */
export interface PaymentFacts extends PostedPayment {
  readonly channel: Channel | null;
  readonly utrHash: string | null;
  readonly utrLast4: string | null;
}

/**
 * The last order's posting of a payment that counts for no order any more, by its name or by its
 * bank number.
 */
export async function findFullyReversedPayment(
  db: Db | Tx,
  by: PaymentKey | { utrHash: string },
): Promise<PaymentFacts | undefined> {
  const postings =
    'utrHash' in by
      ? await listByTransfer(db, by.utrHash)
      : (await findPostings(db, [by])).toSorted(newestFirst);
  for (const { isReversed, ...payment } of postings)
    if (isReversed && !(await findPostedPayment(db, payment))) return payment;

  return undefined;
}

/** A posting of a payment, and whether it was reversed since. */
export type Posting = PaymentFacts & { readonly isReversed: boolean };
const newestFirst = (one: Posting, other: Posting): number =>
  one.journalId < other.journalId ? 1 : -1;
const postingColumns = sql`p.provider, p.provider_ref, p.user_id, p.order_id, p.journal_id, p.amount_paise, p.paid_at,
  p.channel, encode(p.utr_hash, 'hex') as utr_hash, p.utr_last4, not ${isCounted} as is_reversed`;

async function listByTransfer(db: Db | Tx, utrHash: string): Promise<Posting[]> {
  const users = await listTransferUsers(db, utrHash);
  const { rows } = await sql<Posting>`
    select ${postingColumns} from provider_payments p
    where p.user_id = any(${users}::uuid[]) and p.utr_hash = ${Buffer.from(utrHash, 'hex')} and p.provider <> ${BY_UTR}
    order by p.journal_id desc`.execute(db);

  return rows;
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
  const users = await listTransferUsers(db, utrHash);
  return db
    .selectFrom('provider_payments as p')
    .select(columns)
    .where(sql<boolean>`user_id = any(${users}::uuid[])`)
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
    .where(isCounted)
    .orderBy('paidAt')
    .execute();
}

export type PaymentOfOrder = PostedPayment & Pick<PaymentFacts, 'utrHash'>;

/**
 * The payments of an order. One that staff posted and the provider reported later has two rows with
 * one journal.
 */
export async function listPaymentsOfOrder(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
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
      utrHash: event.utrHash ? Buffer.from(event.utrHash, 'hex') : null,
      utrLast4: event.utrLast4 ?? null,
      amountPaise: event.amountPaise,
      paidAt: timestamp(event.paidAtMs),
    }),
  );
}
