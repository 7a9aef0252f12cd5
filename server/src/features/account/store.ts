import { holdingOrderStatuses, owingOrderStatuses } from '@noren/core/lending/order-status';
import type { CorrectedField } from '@noren/core/people/correction';
import type { ErasureBlock } from '@noren/core/people/erasure';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { type Selectable, sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { DataChanges } from '../../platform/db/tables/account.ts';

/** A loan that is asked for, on its way, out or owed. */
const isRunning = sql`status in (${sql.join([...holdingOrderStatuses, ...owingOrderStatuses])})`;

/** Whether a loan of the user's is asked for, out or owed. */
export async function hasRunningLoan(db: Db | Tx, userId: string): Promise<boolean> {
  const read = await sql<{ runs: boolean }>`
    select exists (select from orders where user_id = ${userId} and ${isRunning}) as runs`.execute(db);
  return read.rows[0]?.runs ?? false;
}

/** What stands in the way of erasing a user. */
export async function listBlocks(db: Db | Tx, userId: string): Promise<ErasureBlock[]> {
  const read = await sql<Record<ErasureBlock, boolean>>`
    select exists (select from orders where user_id = ${userId} and ${isRunning}) as loan_runs,
      exists (select from refunds where user_id = ${userId} and state not in ('confirmed', 'cancelled')) as refund_runs,
      exists (select from repayment_proofs where user_id = ${userId} and state = 'received') as payment_checked`.execute(
    db,
  );
  return Object.entries(read.rows[0] ?? {}).flatMap(([block, stands]) => (stands ? [block as ErasureBlock] : []));
}

/** Whether money was ever lent to the user. */
export async function wasLent(db: Db | Tx, userId: string): Promise<boolean> {
  const read = await sql<{ lent: boolean }>`
    select exists (select from orders where user_id = ${userId} and disbursed_day is not null) as lent`.execute(db);
  return read.rows[0]?.lent ?? false;
}

/** A correction as kept. */
export interface DataChange {
  readonly changeId: string;
  readonly field: CorrectedField;
  readonly before: string | null;
  readonly after: string;
  readonly state: 'done' | 'waiting' | 'refused';
  readonly askedAt: number;
  readonly decidedAt: number | null;
}

const placeOf = (column: 'before' | 'after', userId: string): string => `data_changes.${column}_enc:${userId}`;

/** Writes a correction. @throws the database's clash on `data_changes_one_waits` */
export async function addChange(
  tx: Tx,
  crypto: FieldCrypto,
  given: Pick<DataChange, 'field' | 'before' | 'after' | 'state'> & { userId: string; now: number },
): Promise<void> {
  const { userId, field, before, after, state, now } = given;
  await tx
    .insertInto('data_changes')
    .values({
      user_id: userId,
      field,
      before_enc: before === null ? null : crypto.encrypt(before, placeOf('before', userId)),
      after_enc: crypto.encrypt(after, placeOf('after', userId)),
      state,
      requested_at: timestamp(now),
      ...(state === 'done' && { decided_at: timestamp(now), decided_by: 'user' }),
    })
    .execute();
}

/** A user's corrections, newest first; of many the newest, and each that waits. */
export async function listChanges(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<DataChange[]> {
  const rows = await db
    .selectFrom('data_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`state = 'waiting'`, 'desc')
    .orderBy('change_id', 'desc')
    .limit(100)
    .execute();
  const newestFirst = rows.sort((a, b) => (a.change_id < b.change_id ? 1 : -1));
  return newestFirst.map((row) => changeOf(crypto, row));
}

function changeOf(crypto: FieldCrypto, row: Selectable<DataChanges>): DataChange {
  return {
    changeId: row.change_id,
    field: row.field as CorrectedField,
    before: row.before_enc && crypto.decrypt(row.before_enc, placeOf('before', row.user_id)),
    after: crypto.decrypt(row.after_enc, placeOf('after', row.user_id)),
    state: row.state,
    askedAt: row.requested_at,
    decidedAt: row.decided_at,
  };
}

/** A correction that waits for a person, and whose. */
export type WaitingCorrection = DataChange & { readonly userId: string; readonly maskedPhone: string };

/** Corrections that wait for a person, the oldest first. */
export async function listWaiting(db: Db, crypto: FieldCrypto): Promise<WaitingCorrection[]> {
  const rows = await db
    .selectFrom('data_changes as c')
    .innerJoin('users as u', 'u.user_id', 'c.user_id')
    .selectAll('c')
    .select('u.masked_phone as maskedPhone')
    .where('c.state', '=', sql.lit('waiting'))
    .orderBy('c.requested_at')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...changeOf(crypto, row), userId: row.user_id, maskedPhone: row.maskedPhone }));
}

/** Decides a correction that waits. @returns false when it does not wait any more */
export async function endChange(
  tx: Tx,
  { userId, changeId }: { userId: string; changeId: string },
  to: { state: 'done' | 'refused'; by: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_changes')
    .set({ state: to.state, decided_at: timestamp(to.now), decided_by: to.by })
    .where('user_id', '=', userId)
    .where('change_id', '=', changeId)
    .where('state', '=', 'waiting')
    .returning('change_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Who may act on a user's data where the user no longer can. */
export interface Nominee {
  readonly relationship: string;
  readonly name: string;
  readonly maskedPhone: string;
  readonly savedAt: number;
}

export async function readNominee(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<Nominee | null> {
  const row = await db.selectFrom('nominees').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return null;
  const { relationship, masked_phone: maskedPhone, saved_at: savedAt } = row;
  return { relationship, name: crypto.decrypt(row.name_enc, `nominees.name_enc:${userId}`), maskedPhone, savedAt };
}

/** Puts a nominee in the place of the one before. */
export async function writeNominee(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, ...given }: { userId: string; relationship: string; name: string; phone: string; now: number },
): Promise<void> {
  const row = {
    relationship: given.relationship,
    name_enc: crypto.encrypt(given.name, `nominees.name_enc:${userId}`),
    phone_enc: crypto.encrypt(given.phone, `nominees.phone_enc:${userId}`),
    masked_phone: maskPhone(given.phone),
    saved_at: timestamp(given.now),
  };
  await tx
    .insertInto('nominees')
    .values({ user_id: userId, ...row })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(row))
    .execute();
}

/** @returns whether one was named */
export async function dropNominee(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('nominees').where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  return gone !== undefined;
}
