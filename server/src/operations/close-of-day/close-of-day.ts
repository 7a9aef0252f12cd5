import { LoanEventError } from '@noren/core/lending/loan';
import { addDays, type BusinessDay, daysBetween } from '@noren/core/money/time';
import { closeOrderThrough, type LockedOrder, lockOrderForPosting } from '../../lending/close-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { readJournalsOfMany } from '../../lending/journal-store.ts';
import type { Order } from '../../lending/order-store.ts';
import { databaseToday } from '../../platform/clock/clock.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { isPassingClash } from '../../platform/db/database-clash.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { type AccrualOnlyClose, accrualOnlyClose } from './accrual-only-close.ts';
import { closeOrdersWithoutAccrual, filterUnclosed, writeAccrualOnly } from './accrual-only-store.ts';
import {
  beginDay,
  type CloseCounts,
  countCloses,
  deleteResolvedFailures,
  finishDay,
  firstOpenDay,
  hasOrdersBehind,
  lastClosedDay,
  lastConfirmedDay,
  listCloseFailures,
  lockUnchanged,
  readOrdersToClose,
  recordCloseFailure,
  tryLockCloses,
  unlockCloses,
} from './closed-days-store.ts';

/** Orders read per batch, and how many of them close concurrently so that their commits share a disk flush. */
const BATCH = 200;
const PARALLEL_CLOSES = 4;
const TRY_AGAIN_MS = 30_000;
/** Source: `docs/operations.md`. @ASSUMED */
const MAX_DAYS_UNCONFIRMED = 7;
/** Passes over a day's open orders. One suffices unless loans are disbursed meanwhile or orders are locked. */
const MAX_PASSES = 3;
/** Most orders named in one log line; the table has all. */
const MAX_LOGGED = 50;

/** One run over the orders of a day. */
interface Run {
  readonly day: BusinessDay;
  /** Ids of orders that failed to close: they wait for the next run. */
  readonly failed: Set<string>;
  /** On the last pass a lock conflict counts as a failure: no later pass can retry it. */
  readonly isLastPass: boolean;
}

/** Queues the close of day to run now. */
export function requestCloseOfDay(db: Db | Tx): Promise<void> {
  return addJob(db, 'close-missed-days', {}, { key: 'close-missed-days' });
}

/**
 * Job: closes every open business day before the database's, in order, and retries orders that failed before. Only one
 * process runs it at a time; after an interruption the next run continues where it stopped.
 */
export async function closeMissedDays(deps: Deps): Promise<void> {
  const done = await runExclusively(deps, async () => {
    const today = await databaseToday(deps, deps.db);
    const last = await lastClosedDay(deps.db);
    if (last && last >= today) {
      deps.log.error({ today, closed: last }, 'days that have not ended are closed: ask to undo these closes');
      return;
    }
    let next = last ? addDays(last, 1) : ((await firstOpenDay(deps.db)) ?? addDays(today, -1));
    let behind = await closeOrdersBehind(deps, last);
    const end = await endOfRun(deps, { next, today, isFirst: last === null });
    const isNew = next < end;
    for (; next < end; next = addDays(next, 1)) behind = (await closeDay(deps, next)).behind;
    if (behind > 0) await closeLater(deps);
    if (!isNew) return;
    // Run now, so that offers and reservations that expired with these days are not shown as open until the next sweep.
    await addJob(deps.db, 'sweep', {}, { key: 'sweep' });
    await addJob(deps.db, 'purge-expired', {}, { key: 'purge-expired' });
    await addJob(deps.db, 'sum-ledger', {}, { key: 'sum-ledger' });
    await addJob(deps.db, 'take-portfolio', {}, { key: 'take-portfolio' });
    await addJob(deps.db, 'self-check', {}, { key: 'self-check' });
    await addJob(deps.db, 'log-audit-head', {}, { key: 'log-audit-head' });
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
 * The day before which a run may close. So many days in a row are more likely a clock that leapt than a week without a
 * close, and what they charge is not reversed by itself: they wait until operators confirm them.
 */
async function endOfRun(deps: Deps, { next, today, isFirst }: OpenDays): Promise<BusinessDay> {
  // Days that a person moved by hand need none; nor do the loans a sandbox makes weeks back.
  const needsConfirmation = (from: BusinessDay) => daysBetween(from, today) - deps.daysAhead() > MAX_DAYS_UNCONFIRMED;
  if (!needsConfirmation(next) || (isFirst && deps.config.isSandbox)) return today;
  const confirmed = await lastConfirmedDay(deps.db);
  const afterConfirmed = confirmed && confirmed >= next ? addDays(confirmed, 1) : next;
  if (!needsConfirmation(afterConfirmed)) return today;
  const through = addDays(today, -1);
  deps.log.error({ from: afterConfirmed, through }, 'too many days to close in a row: operators have to confirm them');
  return afterConfirmed;
}

/** Does not postpone a close that is already queued. */
function closeLater({ db }: Deps): Promise<void> {
  return addJob(db, 'close-missed-days', {}, { key: 'close-missed-days', afterMs: TRY_AGAIN_MS, keepsTime: true });
}

/** Closes only the orders behind the last closed day. @returns false when another process is closing */
export function closeLateOrders(deps: Deps): Promise<boolean> {
  return runExclusively(deps, async () => {
    await closeOrdersBehind(deps, await lastClosedDay(deps.db));
  });
}

/** @returns how many are still behind */
async function closeOrdersBehind(deps: Deps, last: BusinessDay | null): Promise<number> {
  if (last && last >= (await databaseToday(deps, deps.db))) return 0;
  return last && (await hasOrdersBehind(deps.db, last)) ? (await closeDay(deps, last)).behind : 0;
}

/**
 * Closes one business day: each owing order in its own transaction (see close-order.ts). One that fails is recorded with
 * its reason and does not stop the others. Loans of that day may be disbursed meanwhile, so open orders are read again
 * before they are counted.
 * @throws Error when the database is unreachable: the day stays open and the next run resumes it
 */
export async function closeDay(deps: Deps, day: BusinessDay): Promise<CloseCounts> {
  const { db } = deps;
  await beginDay(db, day, deps.now());
  // Otherwise an old failure, since resolved, would be counted as one of this run.
  await deleteResolvedFailures(db);
  const failed = new Set<string>();
  let counts: CloseCounts;
  for (let pass = 1; ; pass += 1) {
    await closeOpen(deps, { day, failed, isLastPass: pass === MAX_PASSES });
    await deleteResolvedFailures(db);
    counts = await countCloses(db, day);
    if (counts.behind === 0 || pass === MAX_PASSES) break;
  }
  await finishDay(db, day, counts, deps.now());
  await logUnclosed(deps, day, { counts, failed });
  return counts;
}

/** Closes the orders with open days up to the run's day, except those that already failed in this run. */
async function closeOpen(deps: Deps, run: Run): Promise<void> {
  const { db } = deps;
  for (let after: Order | null = null; ; ) {
    const read: Order[] = await readOrdersToClose(db, { day: run.day, after, limit: BATCH });
    after = read.at(-1) ?? null;
    if (!after) return;
    const orders = read.filter(({ orderId }) => !run.failed.has(orderId));
    if (orders.length === 0) continue;
    const journals = await readJournalsOfMany(db, orders);
    const open = orders.map((order) => ({ order, journals: journals.get(order.orderId) ?? [] }));
    await closeBatch(deps, open, run);
  }
}

/** Logs the orders left open: those that failed, with their reasons, and those that are only behind. */
async function logUnclosed(
  { db, log }: Deps,
  day: BusinessDay,
  { counts, failed }: Pick<Run, 'failed'> & { counts: CloseCounts },
): Promise<void> {
  const { behind, ...counted } = counts;
  if (counted.failed > 0) {
    const orders = await listCloseFailures(db, MAX_LOGGED);
    log.error({ day, ...counted, orders }, 'orders failed to close');
  }
  if (behind === 0) return;
  const open = await readOrdersToClose(db, { day, after: null, limit: MAX_LOGGED });
  const orders = open.flatMap(({ orderId, repayId }) => (failed.has(orderId) ? [] : [{ orderId, repayId }]));
  log.warn({ day, behind, orders }, 'orders left for the next close of day');
}

/** Most orders only post an accrual, which is written in bulk; the rest, and any that changed meanwhile, close one by one. */
async function closeBatch(deps: Deps, batch: readonly LockedOrder[], run: Run): Promise<void> {
  const { day } = run;
  const accrualOnly = batch.flatMap((open) => accrualOnlyOrNull(open, day));
  await closeOrdersWithoutAccrual(
    deps.db,
    accrualOnly.filter(({ lines }) => lines.length === 0),
    day,
  );
  const accruing = accrualOnly.filter(({ lines }) => lines.length > 0);
  await eachOf(accruing, async (one) => {
    await writeAccrualOnly(deps.db, one, day, deps.now()).catch((error: unknown) => {
      // The error recurs, and is recorded, when the order is closed individually below.
      if (isDatabaseAway(error)) throw error;
    });
  });
  await eachOf(await filterUnclosed(deps.db, batch, day), (open) => closeOrRecord(deps, open, run));
}

function accrualOnlyOrNull(open: LockedOrder, day: BusinessDay): AccrualOnlyClose[] {
  try {
    const accrualOnly = accrualOnlyClose(open, day);
    return accrualOnly ? [accrualOnly] : [];
  } catch {
    // The reason is recorded when the order is closed individually.
    return [];
  }
}

async function eachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const worker = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const results = await Promise.allSettled(Array.from({ length: PARALLEL_CLOSES }, worker));
  const rejected = results.find((one) => one.status === 'rejected');
  if (rejected) throw rejected.reason;
}

/** Closes an order or records why it failed; a lock conflict is left to the next pass unless this is the last. */
async function closeOrRecord(deps: Deps, open: LockedOrder, { day, failed, isLastPass }: Run): Promise<void> {
  const { userId, orderId, repayId } = open.order;
  try {
    await closeOne(deps, open, day);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    if (!isLastPass && isPassingClash(err))
      return deps.log.warn({ err, orderId, repayId, day }, 'order busy: closed with the next pass');
    failed.add(orderId);
    deps.log.error({ err, orderId, repayId, day }, 'order failed to close');
    await recordCloseFailure(deps.db, { userId, orderId }, { day, reason: reasonOf(err), now: deps.now() });
  }
}

async function closeOne(deps: Deps, read: LockedOrder, day: BusinessDay): Promise<void> {
  const { userId, orderId } = read.order;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const isUnchanged = await lockUnchanged(tx, read.order, read.journals.length);
    // Changed since it was read: read it again, which also closes it through yesterday.
    const open = isUnchanged ? read : await lockOrderForPosting(tx, deps, userId, orderId);
    await closeOrderThrough(tx, deps, open, day);
  });
}

/** The reason without the error's message, which may contain personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof LoanEventError) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown';
}

/** Runs the work under the advisory lock. @returns false when another process holds it */
async function runExclusively(deps: Deps, work: () => Promise<void>): Promise<boolean> {
  const client = await deps.pool.connect();
  try {
    if (!(await tryLockCloses(client))) return false;
    await work();
    // Unlock explicitly: a backend outlives its connection briefly and would still hold the lock.
    await unlockCloses(client);
    return true;
  } finally {
    // Destroys the connection, so that after an error the lock is released with it.
    client.release(true);
  }
}
