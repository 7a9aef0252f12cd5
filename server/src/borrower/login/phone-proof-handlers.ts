import type { PhoneProof } from '@noren/core/people/phone-change';
import {
  codeFaults,
  fileFaults,
  refuseSource,
  requireSources,
} from '../../people/certification/source-refusals.ts';
import { askForChange } from '../../people/login/phone-change.ts';
import { type OpenPhoneChange, readOpenChange } from '../../people/login/phone-change-store.ts';
import { recordSystemAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { refusePicture } from '../../platform/files/pictures.ts';
import { type CallError, conflict } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import type {
  CodeRefusal,
  FileRefusal,
  SignedCode,
} from '../../platform/ports/identity-sources.ts';
import { phoneView } from './phone-change-handlers.ts';
import { isHolder, listProofs } from './phone-proof.ts';

type SourceProof = Exclude<PhoneProof, 'face'>;

/**
 * The change that this session began and may prove so.
 * @throws CallError 316, or 409 when there is none
 */
async function requireBegun(
  ctx: UserCtx,
  db: Db | Tx,
  proof: SourceProof,
): Promise<OpenPhoneChange> {
  requireCodeFor(ctx, 'change_phone');

  const change = await readOpenChange(db, ctx.deps.crypto, ctx);
  const isOwn = change?.state === 'begun' && change.sessionId === ctx.session.sessionId;
  if (isOwn && (await listProofs(ctx, db)).includes(proof)) return change;

  throw refuseGone();
}

const refuseGone = (): CallError => conflict('phone.not_begun', 'gone');

/** Records for staff why a source proved nothing. No share code is in any record. */
async function noteRefusal(
  ctx: UserCtx,
  detail: { proof: SourceProof; reason: CodeRefusal | FileRefusal | 'differs' },
): Promise<void> {
  await recordSystemAction(ctx.deps.db, ctx, { action: 'phone_proof_refused', detail });
}

/** @throws CallError 400 for another person's source, 429 after too many */
async function requireHolder(
  ctx: UserCtx,
  identity: Omit<SignedCode, 'photo'>,
  { proof, refusal }: { proof: SourceProof; refusal: CallError },
): Promise<void> {
  const { deps, userId, now } = ctx;
  await takeOrRefuse({ deps, now }, [['later-code-user-day', userId]]);
  if (await isHolder(deps, userId, identity)) return;

  await noteRefusal(ctx, { proof, reason: 'differs' });
  throw refusal;
}

/** Asks for the change that was measured. Another one may have begun meanwhile. */
async function ask(ctx: UserCtx, tx: Tx, changeId: string, proof: SourceProof) {
  await lockUser(tx, ctx.userId);
  const change = await requireBegun(ctx, tx, proof);
  if (change.changeId !== changeId) throw refuseGone();

  await askForChange(tx, ctx.deps, { userId: ctx.userId, changeId, proof });
  return phoneView(ctx, tx);
}

/** A signed identity instead of the face check, for somebody who is signed in. */
export const phoneProofHandlers = {
  provePhoneByCard: twoPhase({
    async prepare(ctx, { body }) {
      const { deps, userId } = ctx;
      const proof = 'card_code';
      const { changeId } = await requireBegun(ctx, deps.db, proof);
      await takeOrRefuse(ctx, [['document-read-user-hour', userId]]);

      const reading = requireSources(ctx).readCode(body.code);
      if (!reading.ok) {
        await noteRefusal(ctx, { proof, reason: reading.reason });
        throw refusePicture(codeFaults[reading.reason]);
      }

      const refusal = refusePicture('code_differs');
      await requireHolder(ctx, reading.identity, { proof, refusal });
      return changeId;
    },
    commit: (ctx, _input, tx, changeId) => ask(ctx, tx, changeId, 'card_code'),
  }),

  provePhoneByFile: twoPhase({
    async prepare(ctx, { body, file }) {
      const { deps, userId } = ctx;
      const proof = 'file';
      const { changeId, newPhone } = await requireBegun(ctx, deps.db, proof);
      await takeOrRefuse(ctx, [
        ['identity-file-user-hour', userId],
        ['identity-file-user-day', userId],
      ]);

      const holder = { shareCode: body.shareCode, mobile: newPhone };
      const now = await deps.clock.databaseNow(deps.db);
      const reading = await requireSources(ctx).readFile(file, { ...holder, now });
      if (!reading.ok) {
        await noteRefusal(ctx, { proof, reason: reading.reason });
        throw refuseSource(fileFaults[reading.reason]);
      }

      const refusal = refuseSource('file_differs');
      await requireHolder(ctx, reading.identity, { proof, refusal });
      return changeId;
    },
    commit: (ctx, _input, tx, changeId) => ask(ctx, tx, changeId, 'file'),
  }),
} satisfies Partial<Handlers>;
