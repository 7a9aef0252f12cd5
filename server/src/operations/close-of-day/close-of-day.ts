import { LoanEventError } from '@noren/core/lending/loan';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { closeOrderThrough, type LockedOrder, lockOrderForPosting } from '../../lending/close-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { readJournalsOfMany } from '../../lending/ledger.ts';
import type { Order } from '../../lending/order-store.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { isPassingClash } from '../../platform/db/database-clash.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import {
  type AccrualOnlyClose,
  accrualOnlyClose,
  closeOrdersWithoutAccrual,
  filterUnclosed,
  writeAccrualOnly,
} from './accrual-only-close.ts';
import {
  beginDay,
  type CloseCounts,
  countCloses,
  deleteResolvedFailures,
  finishDay,
  firstOpenDay,
  hasOrdersBehind,
  lastClosedDay,
  listCloseFailures,
  lockUnchanged,
  readOrdersToClose,
  recordCloseFailure,
} from './closed-days-store.ts';

/** Orders read ahead at once, and how many of them are closed at the same time: their commits share a write to disk. */
const BATCH = 200;
const PARALLEL_CLOSES = 4;
const TRY_AGAIN_MS = 30_000;
/** How often a run looks for what is open of a day: once is enough, but where loans of it come in or somebody is in the way. */
const MAX_PASSES = 3;
/** As many as one line of the log names: the table has all. */
const MAX_LOGGED = 50;

/** One run over the orders of a day. */
interface Run {
  readonly day: BusinessDay;
  /** Ids of orders that could not be closed: they wait for the next run. */
  readonly failed: Set<string>;
  /** Whom somebody is in the way of has no other look to wait for. */
  readonly isLastLook: boolean;
}

/** Asks for the close of day now: the business day has moved, or a process wants it done. */
export function requestCloseOfDay(db: Db): Promise<void> {
  return addJob(db, 'close-of-day', {}, { key: 'close-of-day' });
}

/**
 * Job: closes every business day before today that is not closed, one by one and in order, and tries again what could
 * not be closed before. Only one process does it at a time; whatever stops it, the next begins where it ended.
 */
export async function closeMissedDays(deps: Deps): Promise<void> {
  const done = await alone(deps, async () => {
    const last = await lastClosedDay(deps.db);
    let next = last ? addDays(last, 1) : ((await firstOpenDay(deps.db)) ?? addDays(deps.today(), -1));
    let behind = await closeOrdersBehind(deps, last);
    const isNew = next < deps.today();
    for (; next < deps.today(); next = addDays(next, 1)) behind = (await closeDay(deps, next)).behind;
    if (behind > 0) await closeLater(deps);
    if (!isNew) return;
    // Offers and reservations that ended with these days are not shown as open until the next sweep.
    await addJob(deps.db, 'sweep-old', {}, { key: 'sweep-old' });
    await addJob(deps.db, 'purge-expired', {}, { key: 'purge-expired' });
    await addJob(deps.db, 'self-check', {}, { key: 'self-check' });
  });
  if (!done) await closeLater(deps);
}

/** One that is asked for meanwhile is not put off by this. */
function closeLater({ db }: Deps): Promise<void> {
  return addJob(db, 'close-of-day', {}, { key: 'close-of-day', afterMs: TRY_AGAIN_MS, keepsTime: true });
}

/** Closes what is behind the last day that was closed, and no other day. @returns false where another process is closing */
export function closeLateOrders(deps: Deps): Promise<boolean> {
  return alone(deps, async () => {
    await closeOrdersBehind(deps, await lastClosedDay(deps.db));
  });
}

/** @returns how many are behind still */
async function closeOrdersBehind(deps: Deps, last: BusinessDay | null): Promise<number> {
  return last && (await hasOrdersBehind(deps.db, last)) ? (await closeDay(deps, last)).behind : 0;
}

/**
 * Closes one business day: each order with principal out in a transaction of its own (see close-order.ts). One that
 * cannot be closed is listed with its reason and holds up no other. One paid out on that day may be booked while the
 * others are closed: what is left of the day is looked for again before it is counted.
 * @throws Error when the database is away: the day stays open, and is taken up again
 */
export async function closeDay(deps: Deps, day: BusinessDay): Promise<CloseCounts> {
  const { db } = deps;
  await beginDay(db, day, deps.now());
  // A fault of before that was mended since would be taken for one of this run, and forgotten with it.
  await deleteResolvedFailures(db);
  const failed = new Set<string>();
  let total: CloseCounts;
  for (let look = 1; ; look += 1) {
    await closeOpen(deps, { day, failed, isLastLook: look === MAX_PASSES });
    await deleteResolvedFailures(db);
    total = await countCloses(db, day);
    if (total.behind === 0 || look === MAX_PASSES) break;
  }
  await finishDay(db, day, total, deps.now());
  await logUnclosed(deps, day, { total, failed });
  return total;
}

/** Closes the orders with days up to a day that are open, but those that could not be closed a moment ago. */
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

/** Names the orders that stay open: those that could not be closed, each with its reason, and those that are only late. */
async function logUnclosed(
  { db, log }: Deps,
  day: BusinessDay,
  { total, failed }: Pick<Run, 'failed'> & { total: CloseCounts },
): Promise<void> {
  const { behind, ...counted } = total;
  if (counted.failed > 0) {
    const orders = await listCloseFailures(db, MAX_LOGGED);
    log.error({ day, ...counted, orders }, 'orders could not be closed');
  }
  if (behind === 0) return;
  const open = await readOrdersToClose(db, { day, after: null, limit: MAX_LOGGED });
  const orders = open.flatMap(({ orderId, repayId }) => (failed.has(orderId) ? [] : [{ orderId, repayId }]));
  log.warn({ day, behind, orders }, 'orders are left for the next close of day');
}

/** Most orders write nothing but entries; those and any that somebody is at meanwhile are closed one by one. */
async function closeBatch(deps: Deps, batch: readonly LockedOrder[], run: Run): Promise<void> {
  const { day } = run;
  const quiet = batch.flatMap((open) => accrualOnlyOrNull(open, day));
  await closeOrdersWithoutAccrual(
    deps.db,
    quiet.filter(({ lines }) => lines.length === 0),
    day,
  );
  const accruing = quiet.filter(({ lines }) => lines.length > 0);
  await eachOf(accruing, async (one) => {
    await writeAccrualOnly(deps.db, one, day, deps.now()).catch((error: unknown) => {
      // What is wrong with the order is found, and told, when it is closed by itself.
      if (isDatabaseAway(error)) throw error;
    });
  });
  await eachOf(await filterUnclosed(deps.db, batch, day), (open) => closeListed(deps, open, run));
}

function accrualOnlyOrNull(open: LockedOrder, day: BusinessDay): AccrualOnlyClose[] {
  try {
    const quiet = accrualOnlyClose(open, day);
    return quiet ? [quiet] : [];
  } catch {
    // Why it cannot be closed is listed when it is closed by itself.
    return [];
  }
}

async function eachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const line = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const lines = await Promise.allSettled(Array.from({ length: PARALLEL_CLOSES }, line));
  const broken = lines.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}

/** Closes an order, or lists why it could not be; where somebody was in the way, leaves it to the next look. */
async function closeListed(deps: Deps, open: LockedOrder, { day, failed, isLastLook }: Run): Promise<void> {
  const { userId, orderId, repayId } = open.order;
  try {
    await closeOne(deps, open, day);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    if (!isLastLook && isPassingClash(err))
      return deps.log.warn({ err, orderId, repayId, day }, 'an order is closed with the next look');
    failed.add(orderId);
    deps.log.error({ err, orderId, repayId, day }, 'an order cannot be closed');
    await recordCloseFailure(deps.db, { userId, orderId }, { day, reason: reasonOf(err), now: deps.now() });
  }
}

async function closeOne(deps: Deps, read: LockedOrder, day: BusinessDay): Promise<void> {
  const { userId, orderId } = read.order;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const isUnchanged = await lockUnchanged(tx, read.order, read.journals.length);
    // Something was booked on it since it was read: it is read again, and by that closed through yesterday.
    const open = isUnchanged ? read : await lockOrderForPosting(tx, deps, userId, orderId);
    await closeOrderThrough(tx, deps, open, day);
  });
}

/** Why, without the values that the words of an error may hold. */
function reasonOf(error: unknown): string {
  if (error instanceof LoanEventError) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown';
}

/** A number that stands for the close of day among the database's locks. */
const LOCK = 7_319_022_115;

/** Does the work unless another process is at it. @returns whether it was done */
async function alone(deps: Deps, work: () => Promise<void>): Promise<boolean> {
  const client = await deps.pool.connect();
  try {
    const taken = await client.query<{ had: boolean }>('select pg_try_advisory_lock($1::bigint) as had', [LOCK]);
    if (!taken.rows[0]?.had) return false;
    await work();
    // A backend outlives its connection by a moment, in which whoever asks next would find it taken still.
    await client.query('select pg_advisory_unlock($1::bigint)', [LOCK]);
    return true;
  } finally {
    // Where the work broke off, the lock ends with its connection.
    client.release(true);
  }
}
