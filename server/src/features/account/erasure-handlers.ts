import { CODES } from '@noren/contract/codes';
import type { ErasureShown } from '@noren/contract/privacy';
import { businessDayOf } from '@noren/core/money/time';
import { erasureWaitMs, keptByLaw } from '@noren/core/people/erasure';
import { recordAction } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { notify } from '../../platform/notifications/store.ts';
import { addErasure, endErasure, readErasure } from './requests-store.ts';
import { listBlocks, wasLent } from './store.ts';

const DAY_MS = 86_400_000;

async function show({ userId, today }: UserCtx, db: Db | Tx): Promise<ErasureShown> {
  const erasure = await readErasure(db, userId);
  // The user of one that is done is not there to ask.
  const state = erasure && erasure.state !== 'done' ? erasure.state : 'none';
  return {
    state,
    askedAt: erasure?.askedAt ?? null,
    dueAt: state === 'waiting' ? (erasure?.dueAt ?? null) : null,
    blocks: await listBlocks(db, userId),
    keepUntil: keptByLaw(today, await wasLent(db, userId))?.keepUntil ?? null,
    waitDays: erasureWaitMs / DAY_MS,
  };
}

/** Having all that is held erased, and thinking better of it. */
export const erasureHandlers: Handlers<'viewErasure' | 'askErasure' | 'stopErasure'> = {
  viewErasure: (ctx, _input, db) => show(ctx, db),

  askErasure: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      orRateLimited(await ctx.deps.limits.take([['data-erase-user-day', ctx.userId]], ctx.now));
    },
    async commit(ctx, _input, tx) {
      const { userId, now, deps } = ctx;
      await lockUser(tx, userId);
      const [block] = await listBlocks(tx, userId);
      if (block) throw new CallError(CODES.conflict, 'privacy.erase_blocked', { data: { reason: block } });
      const asked = await addErasure(tx, { userId, now });
      if (asked) {
        const values = { day: businessDayOf(asked.dueAt) };
        await notify(tx, deps, { userId, kind: 'erasure_asked', reference: asked.erasureId, values });
        await recordAction(tx, { at: now, userId, actor: 'user', action: 'erasure_asked', subject: asked.erasureId });
      }
      return show(ctx, tx);
    },
  }),

  async stopErasure(ctx, _input, tx) {
    const { userId, now } = ctx;
    requireCodeFor(ctx, 'change_saved');
    // Said to be stopped it is not being carried out.
    await lockUser(tx, userId);
    if (await endErasure(tx, { userId, state: 'cancelled', now }))
      await recordAction(tx, { at: now, userId, actor: 'user', action: 'erasure_stopped' });
    return show(ctx, tx);
  },
};
