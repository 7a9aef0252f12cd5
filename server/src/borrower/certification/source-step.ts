import type { SourceDifference } from '@noren/core/people/source-match';
import { reviewNewEvidence } from '../../people/certification/review-store.ts';
import { refuseSource } from '../../people/certification/source-refusals.ts';
import { requireConsent } from '../../people/consents.ts';
import { recordSystemAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import type { LockerRefusal } from '../../platform/ports/digilocker.ts';
import type { SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { type CardCode, saveCardCode, storePhoto } from './card-code.ts';
import { findCodeStep, findOtherHolder, saveLaterCode } from './later-code.ts';
import { requireStep, requireStepAccess } from './step.ts';

/*
 * A signed source that is no picture of a card: an offline file, or the e-Aadhaar of DigiLocker. It
 * is taken in step one, or later from somebody certified by pictures alone, and then does what the
 * code on a card does.
 */

/**
 * Checks that a source may be sent now, and counts it: tries at once are no more than these.
 * @returns whether it is for a person who is certified
 * @throws CallError
 */
export async function openSourceStep(ctx: UserCtx): Promise<{ isLater: boolean }> {
  const { deps, userId, now } = ctx;
  const step = await requireSourceStep(ctx);

  await takeOrRefuse({ deps, now }, [
    ['identity-file-user-hour', userId],
    ['identity-file-user-day', userId],
  ]);
  return step;
}

/** @throws CallError where no source is taken now, or none of this person */
export async function requireSourceStep(ctx: UserCtx): Promise<{ isLater: boolean }> {
  const isLater = (await findCodeStep(ctx, ctx.deps.db)) === 'aadhaarBack';
  if (isLater) requireCodeFor(ctx, 'change_saved');
  else requireStepAccess(ctx, 'one');
  await requireConsent(ctx, ctx.deps.db, 'identity_documents');

  return { isLater };
}

type SourceOrigin = 'identity_file' | 'digilocker';

/** Why a source was refused, for staff. No share code, code or token is in any record. */
export async function noteRefusal(
  ctx: UserCtx,
  from: SourceOrigin,
  detail: { reason: LockerRefusal | 'differs'; differences?: readonly SourceDifference[] },
): Promise<void> {
  await recordSystemAction(ctx.deps.db, ctx, { action: `${from}_refused`, detail });
}

/**
 * Stores the photo until a face is compared with it.
 * @throws CallError 400 where a certified person sends somebody else's source
 */
export async function admitSource(
  ctx: UserCtx,
  { photo, ...identity }: SignedIdentity,
  { isLater, from }: { isLater: boolean; from: SourceOrigin },
): Promise<CardCode> {
  const differences = isLater ? await findOtherHolder(ctx, identity) : null;
  if (differences !== null) {
    await noteRefusal(ctx, from, { reason: 'differs', differences });
    throw refuseSource(from === 'digilocker' ? 'locker_differs' : 'file_differs');
  }

  return { identity, ...(await storePhoto(ctx, photo)) };
}

/** Stores an admitted source, or nothing of it when the step has closed meanwhile. */
export async function commitSource(ctx: UserCtx, tx: Tx, code: CardCode): Promise<void> {
  try {
    const source = { document: null, code };
    const status = await lockUser(tx, ctx.userId);
    if ((await findCodeStep(ctx, tx)) === 'aadhaarBack')
      return await saveLaterCode(ctx, tx, source);

    requireStep(status, 'one');
    await saveCardCode(ctx, tx, source);
    await reviewNewEvidence(tx, ctx.userId, ctx.now);
  } catch (error) {
    if (code.photoFileId) await ctx.deps.files.remove(code.photoFileId);
    throw error;
  }
}
