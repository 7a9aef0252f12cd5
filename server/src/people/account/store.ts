import type { ErasureBlock } from '@noren/core/lending/erasure';
import { holdingOrderStatuses, owingOrderStatuses } from '@noren/core/lending/order-status';
import type { CorrectedField, CorrectionRefusal } from '@noren/core/people/correction';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { type Selectable, sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { DataChanges } from '../../platform/db/tables/people.ts';

/** An order from application until it is repaid in full. */
const isRunning = sql`status in (${sql.join([...holdingOrderStatuses, ...owingOrderStatuses])})`;

/** Whether the user has applied for a loan or has one not yet repaid. */
export async function hasRunningLoan(db: Db | Tx, userId: string): Promise<boolean> {
  const read = await sql<{ runs: boolean }>`
    select exists (select from orders where user_id = ${userId} and ${isRunning}) as runs`.execute(
    db,
  );
  return read.rows[0]?.runs ?? false;
}

/** Reasons why a user cannot be erased now. */
export async function listErasureBlocks(db: Db | Tx, userId: string): Promise<ErasureBlock[]> {
  const { rows } = await sql<{ block: ErasureBlock }>`
    select 'loan_runs' as block where exists (
      select from orders where user_id = ${userId} and ${isRunning})
    union all select 'refund_runs' where exists (
      select from refunds where user_id = ${userId} and state not in ('confirmed', 'cancelled'))
    union all select 'payment_checked' where exists (
      select from repayment_proofs where user_id = ${userId} and state = 'received')`.execute(db);
  return rows.map(({ block }) => block);
}

/** Whether a loan was ever paid out to the user. */
export async function hasBorrowed(db: Db | Tx, userId: string): Promise<boolean> {
  const read = await sql<{ lent: boolean }>`
    select exists (
      select from orders where user_id = ${userId} and disbursed_day is not null
    ) as lent`.execute(db);
  return read.rows[0]?.lent ?? false;
}

/** A correction of personal data. */
export interface DataChange {
  readonly changeId: string;
  readonly field: CorrectedField;
  readonly before: string | null;
  readonly after: string;
  readonly state: 'done' | 'waiting' | 'refused';
  readonly requestedAt: number;
  readonly decidedAt: number | null;
  readonly refusedBecause: CorrectionRefusal | null;
}

const encryptionContext = (column: 'before' | 'after', userId: string): string =>
  `data_changes.${column}_enc:${userId}`;

/**
 * @throws a unique violation of `data_changes_one_waiting_key` when a correction of this field is
 * pending
 */
export async function addDataChange(
  tx: Tx,
  crypto: FieldCrypto,
  input: Pick<DataChange, 'field' | 'before' | 'after' | 'state'> & { userId: string; now: number },
): Promise<void> {
  const { userId, field, before, after, state, now } = input;
  await tx
    .insertInto('data_changes')
    .values({
      userId,
      field,
      beforeEnc:
        before === null ? null : crypto.encrypt(before, encryptionContext('before', userId)),
      afterEnc: crypto.encrypt(after, encryptionContext('after', userId)),
      state,
      requestedAt: timestamp(now),
      ...(state === 'done' && { decidedAt: timestamp(now), decidedBy: 'user' }),
    })
    .execute();
}

/**
 * The user's corrections, newest first: all pending ones and the newest of the rest, at most 100.
 */
export async function listDataChanges(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<DataChange[]> {
  const rows = await db
    .selectFrom('data_changes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy(sql`state = 'waiting'`, 'desc')
    .orderBy('changeId', 'desc')
    .limit(100)
    .execute();
  const newestFirst = rows.sort((a, b) => (a.changeId < b.changeId ? 1 : -1));

  return newestFirst.map((row) => toDataChange(crypto, row));
}

function toDataChange(crypto: FieldCrypto, row: Selectable<DataChanges>): DataChange {
  return {
    changeId: row.changeId,
    field: row.field,
    before: row.beforeEnc && crypto.decrypt(row.beforeEnc, encryptionContext('before', row.userId)),
    after: crypto.decrypt(row.afterEnc, encryptionContext('after', row.userId)),
    state: row.state,
    requestedAt: row.requestedAt,
    decidedAt: row.decidedAt,
    refusedBecause: row.refusedBecause,
  };
}

/**
 * @param to `refusedBecause`: null approves it
 * @returns false when the correction is no longer pending
 */
export async function decideDataChange(
  tx: Tx,
  { userId, changeId }: { userId: string; changeId: string },
  to: { refusedBecause: CorrectionRefusal | null; by: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_changes')
    .set({
      state: to.refusedBecause === null ? 'done' : 'refused',
      refusedBecause: to.refusedBecause,
      decidedAt: timestamp(to.now),
      decidedBy: to.by,
    })
    .where('userId', '=', userId)
    .where('changeId', '=', changeId)
    .where('state', '=', 'waiting')
    .returning('changeId')
    .executeTakeFirst();
  return row !== undefined;
}

/** A person who may exercise the user's data rights after death or incapacity. */
export interface Nominee {
  readonly relationship: string;
  readonly name: string;
  readonly maskedPhone: string;
  readonly savedAt: number;
}

export async function readNominee(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<Nominee | null> {
  const row = await db
    .selectFrom('nominees')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;

  const { relationship, maskedPhone, savedAt } = row;
  return {
    relationship,
    name: crypto.decrypt(row.nameEnc, `nominees.name_enc:${userId}`),
    maskedPhone,
    savedAt,
  };
}

/** Replaces the nominee. */
export async function writeNominee(
  tx: Tx,
  crypto: FieldCrypto,
  {
    userId,
    ...input
  }: { userId: string; relationship: string; name: string; phone: string; now: number },
): Promise<void> {
  const row = {
    relationship: input.relationship,
    nameEnc: crypto.encrypt(input.name, `nominees.name_enc:${userId}`),
    phoneEnc: crypto.encrypt(input.phone, `nominees.phone_enc:${userId}`),
    maskedPhone: maskPhone(input.phone),
    savedAt: timestamp(input.now),
  };

  await tx
    .insertInto('nominees')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

/** @returns whether there was a nominee */
export async function deleteNominee(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('nominees')
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return deleted !== undefined;
}
