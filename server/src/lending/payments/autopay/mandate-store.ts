import type {
  DebitFailure,
  DebitState,
  DebitStop,
  MandateEnd,
  MandateState,
} from '@noren/core/money/mandate-states';
import type { BusinessDay } from '@noren/core/money/time';
import { sql, type Updateable } from 'kysely';
import type { FieldCrypto } from '../../../platform/crypto/field-crypto.ts';
import type { Columns } from '../../../platform/db/column-list.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';
import { claimName, findOwner } from '../../../platform/db/name-owners-store.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { OrderKey } from '../../book/ledger.ts';

const mandateColumns = [
  'userId',
  'mandateId',
  'orderId',
  'code',
  'provider',
  'state',
  'mostPaise',
  'lastDay',
  'customerRef',
  'orderRef',
  'tokenRef',
  'upiUri',
  'requestedAt',
  'approveUntil',
  'checkedAt',
  'confirmedAt',
  'pausedAt',
  'endedAt',
  'endedBecause',
  'isClosed',
] as const;

/** A mandate by which the dues of one loan may be debited. */
export type Mandate = Columns<'mandates', (typeof mandateColumns)[number]>;
export type MandateKey = Pick<Mandate, 'userId' | 'mandateId'>;

const selectMandates = (db: Db | Tx, userId: string) =>
  db.selectFrom('mandates').select(mandateColumns).where('userId', '=', userId);

export async function readMandate(db: Db | Tx, key: MandateKey): Promise<Mandate | undefined> {
  return selectMandates(db, key.userId).where('mandateId', '=', key.mandateId).executeTakeFirst();
}

/** Locks a mandate and reads it; its debits change under this lock. */
export async function lockMandate(tx: Tx, key: MandateKey): Promise<Mandate> {
  return (
    selectMandates(tx, key.userId)
      .where('mandateId', '=', key.mandateId)
      // A payment that is being posted refers to it.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  );
}

/** A user's mandates that wait for their approval. */
export async function listAskedMandates(db: Db, userId: string): Promise<Mandate[]> {
  return selectMandates(db, userId).where('state', '=', 'asked').execute();
}

/** All mandates of an order, the newest first. */
export async function listMandates(db: Db | Tx, { userId, orderId }: OrderKey): Promise<Mandate[]> {
  return selectMandates(db, userId)
    .where('orderId', '=', orderId)
    .orderBy('mandateId', 'desc')
    .execute();
}

/** How each mandate of a user stands, the oldest first. */
export async function listMandateStates(
  db: Db,
  userId: string,
): Promise<{ orderId: string; state: MandateState; isPaused: boolean }[]> {
  const rows = await db
    .selectFrom('mandates')
    .select(['orderId', 'state', 'pausedAt'])
    .where('userId', '=', userId)
    .orderBy('mandateId')
    .execute();

  return rows.map(({ orderId, state, pausedAt }) => ({
    orderId,
    state,
    isPaused: pausedAt !== null,
  }));
}

export async function findMandateByCode(
  db: Db | Tx,
  { userId, code }: { userId: string; code: string },
): Promise<Mandate | undefined> {
  return selectMandates(db, userId).where('code', '=', code).executeTakeFirst();
}

/** The mandate that a provider names by its token; undefined when it is none of ours. */
export async function findMandateByToken(
  db: Db | Tx,
  provider: string,
  tokenRef: string,
): Promise<Mandate | undefined> {
  const userId = await findOwner(db, { kind: 'mandate', name: `${provider}:${tokenRef}` });
  if (userId === null) return undefined;

  return selectMandates(db, userId)
    .where('provider', '=', provider)
    .where('tokenRef', '=', tokenRef)
    .executeTakeFirst();
}

/** Writes a mandate that is to be asked for. */
export async function addMandate(
  tx: Tx,
  mandate: OrderKey &
    Pick<Mandate, 'code' | 'provider' | 'mostPaise' | 'lastDay' | 'approveUntil'> & {
      readonly now: number;
    },
): Promise<Mandate> {
  const { now, approveUntil, ...row } = mandate;

  return tx
    .insertInto('mandates')
    .values({
      ...row,
      state: 'asked',
      requestedAt: timestamp(now),
      approveUntil: timestamp(approveUntil),
    })
    .returning(mandateColumns)
    .executeTakeFirstOrThrow();
}

/** Changes a mandate. The caller holds its lock. Sent with the next statement. */
export async function changeMandate(
  tx: Tx,
  { userId, mandateId }: MandateKey,
  to: Updateable<Tables['mandates']>,
): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('mandates')
      .set(to)
      .where('userId', '=', userId)
      .where('mandateId', '=', mandateId),
  );
}

/** Notes the provider's name of a mandate, by which its reports name it. */
export async function saveToken(tx: Tx, mandate: Mandate, tokenRef: string | null): Promise<void> {
  if (tokenRef === null || tokenRef === mandate.tokenRef) return;
  const { userId, provider } = mandate;
  await claimName(tx, { kind: 'mandate', name: `${provider}:${tokenRef}`, userId });
  await changeMandate(tx, mandate, { tokenRef });
}

/** Claims the right to ask the provider about a mandate, at most once per interval. */
export async function claimMandateQuery(
  db: Db,
  { userId, mandateId }: MandateKey,
  at: { now: number; everyMs: number },
): Promise<boolean> {
  return db
    .updateTable('mandates')
    .set({ checkedAt: timestamp(at.now) })
    .where('userId', '=', userId)
    .where('mandateId', '=', mandateId)
    .where((where) =>
      where.or([
        where('checkedAt', 'is', null),
        where('checkedAt', '<=', instantValue(at.now - at.everyMs)),
      ]),
    )
    .$call(changesRow);
}

/** One line of what happened to a mandate or a debit. */
export interface MandateEvent {
  readonly debitId?: string;
  readonly kind: MandateState | DebitState | 'paused' | 'resumed' | 'delivered';
  readonly actor: 'borrower' | 'payer' | 'provider' | 'lender';
  readonly reason?: DebitFailure | DebitStop | MandateEnd | null;
  readonly at: number;
}

/** Records an event; sent with the next statement. */
export async function noteEvent(
  tx: Tx,
  { userId, mandateId }: MandateKey,
  { at, ...event }: MandateEvent,
): Promise<void> {
  await queueWithNext(
    tx,
    tx.insertInto('mandate_events').values({ userId, mandateId, ...event, at: timestamp(at) }),
  );
}

/** What happened to an order's mandates and debits, the newest first. */
export async function listMandateEvents(db: Db, { userId, orderId }: OrderKey) {
  const rows = await db
    .selectFrom('mandate_events as e')
    .innerJoin('mandates as m', (join) =>
      join.onRef('m.userId', '=', 'e.userId').onRef('m.mandateId', '=', 'e.mandateId'),
    )
    .leftJoin('mandate_debits as d', (join) =>
      join.onRef('d.userId', '=', 'e.userId').onRef('d.debitId', '=', 'e.debitId'),
    )
    .select(['e.eventId', 'e.at', 'e.kind', 'e.actor', 'e.reason', 'd.dueDay', 'd.amountPaise'])
    .where('e.userId', '=', userId)
    .where('m.orderId', '=', orderId)
    .orderBy('e.eventId', 'desc')
    .execute();

  return rows.map(({ dueDay, amountPaise, ...event }) => ({
    ...event,
    debit: dueDay === null || amountPaise === null ? null : { dueDay, amountPaise },
  }));
}

/** The user's phone number, without which a provider makes no debit. */
export async function readPhone(db: Db, crypto: FieldCrypto, userId: string): Promise<string> {
  const { phoneEnc } = await db
    .selectFrom('users')
    .select('phoneEnc')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return crypto.decrypt(phoneEnc, `users.phone_enc:${userId}`);
}

const PAGE = 500;

/** Mandates about which the provider was not asked since an instant, and has something to say. */
export async function listStaleMandates(db: Db, before: number): Promise<MandateKey[]> {
  return db
    .selectFrom('mandates')
    .select(['userId', 'mandateId'])
    .where('isClosed', '=', false)
    .where((where) =>
      where.or([where('checkedAt', 'is', null), where('checkedAt', '<', instantValue(before))]),
    )
    .orderBy('checkedAt')
    .limit(PAGE)
    .execute();
}

/** Mandates that go on although their loan is over or their last day has passed. */
export async function listMandatesToEnd(
  db: Db,
  { today, openStatuses }: { today: BusinessDay; openStatuses: readonly number[] },
): Promise<(MandateKey & { isLoanOver: boolean })[]> {
  const { rows } = await sql<MandateKey & { isLoanOver: boolean }>`
    select m.user_id, m.mandate_id, o.status <> all(${[...openStatuses]}::int[]) as is_loan_over
    from mandates m join orders o on o.user_id = m.user_id and o.order_id = m.order_id
    where m.state not in ('refused', 'ended')
      and (o.status <> all(${[...openStatuses]}::int[]) or m.last_day < ${today}::date)
    order by m.mandate_id limit ${sql.lit(PAGE)}`.execute(db);
  return rows;
}

/**
 * Confirmed mandates whose loan is due on some days and has no debit for that date, in the order of
 * their ids.
 */
export async function listMandatesToPlan(
  db: Db,
  of: { dueDays: readonly BusinessDay[]; after: string | undefined; limit: number },
): Promise<MandateKey[]> {
  const { dueDays, after = null, limit } = of;
  const { rows } = await sql<MandateKey>`
    select m.user_id, m.mandate_id
    from mandates m join orders o on o.user_id = m.user_id and o.order_id = m.order_id
    where m.state = 'confirmed' and m.paused_at is null
      and o.due_day = any(${[...dueDays]}::date[])
      and (${after}::uuid is null or m.mandate_id > ${after}::uuid)
      and not exists (
        select from mandate_debits d
        where d.user_id = m.user_id and d.order_id = m.order_id and d.due_day = o.due_day
          and d.state <> 'withdrawn')
    order by m.mandate_id limit ${limit}`.execute(db);

  return rows;
}
