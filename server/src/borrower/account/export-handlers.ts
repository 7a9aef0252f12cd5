import type { DataExport } from '@noren/contract/privacy';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { copyHeldUntil } from '@noren/core/people/data-copy';
import { JOBS } from '../../job-list.ts';
import { notify } from '../../notifications/store.ts';
import { COPY_KINDS, COPY_TYPES } from '../../people/account/export-files.ts';
import {
  createExport,
  findExport,
  listExports,
  type DataExport as StoredExport,
} from '../../people/account/requests-store.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { hasTrustedPasskey, isProvedOwner } from '../../people/owner-proof.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';
import { type CallError, conflict, notFound } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';

const exportView = (
  { sessionId: _, ...stored }: StoredExport,
  isOwner: boolean,
  now: number,
): DataExport => ({
  ...stored,
  state: stored.expiresAt <= now ? 'gone' : stored.state,
  heldUntil: copyHeldUntil({ requestedAt: stored.requestedAt, isProved: isOwner }, now),
});

/** Tells the owner that a new phone will have a copy, in time to sign that phone out. */
async function announceHeldCopy(
  { userId, deps }: UserCtx,
  tx: Tx,
  { exportId, heldUntil }: { exportId: string; heldUntil: number },
): Promise<void> {
  const values = { day: toBusinessDay(heldUntil), time: formatTime(heldUntil) };
  await notify(tx, deps, { userId, kind: 'export_held', reference: exportId, values });
}

function copyHeld(heldUntil: number): CallError {
  const values = { day: formatDay(toBusinessDay(heldUntil)), time: formatTime(heldUntil) };
  return conflict('data.copy_held', 'copy_held', values);
}

/** Copies of all data stored about a user. */
export const exportHandlers = {
  async exportList(ctx, _input, db) {
    const { userId, session, now } = ctx;
    const isOwner = await isProvedOwner(ctx, db);
    const exports = (await listExports(db, userId)).filter(
      ({ sessionId }) => isOwner || sessionId === session.sessionId,
    );

    return {
      exports: exports.map((stored) => exportView(stored, isOwner, now)),
      canProve: !isOwner && (await hasTrustedPasskey(ctx, db)),
    };
  },

  requestExport: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      await takeOrRefuse(ctx, [['data-export-user-day', ctx.userId]]);
    },
    async commit(ctx, _input, tx) {
      const { userId, session, language, now } = ctx;
      const { sessionId } = session;
      await requireNoPhoneChange(tx, userId);

      const { dataExport, isNew } = await createExport(tx, { userId, sessionId, language, now });
      const { exportId } = dataExport;
      const shown = exportView(dataExport, await isProvedOwner(ctx, tx), now);

      if (isNew) {
        await addJob(tx, JOBS['make-export'], { userId, exportId });
        await recordOwnAction(
          tx,
          { userId, now },
          { action: 'export_requested', subject: exportId },
        );
        if (shown.heldUntil !== null)
          await announceHeldCopy(ctx, tx, { exportId, heldUntil: shown.heldUntil });
      }

      return shown;
    },
  }),

  fetchExport: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      await takeOrRefuse(ctx, [['data-fetch-user-hour', ctx.userId]]);
    },
    async commit(ctx, { params: { exportId, format } }, db) {
      const { userId, session, now, deps } = ctx;
      await requireNoPhoneChange(db, userId);

      const dataExport = await findExport(db, { userId, exportId, now });
      const isOwner = await isProvedOwner(ctx, db);
      const isOffered = dataExport && (isOwner || dataExport.sessionId === session.sessionId);
      if (!isOffered) throw notFound();

      const { requestedAt } = dataExport;
      const heldUntil = copyHeldUntil({ requestedAt, isProved: isOwner }, now);
      if (heldUntil !== null) throw copyHeld(heldUntil);

      const file = await openPicture(
        deps,
        dataExport[format],
        toBinding(userId, COPY_KINDS[format]),
      );
      if (!file) throw notFound();

      await recordOwnAction(db, { userId, now }, { action: 'export_fetched', subject: exportId });

      return {
        fileName: `noren-data-${toBusinessDay(requestedAt)}.${format}`,
        mediaType: COPY_TYPES[format],
        contentBase64: file.toString('base64'),
      };
    },
  }),
} satisfies Partial<Handlers>;
