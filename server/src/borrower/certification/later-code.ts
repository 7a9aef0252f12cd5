import { compareSource } from '@noren/core/people/source-match';
import { UserStatus } from '@noren/core/people/status';
import { identityLevelNow } from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { compareNewestSource, recordComparison } from '../../people/certification/decide-source.ts';
import { readWaitingPhoto } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { readDocumentRequests } from '../../people/document-request-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { refusePicture, takePicture } from '../../platform/files/pictures.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { type CardCode, codeFaults, readCardCode, saveCardCode } from './card-code.ts';

/*
 * Somebody certified by pictures alone sends a card again for its code: first the card, then a face
 * check, because the photo in the code is compared with a face and no frame of the first check was
 * kept. The pictures and readings that were confirmed stay as they are.
 */

/** What a certified person may send so that the issuer confirms the identity; null: nothing. */
export async function findCodeStep(
  ctx: UserCtx,
  db: Db | Tx,
): Promise<'aadhaarBack' | 'face' | null> {
  const { deps, userId, session, today } = ctx;
  if (deps.identitySources === null || session.bizStatus < UserStatus.certified) return null;

  const credit = await readCredit(db, userId, today);
  if (identityLevelNow(credit, ctx).level !== 'document_seen') return null;

  // What a reviewer waits for comes first.
  if ((await readDocumentRequests(db, userId)).length > 0) return null;

  return (await readWaitingPhoto(db, userId)) === null ? 'aadhaarBack' : 'face';
}

/**
 * The code on a card of the confirmed person.
 * @throws CallError 400 when none is found, it is forged, or it is another person's
 */
export async function readLaterCode(ctx: UserCtx, upload: Buffer): Promise<CardCode> {
  await takePicture(ctx.deps, upload);

  const result = await readCardCode(ctx, 'aadhaarBack', upload);
  if (result.state === 'refused') throw refusePicture(codeFaults[result.reason]);
  if (result.state !== 'read') throw refusePicture('code_missing');

  const { db, crypto, files } = ctx.deps;
  const { fields, referenceLast4 } = result.code.identity;
  const identity = await readIdentity(db, crypto, ctx.userId);
  const differences = identity ? compareSource({ ...fields, last4: referenceLast4 }, identity) : [];
  if (differences.length === 0) return result.code;

  if (result.code.photoFileId) await files.remove(result.code.photoFileId);
  await recordAction(db, {
    at: ctx.now,
    userId: ctx.userId,
    actor: 'system',
    action: 'card_code_refused',
    detail: { document: 'aadhaarBack', reason: 'differs', differences },
  });
  throw refusePicture('code_differs');
}

/** Stores the code. One without a photo is compared at once, another after the face check. */
export async function saveLaterCode(ctx: UserCtx, tx: Tx, code: CardCode): Promise<void> {
  await saveCardCode(ctx, tx, code);
  if (code.photoFileId === null) await compareLaterCode(ctx, tx);
}

/** Compares the newest source with the identity that was confirmed before it came. */
export async function compareLaterCode({ deps, userId, now }: UserCtx, tx: Tx): Promise<void> {
  const identity = await readIdentity(tx, deps.crypto, userId);
  if (!identity) return;

  const compared = await compareNewestSource(deps, tx, userId, identity);
  await recordComparison(deps, tx, userId, { compared, isReviewed: false });

  const detail = { differences: [...compared.differences] };
  await recordAction(tx, { at: now, userId, actor: 'user', action: 'card_code_compared', detail });
}
