import type { FacePurpose } from '@noren/core/people/face-purpose';
import { UserStatus } from '@noren/core/people/status';
import { readWaitingPhoto } from '../../people/certification/source-store.ts';
import { readDocumentRequests, readFaceCheckedFrom } from '../../people/document-request-store.ts';
import { readOpenChange } from '../../people/login/phone-change-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { readAccountHold } from './account-hold-store.ts';
import { findCodeStep } from './later-code.ts';
import { findDocumentRequest, requireDocumentAccess, stepClosed } from './step.ts';

/**
 * What a face check is for. Only checks for the same since an instant (UTC ms) count. `isRequested`:
 * a reviewer asked for it.
 */
export type CheckPurpose = { readonly since: number } & (
  | { readonly kind: 'identity'; readonly isRequested: boolean }
  | { readonly kind: 'card_code' }
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'phone'; readonly changeId: string }
);

type Find = (ctx: UserCtx, db: Db | Tx, status: number) => Promise<CheckPurpose | null>;

const findIdentity: Find = async (ctx, db, status) => {
  const request = await findDocumentRequest(ctx, db, 'face', status);
  const since = await readFaceCheckedFrom(db, ctx.userId);
  return { kind: 'identity', isRequested: request !== null, since };
};

const findLaterCode: Find = async (ctx, db) => {
  if ((await findCodeStep(ctx, db)) !== 'face') return null;
  const since = await readWaitingPhoto(db, ctx.userId);
  return since === null ? null : { kind: 'card_code', since };
};

const findAccount: Find = async ({ userId, now }, db, status) => {
  if (status < UserStatus.certified) return null;
  const hold = await readAccountHold(db, userId, now);
  return hold && { kind: 'account', ...hold };
};

const findPhone: Find = async (ctx, db) => {
  const change = await readOpenChange(db, ctx.deps.crypto, ctx);
  // Otherwise the owner's check on another phone would serve who began the change.
  if (change?.state !== 'begun' || change.sessionId !== ctx.session.sessionId) return null;
  return { kind: 'phone', changeId: change.changeId, since: change.begunAt };
};

const FIND: Readonly<Record<FacePurpose, Find>> = {
  identity: findIdentity,
  card_code: findLaterCode,
  account: findAccount,
  phone: findPhone,
};

/** What it may be for when an app of an earlier version does not state it. */
async function listGuesses({ userId }: UserCtx, db: Db | Tx): Promise<readonly FacePurpose[]> {
  const open = await readDocumentRequests(db, userId);
  const isRequested = open.some(({ document }) => document === 'face');
  return isRequested ? ['phone', 'identity'] : ['phone', 'account', 'card_code', 'identity'];
}

/**
 * What a face check is for.
 * @param stated null when the app did not say
 * @throws CallError 409 when no such check is due
 */
export async function findCheckPurpose(
  ctx: UserCtx,
  db: Db | Tx,
  { status, stated }: { status: number; stated: FacePurpose | null },
): Promise<CheckPurpose> {
  for (const kind of stated ? [stated] : await listGuesses(ctx, db)) {
    const found = await FIND[kind](ctx, db, status);
    if (found) return found;
  }

  throw stepClosed();
}

/** @throws CallError as {@link findCheckPurpose}, and 316 when a code is needed */
export async function requireCheckAccess(
  ctx: UserCtx,
  db: Db | Tx,
  stated: FacePurpose | null,
): Promise<CheckPurpose> {
  const { bizStatus: status } = ctx.session;
  const purpose = await findCheckPurpose(ctx, db, { status, stated });

  if (purpose.kind === 'phone') requireCodeFor(ctx, 'change_phone');
  else if (purpose.kind === 'account') requireCodeFor(ctx, 'move_money');
  else if (purpose.kind === 'card_code') requireCodeFor(ctx, 'change_saved');
  else await requireDocumentAccess(ctx, db, 'face');

  return purpose;
}
