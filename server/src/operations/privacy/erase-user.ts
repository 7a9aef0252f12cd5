import { keptByLaw, type LegalRetention } from '@noren/core/lending/erasure';
import { sql } from 'kysely';
import { endErasure, readErasure } from '../../features/account/requests-store.ts';
import { hasBorrowed, listErasureBlocks } from '../../features/account/store.ts';
import { readPhone } from '../../features/login/store.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { recordAction } from '../../platform/audit.ts';
import { offsetClock } from '../../platform/business-time.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { listCopies, listPictures } from '../../platform/files/user-files.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { notify } from '../../platform/notifications/store.ts';
import { readPersonalData } from './read-personal-data.ts';
import { type DataRecipient, RECIPIENTS, retentionMap } from './retention-map.ts';

/**
 * Erases a user whose erasure is due, in one transaction: every table of `retentionMap`, the pictures with it, the sessions.
 * What a law wants kept of someone who was lent money is sealed apart. Where a loan was begun meanwhile, it is stopped
 * and told instead. Nothing is done where none is due: it may run twice.
 */
export async function eraseWhenDue(deps: Deps, userId: string): Promise<'erased' | 'stopped' | 'not due'> {
  const now = deps.now();
  return deps.db.transaction().execute(async (tx) => {
    await lockAll(tx, deps, userId);
    const erasure = await readErasure(tx, userId);
    const isDue = erasure?.state === 'waiting' && erasure.dueAt <= offsetClock({ now, today: deps.today() });
    if (!isDue) return 'not due';
    if ((await listErasureBlocks(tx, userId)).length > 0) {
      await endErasure(tx, { userId, state: 'stopped', now });
      await notify(tx, deps, { userId, kind: 'erasure_stopped', reference: String(erasure.dueAt), values: {} });
      return 'stopped';
    }
    await erase(tx, deps, userId);
    await endErasure(tx, { userId, state: 'done', now });
    await recordAction(tx, { at: now, userId, actor: 'user', action: 'user_erased' });
    return 'erased';
  });
}

/** Erases again what a request that was under way wrote of a user erased before, with its pictures and answers. */
export async function repeatErasure(deps: Deps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockAll(tx, deps, userId);
    // What the law had kept stands in no table of the user's any more.
    const pictures = (await listPictures(tx, userId)).map(({ fileId }) => fileId);
    for (const fileId of [...pictures, ...(await listCopies(tx, userId))]) await addJob(tx, 'delete-file', { fileId });
    await deleteAnswers(tx, userId);
    await deleteRows(tx, userId);
    await deleteProofPictures(tx, userId);
  });
}

/**
 * Whoever applies, pays or signs in waits, and finds the user gone. In the order in which they lock: who signs in holds a
 * code or a link, and wants the user then.
 */
async function lockAll(tx: Tx, { crypto }: Deps, userId: string): Promise<void> {
  await lockCredit(tx, userId);
  const phoneHash = crypto.hash('phone', await readPhone(tx, crypto, userId));
  await sql`select 1 from otp_requests where phone_hash = ${phoneHash} order by otp_ref for update`.execute(tx);
  await sql`select 1 from magic_links where user_id = ${userId} order by token_hash for update`.execute(tx);
  await sql`select 1 from users where user_id = ${userId} for update`.execute(tx);
}

async function erase(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const phone = await readPhone(tx, deps.crypto, userId);
  const kept = keptByLaw(deps.today(), await hasBorrowed(tx, userId));
  const pictures = await listPictures(tx, userId);
  const cards = pictures.filter(({ isCard }) => isCard).map(({ fileId }) => fileId);
  if (kept) await pseudonymize(tx, deps, { userId, phone, cards, kept });
  const going = [
    ...pictures.filter(({ isCard }) => !(isCard && kept)).map(({ fileId }) => fileId),
    ...(await listCopies(tx, userId)),
  ];
  for (const fileId of going) await addJob(tx, 'delete-file', { fileId });
  await deleteRelatedRows(tx, deps, { userId, phone });
  await deleteRows(tx, userId);
  await blank(tx, deps, userId);
}

/** One sealed record of who the borrower was: what the tables hold that the law names, and the numbers of the cards' pictures. */
async function pseudonymize(
  tx: Tx,
  deps: Deps,
  { userId, phone, cards, kept }: { userId: string; phone: string; cards: readonly string[]; kept: LegalRetention },
): Promise<void> {
  const record: Record<string, unknown> = { phone };
  for (const table of RECIPIENTS.filter((one) => retentionMap[one].erasure === 'kept_apart'))
    record[table] = await readPersonalData(tx, deps.crypto, table, userId);
  await tx
    .insertInto('retained_records')
    .values({
      userId,
      recordEnc: deps.crypto.encrypt(JSON.stringify(record), `retained_records.record_enc:${userId}`),
      fileIds: [...cards],
      law: kept.law,
      retainUntil: kept.keepUntil,
    })
    .execute();
}

/** What bears another name than the user's: codes by the phone, answers by the device, the sandbox's messages. */
async function deleteRelatedRows(
  tx: Tx,
  deps: Deps,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  await tx.deleteFrom('otp_requests').where('phoneHash', '=', deps.crypto.hash('phone', phone)).execute();
  await deleteAnswers(tx, userId);
  await tx.deleteFrom('sandbox_messages').where('phone', '=', phone).execute();
}

/** Answers kept to be given again: to the user, and to the devices as they signed in. */
async function deleteAnswers(tx: Tx, userId: string): Promise<void> {
  await sql`delete from idempotency_keys where owner_id = ${userId}
    or owner_id in (select device_id from sessions where user_id = ${userId})`.execute(tx);
}

async function deleteProofPictures(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('repayment_proofs')
    .set({ fileId: null })
    .where('userId', '=', userId)
    .where('fileId', 'is not', null)
    .execute();
}

/** Rows of which no loan was made. */
const UNRELATED_TO_LOANS: Partial<Record<DataRecipient, ReturnType<typeof sql>>> = {
  review_decisions: sql`not exists (select from orders o where o.user_id = t.user_id)`,
  credit_evaluations: sql`not exists (select from orders o where o.user_id = t.user_id)`,
  acceptances: sql`not exists (select from orders o where o.user_id = t.user_id and o.proposal_no = t.proposal_no)`,
  quotes: sql`not exists (select from orders o where o.user_id = t.user_id and o.proposal_no = t.proposal_no)`,
};

async function deleteRows(tx: Tx, userId: string): Promise<void> {
  for (const table of RECIPIENTS) {
    const { erasure } = retentionMap[table];
    if (erasure === 'stays' || erasure === 'blanked') continue;
    const which = erasure === 'without_loan' ? UNRELATED_TO_LOANS[table] : sql`true`;
    if (!which) throw new Error(`nothing says which rows of ${table} no loan was made of`);
    await sql`delete from ${sql.table(table)} t where t.user_id = ${userId} and ${which}`.execute(tx);
  }
}

/** What stays names nobody: the ledger's user is a number, its phone free for a new start. */
async function blank(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const now = timestamp(deps.now());
  await deleteProofPictures(tx, userId);
  await tx
    .updateTable('consents')
    .set({ withdrawnAt: now })
    .where('userId', '=', userId)
    .where('decision', '=', 'given')
    .where('withdrawnAt', 'is', null)
    .execute();
  await tx
    .updateTable('users')
    .set({
      phoneHash: deps.crypto.hash('erased', userId),
      phoneEnc: deps.crypto.encrypt('', `users.phone_enc:${userId}`),
      maskedPhone: '',
      erasedAt: now,
    })
    .where('userId', '=', userId)
    .execute();
}
