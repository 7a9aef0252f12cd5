import { addDays, type BusinessDay, daysBetween } from '@noren/core/money/time';
import { JOBS } from '../../job-list.ts';
import {
  awaitHelpers,
  beginDay,
  type CloseCounts,
  countCloses,
  deleteResolvedFailures,
  findDayToShare,
  finishDay,
  firstOpenDay,
  hasOrdersBehind,
  lastClosedDay,
  lastConfirmedDay,
  listCloseFailures,
  listOrdersToClose,
  markHelper,
  readFailedSince,
  startHandingOut,
  tryLockCloses,
  unlockCloses,
} from '../../lending/close/closed-days-store.ts';
import { databaseToday } from '../../platform/clock/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { BATCH_SIZE, closeOpenOrders, type Run } from './close-batch.ts';

const TRY_AGAIN_MS = 30_000;
/** Source: `docs/operations/close-of-day.md`. @ASSUMED */
const MAX_DAYS_UNCONFIRMED = 7;
/**
 * Passes over a day's open orders. One suffices unless loans are disbursed meanwhile or orders are
 * locked.
 */
const MAX_PASSES = 3;
/** How soon another process is asked to help. */
const HELP_AGAIN_MS = 1_000;
/** Most orders named in one log line; the table has all. */
const MAX_LOGGED = 50;

/**
 * Run once the open days are closed: what expired with them is not shown as open until the next
 * sweep, and the figures of the night are of closed days.
 */
const AFTER_CLOSE = [
  'sweep',
  'plan-debits',
  'purge-expired',
  'sum-ledger',
  'take-portfolio',
  'take-quarter-rates',
  'notify-held-by-level',
  'give-renewal-reminders',
  'keep-complaint-promises',
  'self-check',
  'log-audit-head',
] as const;

/**
 * Job: closes every open business day before the database's, in order, and retries orders that
 * failed before. Only one process runs it at a time; after an interruption the next run continues
 * where it stopped.
 */
export async function closeMissedDays(
  deps: Deps,
  _payload: object = {},
  batch = BATCH_SIZE,
): Promise<void> {
  const done = await runExclusively(deps, async () => {
    const today = await databaseToday(deps, deps.db);
    const last = await lastClosedDay(deps.db);

    if (last && last >= today) {
      deps.log.error(
        { today, closed: last },
        'days that have not ended are closed: ask to undo these closes',
      );
      return;
    }

    let next = last ? addDays(last, 1) : ((await firstOpenDay(deps.db)) ?? addDays(today, -1));
    let behind = await closeOrdersBehind(deps, last, batch);
    const end = await endOfRun(deps, { next, today, isFirst: last === null });

    for (; next < end; next = addDays(next, 1)) {
      const jobs = addDays(next, 1) < end ? [] : AFTER_CLOSE;
      behind = (await closeDay(deps, next, batch, jobs)).behind;
    }

    if (behind > 0) await closeLater(deps);
  });
  if (!done) await closeLater(deps);
}

/** The days from `next` to before `today`. */
interface OpenDays {
  readonly next: BusinessDay;
  readonly today: BusinessDay;
  /** Whether no day was ever closed. */
  readonly isFirst: boolean;
}

/**
 * The day before which a run may close. So many days in a row are more likely a clock that leapt
 * than a week without a close, and what they charge is not reversed by itself: they wait until
 * operators confirm them.
 */
async function endOfRun(deps: Deps, { next, today, isFirst }: OpenDays): Promise<BusinessDay> {
  // Days that a person moved by hand need none; nor do the loans a sandbox makes weeks back.
  const needsConfirmation = (from: BusinessDay) =>
    daysBetween(from, today) - deps.daysAhead() > MAX_DAYS_UNCONFIRMED;
  if (!needsConfirmation(next) || (isFirst && deps.config.isSandbox)) return today;

  const confirmed = await lastConfirmedDay(deps.db);
  const afterConfirmed = confirmed && confirmed >= next ? addDays(confirmed, 1) : next;
  if (!needsConfirmation(afterConfirmed)) return today;

  const through = addDays(today, -1);
  deps.log.error(
    { from: afterConfirmed, through },
    'too many days to close in a row: operators have to confirm them',
  );

  return afterConfirmed;
}

/** Does not postpone a close that is already queued. */
function closeLater({ db }: Deps): Promise<void> {
  return addJob(db, JOBS['close-missed-days'], {}, { afterMs: TRY_AGAIN_MS, keepsTime: true });
}

/**
 * Closes only the orders behind the last closed day.
 * @returns false when another process is closing
 */
export function closeLateOrders(deps: Deps): Promise<boolean> {
  return runExclusively(deps, async () => {
    await closeOrdersBehind(deps, await lastClosedDay(deps.db));
  });
}

/** @returns how many are still behind */
async function closeOrdersBehind(
  deps: Deps,
  last: BusinessDay | null,
  batch = BATCH_SIZE,
): Promise<number> {
  if (last && last >= (await databaseToday(deps, deps.db))) return 0;
  return last && (await hasOrdersBehind(deps.db, last))
    ? (await closeDay(deps, last, batch)).behind
    : 0;
}

/**
 * Closes one business day: its open orders in sets, by this process and by others that help. One
 * that fails is recorded with its reason and does not stop the others. Loans of that day may be
 * disbursed meanwhile, so open orders are read again before they are counted.
 * @param jobs queued with the end of the close
 * @throws Error when the database is unreachable: the day stays open and the next run resumes it
 */
export async function closeDay(
  deps: Deps,
  day: BusinessDay,
  batch = BATCH_SIZE,
  jobs: readonly (typeof AFTER_CLOSE)[number][] = [],
): Promise<CloseCounts> {
  const { db } = deps;
  const startedAt = deps.now();

  await beginDay(db, day, startedAt);
  // Otherwise an old failure, since resolved, would be counted as one of this run.
  await deleteResolvedFailures(db);

  const failedIds = new Set<string>();
  let counts: CloseCounts;

  for (let pass = 1; ; pass += 1) {
    await startHandingOut(db, day);
    if (pass === 1) await askForHelp(deps, day, batch);
    await closeOpenOrders(deps, {
      day,
      failedIds,
      batchSize: batch,
      isLastPass: pass === MAX_PASSES,
    });
    await awaitHelpers(db);
    for (const orderId of await readFailedSince(db, startedAt)) failedIds.add(orderId);
    await deleteResolvedFailures(db);
    counts = await countCloses(db, day);

    if (counts.behind === 0 || pass === MAX_PASSES) break;
  }

  await transact(db, async (tx) => {
    await finishDay(tx, day, counts, deps.now());
    for (const name of jobs) await addJob(tx, JOBS[name], {});
  });
  await logUnclosed(deps, day, { counts, failedIds });

  return counts;
}

/** Lets other processes help when there are orders for more than one batch. */
async function askForHelp({ db }: Deps, day: BusinessDay, batch: number): Promise<void> {
  const some = await listOrdersToClose(db, { day, limit: batch + 1 });
  if (some.length > batch) await addJob(db, JOBS['help-close'], {});
}

/**
 * Job: closes orders of the day that another process is closing, until all are taken. A process
 * closes once at a time: the job stays queued while there are orders left, so that each process
 * comes to take part.
 */
export async function helpClose(
  deps: Deps,
  _payload: object = {},
  batch = BATCH_SIZE,
): Promise<void> {
  const day = await findDayToShare(deps.db);
  if (!day) return;

  await addJob(deps.db, JOBS['help-close'], {}, { afterMs: HELP_AGAIN_MS });
  if (closing.has(deps.pool)) return;

  await asHelper(deps, () =>
    closeOpenOrders(deps, { day, failedIds: new Set(), batchSize: batch, isLastPass: false }),
  );
}

/** The processes, by their pools, that close orders now. */
const closing = new WeakSet<Deps['pool']>();

async function whileClosing({ pool }: Deps, work: () => Promise<void>): Promise<void> {
  closing.add(pool);
  await work().finally(() => closing.delete(pool));
}

/**
 * Logs the orders left open: those that failed, with their reasons, and those that are only behind.
 */
async function logUnclosed(
  { db, log }: Deps,
  day: BusinessDay,
  { counts, failedIds }: Pick<Run, 'failedIds'> & { counts: CloseCounts },
): Promise<void> {
  const { behind, ...counted } = counts;
  if (counted.failed > 0) {
    const orders = await listCloseFailures(db, MAX_LOGGED);
    log.error({ day, ...counted, orders }, 'orders failed to close');
  }

  if (behind === 0) return;

  const open = await listOrdersToClose(db, { day, limit: MAX_LOGGED });
  const orders = open.flatMap(({ orderId, repayId }) =>
    failedIds.has(orderId) ? [] : [{ orderId, repayId }],
  );

  log.warn({ day, behind, orders }, 'orders left for the next close of day');
}

/**
 * Runs the work under the advisory lock.
 * @returns false when another process holds it
 */
async function runExclusively(deps: Deps, work: () => Promise<void>): Promise<boolean> {
  const client = await deps.pool.connect();
  try {
    if (!(await tryLockCloses(client))) return false;

    await whileClosing(deps, work);
    // Unlock explicitly: a backend outlives its connection briefly and would still hold the lock.
    await unlockCloses(client);

    return true;
  } finally {
    // Destroys the connection, so that after an error the lock is released with it.
    client.release(true);
  }
}

/** Runs the work while a lock says that this process helps. */
async function asHelper(deps: Deps, work: () => Promise<void>): Promise<void> {
  const client = await deps.pool.connect();
  try {
    await markHelper(client, 'begin');
    await whileClosing(deps, work);
    await markHelper(client, 'end');
  } finally {
    client.release(true);
  }
}
