import type { PanDifference, PanVerdict } from '@noren/core/people/pan-check';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { PanAnswer, PanQuestion } from '../../platform/ports/pan-register.ts';

/** What the register of PANs said of an identity, or that it was not answered yet. */
export interface PanCheck {
  /** Of this question: another identity has another. */
  readonly checkId: string;
  readonly verdict: PanVerdict;
  readonly differences: readonly PanDifference[];
  readonly askedHash: Buffer;
  /** How often no answer came. */
  readonly tries: number;
}

export const hashQuestion = (crypto: FieldCrypto, { pan, name, birthDay }: PanQuestion): Buffer =>
  crypto.hash('pan_question', [pan, birthDay, name].join('\n'));

export async function readPanCheck(db: Db | Tx, userId: string): Promise<PanCheck | null> {
  const row = await db
    .selectFrom('pan_checks')
    .select(['checkId', 'verdict', 'differences', 'askedHash', 'tries'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? { ...row, differences: row.differences as PanDifference[] } : null;
}

/** A new question, in place of the one before and its answer. */
export async function startPanCheck(
  tx: Tx,
  userId: string,
  { askedHash, consentVersion, now }: { askedHash: Buffer; consentVersion: string; now: number },
): Promise<void> {
  await tx.deleteFrom('pan_checks').where('userId', '=', userId).execute();
  await tx
    .insertInto('pan_checks')
    .values({
      userId,
      askedHash,
      consentVersion,
      createdAt: timestamp(now),
      nextTryAt: timestamp(now),
    })
    .execute();
}

/** No answer came: the question waits until `nextTryAt` (UTC ms). */
export async function postponePanCheck(
  db: Db,
  userId: string,
  { checkId, tries, nextTryAt }: Pick<PanCheck, 'checkId' | 'tries'> & { nextTryAt: number },
): Promise<void> {
  await db
    .updateTable('pan_checks')
    .set({ tries, nextTryAt: timestamp(nextTryAt) })
    .where('userId', '=', userId)
    .where('checkId', '=', checkId)
    .where('verdict', '=', 'waiting')
    .execute();
}

/** @returns false when another identity was confirmed meanwhile, or the question was answered */
export async function savePanAnswer(
  tx: Tx,
  userId: string,
  { checkId, answer, now }: { checkId: string; answer: PanAnswer; now: number },
): Promise<boolean> {
  const saved = await tx
    .updateTable('pan_checks')
    .set({
      verdict: answer.differences.length === 0 ? 'agrees' : 'differs',
      differences: JSON.stringify(answer.differences),
      providerRef: answer.ref,
      decidedAt: timestamp(now),
    })
    .where('userId', '=', userId)
    .where('checkId', '=', checkId)
    .where('verdict', '=', 'waiting')
    .returning('checkId')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Users whose question should have been asked before `before` (UTC ms): its job was lost. */
export async function listStalePanChecks(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pan_checks')
    .select('userId')
    .where('verdict', '=', 'waiting')
    .where('nextTryAt', '<', instantValue(before))
    .orderBy('nextTryAt')
    .limit(500)
    .execute();
  return rows.map(({ userId }) => userId);
}
