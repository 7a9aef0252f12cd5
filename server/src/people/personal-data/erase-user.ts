import {
  computeLegalRetention,
  type ErasureBlock,
  type LegalRetention,
} from '@noren/core/lending/erasure';
import { JOBS } from '../../job-list.ts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { decideErasure, endErasure, readErasure } from '../account/requests-store.ts';
import { hasBorrowed, listErasureBlocks } from '../account/store.ts';
import { readEmail } from '../email/email-store.ts';
import { readChangeDueAt } from '../login/phone-change-store.ts';
import { readPhone } from '../login/store.ts';
import { listExportFiles, listPictures } from '../user-file-store.ts';
import {
  deleteAnswers,
  deleteCodes,
  deleteProofPictures,
  deleteRowsWithoutLoan,
  deleteSandboxMails,
  deleteSandboxMessages,
  deleteUserRows,
  insertRetainedRecord,
  lockNotErased,
  lockSignIns,
  markAllConsentsWithdrawn,
  markUserErased,
} from './erasure-store.ts';
import { readPersonalData } from './read-personal-data.ts';
import { RECIPIENTS, retentionMap } from './retention-map.ts';

/** What erasing needs; a command has no more. */
export type ErasureDeps = Pick<Deps, 'crypto' | 'now' | 'today'>;

/**
 * Erases a user whose erasure is due, in one transaction: the rows of `retentionMap` and the
 * pictures. For a borrower, the records the law requires are encrypted into `retained_records`. If
 * a loan was taken meanwhile, the erasure is stopped and the user notified. A no-op when none is
 * due, so it may run twice.
 */
export async function eraseWhenDue(
  deps: Deps,
  userId: string,
): Promise<'erased' | 'stopped' | 'not due'> {
  const now = deps.now();

  return deps.db.transaction().execute(async (tx) => {
    await lockAll(tx, deps, userId);

    const erasure = await readErasure(tx, userId);
    const isDue =
      erasure?.state === 'waiting' && erasure.dueAt <= offsetClock({ now, today: deps.today() });
    if (!isDue) return 'not due';
    // Who asked for it may have lost the phone since: it is carried out by a later run.
    if ((await readChangeDueAt(tx, userId)) !== null) return 'not due';

    if ((await listErasureBlocks(tx, userId)).length > 0) {
      await endErasure(tx, { userId, state: 'stopped', now });
      await notify(tx, deps, {
        userId,
        kind: 'erasure_stopped',
        reference: String(erasure.dueAt),
        values: {},
      });

      return 'stopped';
    }

    await erase(tx, deps, userId);
    await endErasure(tx, { userId, state: 'done', now });
    await recordAction(tx, { at: now, userId, actor: 'user', action: 'user_erased' });

    return 'erased';
  });
}

/**
 * Blocks what a user does until the transaction ends.
 * @returns why the user cannot be erased now
 */
export async function lockForErasure(tx: Tx, deps: Deps, userId: string): Promise<ErasureBlock[]> {
  await lockAll(tx, deps, userId);
  return listErasureBlocks(tx, userId);
}

/**
 * Erases a user as two people decided, before the waiting time has passed. The caller has locked
 * the user.
 */
export async function eraseNow(
  tx: Tx,
  deps: ErasureDeps,
  { userId, actor }: { userId: string; actor: string },
): Promise<void> {
  const now = deps.now();
  await erase(tx, deps, userId);
  await decideErasure(tx, { userId, refusedBecause: null, now });
  await recordAction(tx, { at: now, userId, actor, action: 'user_erased' });
}

/**
 * Erases a user again whose erasure a restored database does not have, whatever is owed: it was
 * owed no more when the user was erased.
 * @returns false when the user is not there or is erased
 */
export async function eraseAgain(
  deps: ErasureDeps & Pick<Deps, 'db'>,
  userId: string,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockAll(tx, deps, userId);
    if (!(await lockNotErased(tx, userId))) return false;
    await eraseNow(tx, deps, { userId, actor: 'program' });
    return true;
  });
}

/**
 * Erases again what requests running during the erasure wrote afterwards, including pictures and
 * stored answers.
 */
export async function repeatErasure(deps: Deps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockAll(tx, deps, userId);

    // The pictures retained by law are referenced only by `retained_records`, so they are not
    // listed here.
    const pictures = (await listPictures(tx, userId)).map(({ fileId }) => fileId);
    for (const fileId of [...pictures, ...(await listExportFiles(tx, userId))])
      await addJob(tx, JOBS['delete-file'], { fileId }, { userId });
    await deleteAnswers(tx, userId);
    await deleteRows(tx, userId);
    await deleteProofPictures(tx, userId);
  });
}

/**
 * Blocks applications, payments and sign-ins until the user is erased. Locks in their order: a
 * sign-in locks a code or a link before the user.
 */
async function lockAll(tx: Tx, { crypto }: ErasureDeps, userId: string): Promise<void> {
  await lockCredit(tx, userId);
  await lockSignIns(tx, userId, crypto.hashes('phone', await readPhone(tx, crypto, userId)));
}

async function erase(tx: Tx, deps: ErasureDeps, userId: string): Promise<void> {
  const phone = await readPhone(tx, deps.crypto, userId);
  const retention = computeLegalRetention(deps.today(), await hasBorrowed(tx, userId));
  const pictures = await listPictures(tx, userId);
  const cards = pictures.filter(({ isCard }) => isCard).map(({ fileId }) => fileId);

  if (retention) await pseudonymize(tx, deps, { userId, phone, cards, retention });

  const fileIds = [
    ...pictures.filter(({ isCard }) => !(isCard && retention)).map(({ fileId }) => fileId),
    ...(await listExportFiles(tx, userId)),
  ];
  for (const fileId of fileIds) await addJob(tx, JOBS['delete-file'], { fileId }, { userId });
  await deleteRelatedRows(tx, deps, { userId, phone });
  await deleteRows(tx, userId);
  await blank(tx, deps, userId);
  await addJob(tx, JOBS['record-erasure'], { userId });
}

/**
 * Stores one encrypted record of the borrower's identity, with the data and card pictures the law
 * requires.
 */
async function pseudonymize(
  tx: Tx,
  deps: ErasureDeps,
  {
    userId,
    phone,
    cards,
    retention,
  }: { userId: string; phone: string; cards: readonly string[]; retention: LegalRetention },
): Promise<void> {
  const record: Record<string, unknown> = { phone };
  for (const table of RECIPIENTS.filter((one) => retentionMap[one].erasure === 'archived'))
    record[table] = await readPersonalData(tx, deps.crypto, table, userId);
  await insertRetainedRecord(tx, {
    userId,
    recordEnc: deps.crypto.encrypt(JSON.stringify(record), `retained_records.record_enc:${userId}`),
    fileIds: cards,
    law: retention.law,
    retainUntil: retention.keepUntil,
  });
}

/**
 * Deletes rows without the user's id: codes by phone, stored answers by device, sandbox messages.
 */
async function deleteRelatedRows(
  tx: Tx,
  deps: ErasureDeps,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  await deleteCodes(tx, deps.crypto.hashes('phone', phone));
  await deleteAnswers(tx, userId);
  await deleteSandboxMessages(tx, phone);
  const email = await readEmail(tx, deps.crypto, userId);
  if (email) await deleteSandboxMails(tx, email.address);
}

async function deleteRows(tx: Tx, userId: string): Promise<void> {
  for (const table of RECIPIENTS) {
    const { erasure } = retentionMap[table];
    if (erasure === 'stays' || erasure === 'blanked') continue;
    if (erasure === 'without_loan') await deleteRowsWithoutLoan(tx, table, userId);
    else await deleteUserRows(tx, table, userId);
  }
}

/**
 * Blanks the user's row: the ledger keeps only the user id, and the phone number may register
 * again.
 */
async function blank(tx: Tx, deps: ErasureDeps, userId: string): Promise<void> {
  const now = deps.now();
  await deleteProofPictures(tx, userId);
  await markAllConsentsWithdrawn(tx, userId, now);

  const phoneHash = deps.crypto.hash('erased', userId);
  const phoneEnc = deps.crypto.encrypt('', `users.phone_enc:${userId}`);

  await markUserErased(tx, { userId, phoneHash, phoneEnc, now });
}
