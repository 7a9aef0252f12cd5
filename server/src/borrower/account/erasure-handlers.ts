import type { ErasureState } from '@noren/contract/privacy';
import { computeLegalRetention, erasureWaitMs } from '@noren/core/lending/erasure';
import { toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../notifications/store.ts';
import { createErasure, endErasure, readErasure } from '../../people/account/requests-store.ts';
import { hasBorrowed, listErasureBlocks } from '../../people/account/store.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { recordAction, recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

const DAY_MS = 86_400_000;

async function erasureView({ userId, today }: UserCtx, db: Db | Tx): Promise<ErasureState> {
  const erasure = await readErasure(db, userId);
  // After an erasure the user no longer exists, so 'done' is never shown.
  const state = erasure && erasure.state !== 'done' ? erasure.state : 'none';

  return {
    state,
    requestedAt: erasure?.requestedAt ?? null,
    refusedBecause: erasure?.refusedBecause ?? null,
    dueAt: state === 'waiting' ? (erasure?.dueAt ?? null) : null,
    blocks: await listErasureBlocks(db, userId),
    keepUntil: computeLegalRetention(today, await hasBorrowed(db, userId))?.keepUntil ?? null,
    waitDays: erasureWaitMs / DAY_MS,
  };
}

/** Erasure of a user's data: request, view, cancel. */
export const erasureHandlers = {
  viewErasure: (ctx, _input, db) => erasureView(ctx, db),

  requestErasure: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      await takeOrRefuse(ctx, [['data-erase-user-day', ctx.userId]]);
    },
    async commit(ctx, _input, tx) {
      const { userId, now, deps } = ctx;
      await lockUser(tx, userId);
      await requireNoPhoneChange(tx, userId);

      const [block] = await listErasureBlocks(tx, userId);
      if (block) throw conflict('privacy.erase_blocked', block);

      const created = await createErasure(tx, { userId, now });
      if (created) {
        const values = { day: toBusinessDay(created.dueAt) };
        await notify(tx, deps, {
          userId,
          kind: 'erasure_requested',
          reference: created.erasureId,
          values,
        });

        await recordOwnAction(
          tx,
          { userId, now },
          { action: 'erasure_requested', subject: created.erasureId },
        );
      }

      return erasureView(ctx, tx);
    },
  }),

  async stopErasure(ctx, _input, tx) {
    const { userId, now } = ctx;
    requireCodeFor(ctx, 'change_saved');
    // The lock makes sure the erasure is not being carried out while it is cancelled.
    await lockUser(tx, userId);
    if (await endErasure(tx, { userId, state: 'cancelled', now }))
      await recordAction(tx, { at: now, userId, actor: 'user', action: 'erasure_stopped' });

    return erasureView(ctx, tx);
  },
} satisfies Partial<Handlers>;
