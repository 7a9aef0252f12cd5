import {
  fileFaults,
  refuseSource,
  requireSources,
} from '../../people/certification/source-refusals.ts';
import { readPhone } from '../../people/login/store.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import type { IdentitySources, SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { showSource } from './document-handlers.ts';
import { admitSource, commitSource, noteRefusal, openSourceStep } from './source-step.ts';

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

  await noteRefusal(ctx, 'identity_file', { reason: reading.reason });
  throw refuseSource(fileFaults[reading.reason]);
}

export const fileHandlers = {
  readIdentityFile: twoPhase({
    async prepare(ctx, { body, file }) {
      const sources = requireSources(ctx);
      const { isLater } = await openSourceStep(ctx);
      const identity = await readFile(ctx, sources, file, body.shareCode);

      return admitSource(ctx, identity, { isLater, from: 'identity_file' });
    },
    async commit(ctx, _input, tx, source) {
      await commitSource(ctx, tx, source);
      return { fields: showSource(source.identity) };
    },
  }),
} satisfies Partial<Handlers>;
