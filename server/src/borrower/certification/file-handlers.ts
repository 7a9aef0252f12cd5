import {
  fileFaults,
  refuseFile,
  requireSources,
} from '../../people/certification/source-refusals.ts';
import { requireConsent } from '../../people/consents.ts';
import { readPhone } from '../../people/login/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import type {
  FileRefusal,
  IdentitySources,
  SignedIdentity,
} from '../../platform/ports/identity-sources.ts';
import { type CardCode, saveCardCode, storePhoto } from './card-code.ts';
import { showSource } from './document-handlers.ts';
import { findCodeStep, findOtherHolder, saveLaterCode } from './later-code.ts';
import { requireStep, requireStepAccess } from './step.ts';

/** Which rule a refused file broke, for staff. The share code is in no record. */
async function noteRefusal(
  { deps, userId, now }: UserCtx,
  detail: { reason: FileRefusal | 'differs'; differences?: readonly string[] },
): Promise<void> {
  await recordAction(deps.db, {
    at: now,
    userId,
    actor: 'system',
    action: 'identity_file_refused',
    detail,
  });
}

/**
 * What a file of the signed-in phone says.
 * @throws CallError 400 with what to do about a file that proves nothing
 */
async function readFile(
  ctx: UserCtx,
  sources: IdentitySources,
  upload: Buffer,
  shareCode: string,
): Promise<SignedIdentity> {
  const { db, crypto, clock } = ctx.deps;
  const mobile = await readPhone(db, crypto, ctx.userId);
  // A machine's clock that is wrong would take a file that is too old.
  const now = await clock.databaseNow(db);

  const reading = await sources.readFile(upload, { shareCode, mobile, now });
  if (reading.ok) return reading.identity;

  await noteRefusal(ctx, { reason: reading.reason });
  throw refuseFile(fileFaults[reading.reason]);
}

/** @throws CallError 400 when a certified person sends another person's file */
async function requireSameHolder(ctx: UserCtx, identity: SignedIdentity): Promise<void> {
  const differences = await findOtherHolder(ctx, identity);
  if (differences === null) return;

  await noteRefusal(ctx, { reason: 'differs', differences });
  throw refuseFile('file_differs');
}

async function commitFile(ctx: UserCtx, tx: Tx, code: CardCode): Promise<void> {
  const source = { document: null, code };
  const status = await lockUser(tx, ctx.userId);
  if ((await findCodeStep(ctx, tx)) === 'aadhaarBack') return saveLaterCode(ctx, tx, source);

  requireStep(status, 'one');
  await saveCardCode(ctx, tx, source);
}

/** Step one, or the later step to a signed source: the file instead of the code on a card. */
export const fileHandlers = {
  readIdentityFile: twoPhase({
    async prepare(ctx, { body, file }) {
      const { deps, userId, now } = ctx;
      const sources = requireSources(ctx);
      const isLater = (await findCodeStep(ctx, deps.db)) === 'aadhaarBack';
      if (isLater) requireCodeFor(ctx, 'change_saved');
      else requireStepAccess(ctx, 'one');
      await requireConsent(ctx, deps.db, 'identity_documents');

      // Counted before the code is tried, so that tries at once are no more than these.
      orRateLimited(
        await deps.limits.take(
          [
            ['identity-file-user-hour', userId],
            ['identity-file-user-day', userId],
          ],
          now,
        ),
      );

      const { photo, ...identity } = await readFile(ctx, sources, file, body.shareCode);
      if (isLater) await requireSameHolder(ctx, { photo, ...identity });

      return { identity, ...(await storePhoto(ctx, photo)) };
    },
    async commit(ctx, _input, tx, source) {
      try {
        await commitFile(ctx, tx, source);
      } catch (error) {
        if (source.photoFileId) await ctx.deps.files.remove(source.photoFileId);
        throw error;
      }

      return { fields: showSource(source.identity) };
    },
  }),
} satisfies Partial<Handlers>;
