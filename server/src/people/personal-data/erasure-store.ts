import { sql } from 'kysely';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import type { DataRecipient } from './retention-map.ts';

/** Locks a user's codes, then the links, then the user, as a sign-in does. */
export async function lockSignIns(
  tx: Tx,
  userId: string,
  phoneHashes: readonly Buffer[],
): Promise<void> {
  // A statement for each hash: on Citus, one statement cannot lock rows on several machines.
  for (const hash of phoneHashes)
    await sql`select 1 from otp_requests where phone_hash = ${hash} order by otp_ref for update`.execute(
      tx,
    );

  await sql`select 1 from magic_links where user_id = ${userId} order by token_hash for update`.execute(
    tx,
  );
  await sql`select 1 from users where user_id = ${userId} for update`.execute(tx);
}

/** @returns false when there is no such user, or the user was erased meanwhile */
export async function lockNotErased(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where user_id = ${userId} and erased_at is null for no key update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The record of a former borrower that the law requires. */
interface RetainedRecord {
  readonly userId: string;
  readonly recordEnc: Buffer;
  readonly fileIds: readonly string[];
  readonly law: string;
  readonly retainUntil: string;
}

export async function insertRetainedRecord(tx: Tx, record: RetainedRecord): Promise<void> {
  await tx
    .insertInto('retained_records')
    .values({
      userId: record.userId,
      recordEnc: record.recordEnc,
      fileIds: [...record.fileIds],
      law: record.law,
      retainUntil: record.retainUntil,
    })
    .execute();
}

export async function deleteCodes(tx: Tx, phoneHashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('otp_requests').where('phoneHash', 'in', phoneHashes).execute();
}

export async function deleteSandboxMessages(tx: Tx, phone: string): Promise<void> {
  await tx.deleteFrom('sandbox_messages').where('phone', '=', phone).execute();
}

export async function deleteSandboxMails(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('sandbox_mails').where('address', '=', address).execute();
}

/** Deletes answers stored for idempotent retries, by user and by sign-in device. */
export async function deleteAnswers(tx: Tx, userId: string): Promise<void> {
  await sql`delete from idempotency_keys where owner_id = ${userId}
    or owner_id in (select device_id from sessions where user_id = ${userId})`.execute(tx);
}

/** Removes the pictures from a user's repayment proofs. */
export async function deleteProofPictures(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('repayment_proofs')
    .set({ fileId: null })
    .where('userId', '=', userId)
    .where('fileId', 'is not', null)
    .execute();
}

/** By table, which of a user's rows (`t`) need not be kept for a loan. */
const UNRELATED_TO_LOANS: Partial<Record<DataRecipient, ReturnType<typeof sql>>> = {
  review_decisions: sql`not exists (select from orders o where o.user_id = t.user_id)`,
  credit_evaluations: sql`not exists (select from orders o where o.user_id = t.user_id)`,
  acceptances: sql`not exists (select from orders o where o.user_id = t.user_id and o.proposal_no = t.proposal_no)`,
  name_owners: sql`t.kind in ('phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'ticket', 'card_holder', 'payment_link')`,
  quotes: sql`not exists (select from orders o where o.user_id = t.user_id and o.proposal_no = t.proposal_no)`,
};

/** Deletes a user's rows of a table. */
export async function deleteUserRows(tx: Tx, table: DataRecipient, userId: string): Promise<void> {
  await sql`delete from ${sql.table(table)} t where t.user_id = ${userId}`.execute(tx);
}

/**
 * Deletes a user's rows of a table that led to no loan.
 * @throws Error when the table has no condition for them
 */
export async function deleteRowsWithoutLoan(
  tx: Tx,
  table: DataRecipient,
  userId: string,
): Promise<void> {
  const which = UNRELATED_TO_LOANS[table];
  if (!which) throw new Error(`no condition for the rows of ${table} without a loan`);
  await sql`delete from ${sql.table(table)} t where t.user_id = ${userId} and ${which}`.execute(tx);
}

/** Withdraws every consent in force. */
export async function markAllConsentsWithdrawn(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ withdrawnAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('decision', '=', 'given')
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** Replaces the phone number of a user and marks the user erased. */
export async function markUserErased(
  tx: Tx,
  user: { userId: string; phoneHash: Buffer; phoneEnc: Buffer; now: number },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      phoneHash: user.phoneHash,
      phoneEnc: user.phoneEnc,
      maskedPhone: '',
      adClick: null,
      contactFromHour: null,
      contactUntilHour: null,
      erasedAt: timestamp(user.now),
    })
    .where('userId', '=', user.userId)
    .execute();
}
