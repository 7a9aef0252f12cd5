import { daysBetween } from '@noren/core/money/time';
import {
  countFaults,
  lastClosedDay,
  readCloseProgress,
} from '../../lending/close/closed-days-store.ts';
import { readOutbox } from '../../lending/orders/outbox-store.ts';
import { listLastRuns } from '../../lending/reconciliation/check-results-store.ts';
import { SELF_CHECK_NAMES } from '../../lending/reconciliation/self-check-names.ts';
import { readListsInForce } from '../../people/sanctions/list-store.ts';
import { countUnscreened } from '../../people/sanctions/screening-store.ts';
import { databaseToday } from '../../platform/clock/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { countJobs, readOldestDueJob } from '../../platform/jobs/job-store.ts';
import { keepFor } from '../../platform/monitoring/keep-for.ts';
import type { GaugeValue } from '../../platform/monitoring/metrics.ts';
import { readArchiver, readNewestBackups } from '../backup/backup-store.ts';
import { countReplicas, estimateSessions, readOpenUnclaimed } from './gauges-store.ts';

const CACHE_MS = 10_000;
/** A large lender's work queue has tens of thousands of rows, and staff take hours, not seconds. */
const WORK_CACHE_MS = 60_000;

type GaugePart = (deps: Deps) => Promise<GaugeValue[]>;

/**
 * Makes a reader that queries the database at most every ten seconds, and the work that waits for
 * staff and who is not screened at most every minute, however often it is called.
 * @param workGauges reads the work that waits for staff; the console defines it
 */
export function makeGaugeReader(
  deps: Deps,
  workGauges: GaugePart,
): () => Promise<readonly GaugeValue[]> {
  const readWork = keepFor(WORK_CACHE_MS, () => workGauges(deps));
  const readScreening = keepFor(WORK_CACHE_MS, () => readListGauges(deps));
  return keepFor(CACHE_MS, () => readGauges(deps, readWork, readScreening));
}

/** Jobs, the outbox, staff work, money in suspense, the close of day, self-checks and backups. */
export async function readGauges(
  deps: Deps,
  readWork: GaugePart,
  readScreening: GaugePart = readListGauges,
): Promise<readonly GaugeValue[]> {
  const parts = await Promise.all(
    [
      readJobGauges,
      readOutboxGauges,
      readWork,
      readMoneyGauges,
      readCloseGauges,
      readCheckGauges,
      readBackupGauges,
      readReplicaGauges,
      readScreening,
    ].map((read) => read(deps)),
  );
  return parts.flat();
}

async function readJobGauges({ db }: Deps): Promise<GaugeValue[]> {
  const [counts, oldest] = await Promise.all([countJobs(db), readOldestDueJob(db)]);
  const help = 'Background jobs: due now, waiting for their time, failed at least once.';

  return [
    ...(['due', 'later', 'failed'] as const).map((state) => ({
      name: 'noren_jobs',
      help,
      labels: { state },
      value: counts[state],
    })),
    {
      name: 'noren_job_oldest_due_seconds',
      help: 'For how long the oldest due job waits.',
      value: (oldest ?? 0) / 1_000,
    },
  ];
}

async function readOutboxGauges({ db, now }: Deps): Promise<GaugeValue[]> {
  const rows = await readOutbox(db);

  return rows.flatMap(({ what, state, count, oldestAt }) => {
    const labels = { what, state };
    const age = oldestAt === null ? 0 : Math.max(0, (now() - oldestAt) / 1_000);

    return [
      {
        name: 'noren_outbox',
        help: 'Payouts, refunds, messages and events that wait to leave or for an answer.',
        labels,
        value: count,
      },
      {
        name: 'noren_outbox_oldest_seconds',
        help: 'For how long the oldest of them waits.',
        labels,
        value: age,
      },
    ];
  });
}

async function readMoneyGauges({ db }: Deps): Promise<GaugeValue[]> {
  const [unclaimed, sessions] = await Promise.all([readOpenUnclaimed(db), estimateSessions(db)]);

  return [
    {
      name: 'noren_unclaimed_payments',
      help: 'Payments in suspense, neither claimed nor sent back.',
      value: unclaimed.payments,
    },
    { name: 'noren_unclaimed_paise', help: 'Their amount in paise.', value: unclaimed.paise },
    { name: 'noren_sessions_about', help: 'Stored sessions, estimated.', value: sessions },
  ];
}

async function readCloseGauges(deps: Deps): Promise<GaugeValue[]> {
  const [last, today, faults, orders] = await Promise.all([
    lastClosedDay(deps.db),
    databaseToday(deps, deps.db),
    countFaults(deps.db),
    readCloseProgress(deps.db),
  ]);

  return [
    {
      name: 'noren_days_not_closed',
      help: 'Business days that have ended since the last one closed; 0 before the first close.',
      value: last === null ? 0 : Math.max(0, daysBetween(last, today) - 1),
    },
    { name: 'noren_close_faults', help: 'Orders that could not be closed.', value: faults },
    ...(['closing', 'last'] as const).map((day) => ({
      name: 'noren_close_orders',
      help:
        'Orders taken up of the day that is being closed, 0 without one; ' +
        'orders of the day closed last.',
      labels: { day },
      value: orders[day],
    })),
  ];
}

async function readCheckGauges({ db, now }: Deps): Promise<GaugeValue[]> {
  const runs = await listLastRuns(db, SELF_CHECK_NAMES);

  return runs.flatMap(({ name: check, problemCount, runAt }) => [
    {
      name: 'noren_self_check_problems',
      help: 'What the last run of a self-check found.',
      labels: { check },
      value: problemCount,
    },
    {
      name: 'noren_self_check_age_seconds',
      help: 'When a self-check last ran.',
      labels: { check },
      value: Math.max(0, (now() - runAt) / 1_000),
    },
  ]);
}

async function readBackupGauges({ db, now }: Deps): Promise<GaugeValue[]> {
  const [newest, archiver] = await Promise.all([readNewestBackups(db), readArchiver(db)]);
  const ages = (['database', 'files'] as const).map((part) => ({
    name: 'noren_backup_age_seconds',
    help:
      'When the last backup of the database, and of the files, was started; ' +
      'without one, since when the installation is there.',
    labels: { part },
    value: Math.max(0, (now() - (newest[part] ?? now())) / 1_000),
  }));
  const archiveGauge = {
    name: 'noren_wal_archived',
    help:
      '0 when the database archives no write-ahead log: ' +
      'only the moments of its backups can be restored.',
    value: archiver ? 1 : 0,
  };
  if (!archiver) return [...ages, archiveGauge];

  const help =
    '1 when the last attempt to archive the write-ahead log failed; ' +
    'absent where nothing is archived.';
  return [
    ...ages,
    archiveGauge,
    { name: 'noren_wal_archive_failing', help, value: archiver.isFailing ? 1 : 0 },
  ];
}

export async function readListGauges({ db, now }: Deps): Promise<GaugeValue[]> {
  const lists = await readListsInForce(db);
  if (lists.length === 0) return [];

  const screenedWith = lists.map(({ listId }) => listId).join(',');

  return [
    ...lists.map(({ list, checkedAt }) => ({
      name: 'noren_sanctions_list_age_seconds',
      help: 'When the source of the sanctions list in force last gave it; absent without a list.',
      labels: { list },
      value: Math.max(0, (now() - checkedAt) / 1_000),
    })),
    {
      name: 'noren_sanctions_unscreened',
      help:
        'People who were not screened with the sanctions lists in force; ' +
        'absent without a list.',
      value: await countUnscreened(db, screenedWith),
    },
  ];
}

async function readReplicaGauges({ db }: Deps): Promise<GaugeValue[]> {
  const replicas = await countReplicas(db);
  const help = 'Replicas that follow the primary; absent where no transaction waits for one.';
  return replicas === null ? [] : [{ name: 'noren_replicas', help, value: replicas }];
}
