import {
  fileFaults,
  refuseSource,
  requireSources,
} from '../../people/certification/source-refusals.ts';
import { readPhone } from '../../people/login/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import type {
  FileRefusal,
  IdentitySources,
  SignedIdentity,
} from '../../platform/ports/identity-sources.ts';
import { showSource } from './document-handlers.ts';
import { admitSource, commitSource, openSourceStep } from './source-step.ts';

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
  throw refuseSource(fileFaults[reading.reason]);
}

export const fileHandlers = {
  readIdentityFile: twoPhase({
    async prepare(ctx, { body, file }) {
      const sources = requireSources(ctx);
      const step = await openSourceStep(ctx);
      const identity = await readFile(ctx, sources, file, body.shareCode);

      return admitSource(ctx, identity, step, async (differences) => {
        await noteRefusal(ctx, { reason: 'differs', differences });
        return refuseSource('file_differs');
      });
    },
    async commit(ctx, _input, tx, source) {
      await commitSource(ctx, tx, source);
      return { fields: showSource(source.identity) };
    },
  }),
} satisfies Partial<Handlers>;
