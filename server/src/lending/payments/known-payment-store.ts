import { sql } from 'kysely';
import { listColumns } from '../../platform/db/column-list.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { selectOwners } from '../../platform/db/name-owners-store.ts';
import { executeBatch, queueWithNext } from '../../platform/db/statements.ts';
import { decidePaymentState, type KnownPayment } from './known-payment.ts';
import {
  BY_UTR,
  factColumns,
  lockPayment,
  lockPayments,
  type PaymentKey,
  type PaymentNames,
  type Posting,
  selectTransferUsers,
  toHash,
  toPaymentName,
} from './posting/provider-payments-store.ts';
import type { PaymentEvent } from './posting/redacted-event.ts';
import {
  type UnclaimedPayment,
  unclaimedColumns,
} from './unclaimed-funds/unclaimed-funds-store.ts';

/**
 * Locks a payment by its name, and by its bank number when that is given, with its parts in
 * suspense; then reads where it stands. Called before an order is locked.
 */
export async function lockKnownPayment(tx: Tx, names: PaymentNames): Promise<KnownPayment> {
  await lockPayment(tx, names);

  const [known] = await readAll(tx, [names], { utrHash: names.utrHash, isLocking: true });
  return known!;
}

/** Locks a payment by every name that is known of it, its bank number too, and reads it. */
export async function lockByAllNames(tx: Tx, key: PaymentKey): Promise<KnownPayment> {
  const { event, posting } = await readKnownPayment(tx, key);
  const utrHash = event?.utrHash ?? posting?.utrHash;

  return lockKnownPayment(tx, { ...key, utrHash });
}

/** Reads a payment without a lock, to show it: the next moment it may stand elsewhere. */
export async function readKnownPayment(db: Db | Tx, key: PaymentKey): Promise<KnownPayment> {
  const [known] = await readKnownPayments(db, [key]);
  return known!;
}

/** Reads payments without a lock, in the order given. */
export function readKnownPayments(
  db: Db | Tx,
  keys: readonly PaymentKey[],
): Promise<KnownPayment[]> {
  return readAll(db, keys, { isLocking: false });
}

/**
 * Locks a bank number and all payments of the transfer that it names, then reads them, the newest
 * posting first. They are the payments that counted for an order, and those whose events match
 * nothing yet. A provider may use a number again, so there may be several. Called before any other
 * lock.
 */
export async function lockKnownTransfer(tx: Tx, utrHash: string): Promise<KnownPayment[]> {
  const number = { provider: BY_UTR, providerRef: utrHash };
  for (;;) {
    const before = await listPaymentsOfTransfer(tx, utrHash);
    await queueWithNext(tx, sql`savepoint before_names`);
    await lockPayments(tx, [number, ...before]);

    const keys = await listPaymentsOfTransfer(tx, utrHash);
    const names = new Set(before.map(toPaymentName));
    if (keys.every((key) => names.has(toPaymentName(key)))) {
      await queueWithNext(tx, sql`release savepoint before_names`);
      return readAll(tx, keys, { utrHash, isLocking: true });
    }

    // A payment came meanwhile. All transactions lock names in one order, so that no two wait for
    // each other. So this one releases its names, and locks all of them again in that order.
    await sql`rollback to savepoint before_names`.execute(tx);
  }
}

async function listPaymentsOfTransfer(tx: Tx, utrHash: string): Promise<PaymentKey[]> {
  const [noted, reported] = await executeBatch(tx, [
    selectTransferUsers(utrHash),
    sql<PaymentKey>`
      select distinct provider, event->>'providerRef' as provider_ref from provider_events
      where outcome = 'unknown' and utr_hash = ${toHash(utrHash)}`,
  ]);
  const users = noted.map(({ userId }) => userId);
  const { rows: posted } = await sql<PaymentKey>`
    select p.provider, p.provider_ref from provider_payments p
    where p.user_id = any(${users}::uuid[]) and p.utr_hash = ${toHash(utrHash)}
    order by p.journal_id desc`.execute(tx);

  return makeDistinct([...posted, ...reported]);
}

/**
 * Finds out whether anything is known of a payment. It reads each table by itself, because they are
 * distributed by different columns.
 */
export const selectTraces = ({ provider, providerRef, utrHash }: PaymentNames) => sql`
  select user_id from name_owners
  where kind = 'payment' and name = ${toBytes({ provider, providerRef })}
  union all
  select user_id from transfer_users where utr_hash = ${toHash(utrHash)}
  union all
  select null from unclaimed_funds where provider = ${provider} and provider_ref = ${providerRef}`;

/** Reads payments. A bank number, if given, is the number of all of them. */
async function readAll(
  db: Db | Tx,
  keys: readonly PaymentKey[],
  { utrHash, isLocking }: { utrHash?: string | null | undefined; isLocking: boolean },
): Promise<KnownPayment[]> {
  if (keys.length === 0) return [];

  const number = utrHash ? { provider: BY_UTR, providerRef: utrHash } : null;
  const asked = makeDistinct(keys);
  const names = number ? makeDistinct([...keys, number]) : asked;
  const [parts, owners, events, noted] = await executeBatch(db, [
    selectParts(asked, isLocking),
    selectOwners('payment', names.map(toBytes)),
    selectUnmatchedEvents(asked),
    selectTransferUsers(utrHash),
  ]);
  const ownerByName = new Map(owners.map(({ name, userId }) => [name.toString(), userId]));
  const findOwner = (key: PaymentKey): string | null => ownerByName.get(toPaymentName(key)) ?? null;

  const postings = Map.groupBy(await readPostings(db, names, findOwner), toPaymentName);
  const byNumber = number && findUnreported(postings.get(toPaymentName(number)) ?? []);
  const partsByName = Map.groupBy(parts, toPaymentName);
  const eventByName = new Map(events.map((row) => [toPaymentName(row), row.event]));

  return keys.map((key) => {
    const { provider, providerRef } = key;
    const name = toPaymentName(key);
    const traces = {
      parts: partsByName.get(name) ?? [],
      postings: postings.get(name) ?? [],
      byNumber: provider === BY_UTR ? null : byNumber,
    };

    return {
      provider,
      providerRef,
      ...traces,
      ...decidePaymentState(traces),
      ownerId: findOwner(key),
      isTransferKnown: noted.length > 0,
      event: eventByName.get(name) ?? null,
    };
  });
}

/** The posting that staff made by bank number, if it counts and no provider has reported it. */
const findUnreported = (postings: readonly PostingRow[]): PostingRow | null =>
  postings.find(({ isReversed, isReported }) => !isReversed && !isReported) ?? null;

type PostingRow = Posting & { readonly isReported: boolean };

/** Reads the postings of payments, each to its latest user, the newest posting first. */
async function readPostings(
  db: Db | Tx,
  keys: readonly PaymentKey[],
  findOwner: (key: PaymentKey) => string | null,
): Promise<PostingRow[]> {
  const owned = keys.filter((key) => findOwner(key) !== null);
  if (owned.length === 0) return [];

  const { providers, refs } = toColumns(owned);
  const { rows } = await sql<PostingRow>`
    select ${factColumns},
           exists (select from journals r
                   where r.user_id = p.user_id and r.reverses = p.journal_id) as is_reversed,
           exists (select from provider_payments o
                   where o.user_id = p.user_id and o.order_id = p.order_id
                     and o.journal_id = p.journal_id and o.provider <> ${BY_UTR}) as is_reported
    from unnest(${owned.map(findOwner)}::uuid[], ${providers}::text[], ${refs}::text[])
      k(user_id, provider, ref)
    join provider_payments p
      on p.user_id = k.user_id and p.provider = k.provider and p.provider_ref = k.ref
    order by p.journal_id desc`.execute(db);

  return rows;
}

const makeDistinct = (keys: readonly PaymentKey[]): PaymentKey[] => [
  ...new Map(keys.map((key) => [toPaymentName(key), key])).values(),
];

const toBytes = (key: PaymentKey): Buffer => Buffer.from(toPaymentName(key));

const toColumns = (keys: readonly PaymentKey[]) => ({
  providers: keys.map(({ provider }) => provider),
  refs: keys.map(({ providerRef }) => providerRef),
});

const PART = listColumns('unclaimed_funds', 'u', unclaimedColumns);

/** It also finds parts of other providers' payments with the same references. */
function selectParts(keys: readonly PaymentKey[], isLocking: boolean) {
  const { providers, refs } = toColumns(keys);
  return sql<UnclaimedPayment>`
    select ${PART} from unclaimed_funds u
    where u.provider = any(${providers}::text[]) and u.provider_ref = any(${refs}::text[])
    order by u.state <> 'open', u.found_at, u.journal_id
    ${isLocking ? sql`for update` : sql``}`;
}

function selectUnmatchedEvents(keys: readonly PaymentKey[]) {
  const { providers, refs } = toColumns(keys);

  return sql<PaymentKey & { event: PaymentEvent }>`
    select distinct on (k.provider, k.ref) k.provider, k.ref as provider_ref, e.event
    from unnest(${providers}::text[], ${refs}::text[]) k(provider, ref)
    join provider_events e on e.provider = k.provider and e.event->>'providerRef' = k.ref
    where e.outcome = 'unknown' and e.kind = 'payment'
    order by k.provider, k.ref, e.received_at desc`;
}
