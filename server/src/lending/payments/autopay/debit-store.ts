import type { DebitFailure, DebitState, DebitStop } from '@noren/core/money/mandate-states';
import { sql, type Updateable } from 'kysely';
import type { Columns } from '../../../platform/db/column-list.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';
import { claimName, findOwner } from '../../../platform/db/name-owners-store.ts';
import { queueWithNext } from '../../../platform/db/statements.ts';
import type { Tables } from '../../../platform/db/tables.ts';

const debitColumns = [
  'userId',
  'debitId',
  'mandateId',
  'orderId',
  'dueDay',
  'code',
  'provider',
  'amountPaise',
  'state',
  'orderRef',
  'paymentRef',
  'reason',
  'plannedAt',
  'presentAfter',
  'announcedAt',
  'deliveredAt',
  'presentedAt',
  'decidedAt',
] as const;

/** A debit by a mandate for one due date. */
export type Debit = Columns<'mandate_debits', (typeof debitColumns)[number]>;
export type DebitKey = Pick<Debit, 'userId' | 'debitId'>;

/** Of those that were not presented yet. */
export const BEFORE_PRESENTED = ['planned', 'announced'] as const satisfies readonly DebitState[];
/** Of those that were presented, and whose bank has not answered. */
export const AT_BANK: readonly DebitState[] = ['presented', 'unknown'];
const OPEN = [...BEFORE_PRESENTED, ...AT_BANK] as const;

const selectDebits = (db: Db | Tx, userId: string) =>
  db.selectFrom('mandate_debits').select(debitColumns).where('userId', '=', userId);

export async function readDebit(db: Db | Tx, key: DebitKey): Promise<Debit | undefined> {
  return selectDebits(db, key.userId).where('debitId', '=', key.debitId).executeTakeFirst();
}

export async function findDebitByCode(
  db: Db | Tx,
  { userId, code }: { userId: string; code: string },
): Promise<Debit | undefined> {
  return selectDebits(db, userId).where('code', '=', code).executeTakeFirst();
}

/** The debit that a provider names by its order; undefined when it is none of ours. */
export async function findDebitByOrder(
  db: Db | Tx,
  provider: string,
  orderRef: string,
): Promise<Debit | undefined> {
  const userId = await findOwner(db, { kind: 'mandate', name: `${provider}:${orderRef}` });
  if (userId === null) return undefined;

  return selectDebits(db, userId)
    .where('provider', '=', provider)
    .where('orderRef', '=', orderRef)
    .executeTakeFirst();
}

/** All debits of a user, or of one order, the newest first. */
export async function listDebits(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId?: string },
): Promise<Debit[]> {
  let query = selectDebits(db, userId);
  if (orderId !== undefined) query = query.where('orderId', '=', orderId);
  return query.orderBy('debitId', 'desc').execute();
}

/** Those of a mandate that were not presented yet. */
export async function listUnpresented(
  tx: Tx,
  { userId, mandateId }: Pick<Debit, 'userId' | 'mandateId'>,
): Promise<Debit[]> {
  return selectDebits(tx, userId)
    .where('mandateId', '=', mandateId)
    .where('state', 'in', [...BEFORE_PRESENTED])
    .execute();
}

/** @returns its id; undefined when the due date has one already */
export async function addDebit(
  tx: Tx,
  debit: Pick<
    Debit,
    'userId' | 'mandateId' | 'orderId' | 'dueDay' | 'code' | 'provider' | 'amountPaise'
  > & { readonly presentAfter: number; readonly now: number },
): Promise<string | undefined> {
  const { now, presentAfter, ...row } = debit;
  const added = await tx
    .insertInto('mandate_debits')
    .values({
      ...row,
      state: 'planned',
      plannedAt: timestamp(now),
      presentAfter: timestamp(presentAfter),
    })
    .onConflict((clash) =>
      clash
        .columns(['userId', 'orderId', 'dueDay'])
        .where('state', '<>', sql.lit('withdrawn'))
        .doNothing(),
    )
    .returning('debitId')
    .executeTakeFirst();

  return added?.debitId;
}

/**
 * Changes a debit that is in one of some states.
 * @returns whether it was
 */
export async function changeDebit(
  tx: Tx,
  { userId, debitId }: DebitKey,
  from: readonly DebitState[],
  to: Updateable<Tables['mandate_debits']>,
): Promise<boolean> {
  return tx
    .updateTable('mandate_debits')
    .set(to)
    .where('userId', '=', userId)
    .where('debitId', '=', debitId)
    .where('state', 'in', [...from])
    .$call(changesRow);
}

/** Ends a debit that was not made. */
export async function closeDebit(
  tx: Tx,
  key: DebitKey,
  to:
    | { state: 'failed'; reason: DebitFailure; paymentRef: string | null; now: number }
    | { state: 'withdrawn'; reason: DebitStop; now: number },
): Promise<boolean> {
  const { now, ...ended } = to;
  const from = to.state === 'failed' ? AT_BANK : OPEN;
  return changeDebit(tx, key, from, { ...ended, decidedAt: timestamp(now) });
}

/** Notes the provider's name of an announced debit. */
export async function saveAnnounced(
  tx: Tx,
  debit: Debit,
  { orderRef, now }: { orderRef: string; now: number },
): Promise<boolean> {
  const { userId, provider } = debit;
  await claimName(tx, { kind: 'mandate', name: `${provider}:${orderRef}`, userId });

  return changeDebit(tx, debit, ['planned'], {
    state: 'announced',
    orderRef,
    announcedAt: timestamp(now),
  });
}

/**
 * Marks a debit paid whose money came, also one that was said to have failed; sent with the next
 * statement.
 */
export async function markDebitPaid(
  tx: Tx,
  { userId, code }: Pick<Debit, 'userId' | 'code'>,
  paid: { readonly providerRef: string; readonly now: number },
): Promise<void> {
  const at = timestamp(paid.now);
  await queueWithNext(
    tx,
    sql`
    with paid as (
      update mandate_debits set state = 'paid', payment_ref = ${paid.providerRef}, reason = null,
        decided_at = ${at}, presented_at = coalesce(presented_at, ${at})
      where user_id = ${userId} and code = ${code} and state <> 'paid'
      returning user_id, mandate_id, debit_id
    )
    insert into mandate_events (user_id, mandate_id, debit_id, kind, actor, at)
    select user_id, mandate_id, debit_id, 'paid', 'provider', ${at} from paid`,
  );
}

const PAGE = 500;

/** Announced debits that may be presented by an instant. */
export async function listDueDebits(db: Db, now: number): Promise<DebitKey[]> {
  return db
    .selectFrom('mandate_debits')
    .select(['userId', 'debitId'])
    .where('state', '=', 'announced')
    .where('presentAfter', '<=', instantValue(now))
    .orderBy('plannedAt')
    .limit(PAGE)
    .execute();
}

/** Open debits that were planned before an instant: their job may be lost. */
export async function listOldDebits(db: Db, before: number): Promise<DebitKey[]> {
  return db
    .selectFrom('mandate_debits')
    .select(['userId', 'debitId'])
    .where('state', 'in', [...OPEN])
    .where('plannedAt', '<', instantValue(before))
    .orderBy('plannedAt')
    .limit(PAGE)
    .execute();
}
