import { CODES } from '@noren/contract/codes';
import { businessDayOf } from '@noren/core/money/time';
import { recordAction } from '../../platform/audit-store.ts';
import { bindingOf, openPicture } from '../../platform/files/pictures.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { COPY_KINDS, COPY_TYPES } from './export-files.ts';
import { createExport, findExport, listExports } from './requests-store.ts';

/** Copies of all data stored about a user. */
export const exportHandlers: Handlers<'exportList' | 'requestExport' | 'fetchExport'> = {
  exportList: async ({ userId, now }, _input, db) => ({
    exports: (await listExports(db, userId)).map((dataExport) =>
      dataExport.expiresAt <= now ? { ...dataExport, state: 'gone' as const } : dataExport,
    ),
  }),

  requestExport: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      orRateLimited(await ctx.deps.limits.take([['data-export-user-day', ctx.userId]], ctx.now));
    },
    async commit({ userId, language, now }, _input, tx) {
      const { dataExport, isNew } = await createExport(tx, { userId, language, now });
      if (isNew) {
        await addJob(tx, 'make-export', { userId, exportId: dataExport.exportId });
        await recordAction(tx, {
          at: now,
          userId,
          actor: 'user',
          action: 'export_requested',
          subject: dataExport.exportId,
        });
      }
      return dataExport;
    },
  }),

  fetchExport: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'take_data');
      orRateLimited(await ctx.deps.limits.take([['data-fetch-user-hour', ctx.userId]], ctx.now));
    },
    async commit(ctx, { params: { exportId, format } }, db) {
      const { userId, now, deps } = ctx;
      const dataExport = await findExport(db, { userId, exportId, now });
      const file = dataExport && (await openPicture(deps, dataExport[format], bindingOf(userId, COPY_KINDS[format])));
      if (!dataExport || !file) throw new CallError(CODES.notFound, 'error.not_found');
      await recordAction(db, { at: now, userId, actor: 'user', action: 'export_fetched', subject: exportId });
      return {
        fileName: `noren-data-${businessDayOf(dataExport.requestedAt)}.${format}`,
        mediaType: COPY_TYPES[format],
        contentBase64: file.toString('base64'),
      };
    },
  }),
};
