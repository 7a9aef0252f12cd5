import { countFaults, lastClosedDay } from '../../lending/close/closed-days-store.ts';
import { readOutbox } from '../../lending/orders/outbox-store.ts';
import { listCheckRuns, listLastRuns } from '../../lending/reconciliation/check-results-store.ts';
import { SELF_CHECK_NAMES } from '../../lending/reconciliation/self-check-names.ts';
import { ENCRYPTED_TABLES } from '../../people/encryption/encrypted-fields.ts';
import { readNewestRotation } from '../../people/encryption/key-rotation-store.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { countJobs, listJobs, requeueFailedJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import {
  type DeliveryPlace,
  listCloses,
  listFailedDeliveries,
  listFaults,
  listWaitingDeliveries,
  readRunning,
} from './day-store.ts';

const PAGE = 100;

async function keysView({ crypto }: Deps, db: Db) {
  const { current, older } = crypto.keyIds;
  const newest = await readNewestRotation(db);
  if (!newest) return { current, older: [...older], rotation: null };

  const { keyId, state, fields, files, tablesDone, startedAt, finishedAt } = newest;
  const tables = ENCRYPTED_TABLES.length;
  const rotation = { keyId, state, fields, files, tablesDone, tables, startedAt, finishedAt };

  return { current, older: [...older], rotation };
}

function readPlace(after: string | undefined): DeliveryPlace | null {
  if (after === undefined) return null;
  const [at = '', notificationId = '', channel = ''] = after.split('_');
  return { at: Number(at), notificationId, channel };
}

/** Closes of days, job queues and messages on their way. */
export const dayStaffHandlers = {
  dayOverview: async ({ today, deps }, _input, db) => ({
    today,
    lastClosed: await lastClosedDay(db),
    faults: await countFaults(db),
    jobs: await countJobs(db),
    outbox: await readOutbox(db),
    keys: await keysView(deps, db),
    running: await readRunning(db),
  }),

  dayCloses: async (_ctx, { query }, db) =>
    cutPage(await listCloses(db, query.after ?? null, PAGE + 1), PAGE, ({ closeId }) => closeId),

  closeFaults: async (_ctx, { query }, db) =>
    cutPage(await listFaults(db, query.after ?? null, PAGE + 1), PAGE, ({ orderId }) => orderId),

  selfChecks: async (_ctx, { query }, db) => {
    const { name, after } = query;
    const found =
      name === undefined
        ? await listLastRuns(db, SELF_CHECK_NAMES)
        : await listCheckRuns(db, { name, before: after ?? null, limit: PAGE + 1 });
    const { rows, next } = cutPage(found, PAGE, ({ runAt }) => runAt);
    const shown = rows.map((row) => ({
      ...row,
      problems: [...row.problems],
      listed: [...row.listed],
    }));

    return { rows: shown, next: name === undefined ? null : next };
  },

  deliveryList: async (_ctx, { query }, db) => {
    const { list, after } = query;
    const read = list === 'waiting' ? listWaitingDeliveries : listFailedDeliveries;

    return cutPage(
      await read(db, readPlace(after), PAGE + 1),
      PAGE,
      ({ nextAttemptAt, notificationId, channel }) =>
        [nextAttemptAt ?? 0, notificationId, channel].join('_'),
    );
  },

  jobList: async (_ctx, { query }, db) =>
    cutPage(
      await listJobs(db, { list: query.list, after: query.after ?? 0, limit: PAGE + 1 }),
      PAGE,
      ({ jobId }) => jobId,
    ),

  requeueJob: async ({ staff, now }, { body }, tx) => {
    const { jobId, reason } = body;
    const name = await requeueFailedJob(tx, jobId);

    if (name === null) throw new StaffError('not_possible', 'job_not_retryable');

    const { staffId } = staff;
    const detail = { job: name, reason };

    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'job_requeued',
      subject: String(jobId),
      detail,
    });

    return {};
  },
} satisfies Partial<StaffHandlers>;
