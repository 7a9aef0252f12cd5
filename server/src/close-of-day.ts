import { LoanEventError } from '@noren/core/loan';
import { addDays, type BusinessDay } from '@noren/core/time';
import { closeOrderThrough, type OpenOrder, openOrder } from './close-order.ts';
import { closeIdle, type QuietClose, quietClose, stillOpen, writeQuietly } from './close-quietly.ts';
import {
  beginDay,
  type Closing,
  finishDay,
  firstOpenDay,
  forgetMendedFaults,
  isAnyBehind,
  lastClosedDay,
  lockUnchanged,
  noteClosingFault,
  readOrdersToClose,
} from './closed-days.ts';
import { isDatabaseAway } from './database-away.ts';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { addJob } from './jobs.ts';
import { readJournalsOfMany } from './ledger.ts';
import { lockCredit } from './loans/store.ts';
import type { Order } from './orders/store.ts';

/** Orders read ahead at once, and how many of them are closed at the same time: their commits share a write to disk. */
const BATCH = 200;
const AT_ONCE = 4;
const TRY_AGAIN_MS = 30_000;

/** Asks for the close of day now: the business day has moved, or a process wants it done. */
export function askToCloseDays(db: Db): Promise<void> {
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
    if (last && (await isAnyBehind(deps.db, last))) await closeDay(deps, last);
    if (next >= deps.today()) return;
    for (; next < deps.today(); next = addDays(next, 1)) await closeDay(deps, next);
    // Offers and reservations that ended with these days are not shown as open until the next sweep.
    await addJob(deps.db, 'sweep-old', {}, { key: 'sweep-old' });
    await addJob(deps.db, 'forget-due', {}, { key: 'forget-due' });
    await addJob(deps.db, 'self-check', {}, { key: 'self-check' });
  });
  if (!done) await addJob(deps.db, 'close-of-day', {}, { key: 'close-of-day', afterMs: TRY_AGAIN_MS });
}

/**
 * Closes one business day: each order with principal out in a transaction of its own (see close-order.ts). One that
 * cannot be closed is listed with its reason and holds up no other.
 * @throws Error when the database is away: the day stays open, and is taken up again
 */
export async function closeDay(deps: Deps, day: BusinessDay): Promise<Closing> {
  const { db } = deps;
  await beginDay(db, day, deps.now());
  let after: Order | null = null;
  for (;;) {
    const orders: Order[] = await readOrdersToClose(db, { day, after, limit: BATCH });
    after = orders.at(-1) ?? null;
    if (!after) break;
    const journals = await readJournalsOfMany(db, orders);
    const open = orders.map((order) => ({ order, journals: journals.get(order.orderId) ?? [] }));
    await closeBatch(deps, open, day);
  }
  await forgetMendedFaults(db);
  const total = await finishDay(db, day, deps.now());
  if (total.failed > 0) deps.log.error({ day, ...total }, 'orders could not be closed');
  return total;
}

/** Most orders write nothing but entries; those and any that somebody is at meanwhile are closed one by one. */
async function closeBatch(deps: Deps, batch: readonly OpenOrder[], day: BusinessDay): Promise<void> {
  const quiet = batch.flatMap((open) => quietOrNone(open, day));
  await closeIdle(
    deps.db,
    quiet.filter(({ lines }) => lines.length === 0),
    day,
  );
  const accruing = quiet.filter(({ lines }) => lines.length > 0);
  await eachOf(accruing, async (one) => {
    await writeQuietly(deps.db, one, day, deps.now()).catch((error: unknown) => {
      // What is wrong with the order is found, and told, when it is closed by itself.
      if (isDatabaseAway(error)) throw error;
    });
  });
  await eachOf(await stillOpen(deps.db, batch, day), (open) => closeListed(deps, open, day));
}

function quietOrNone(open: OpenOrder, day: BusinessDay): QuietClose[] {
  try {
    const quiet = quietClose(open, day);
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
  const lines = await Promise.allSettled(Array.from({ length: AT_ONCE }, line));
  const broken = lines.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}

/** Closes an order, or lists why it could not be. */
async function closeListed(deps: Deps, open: OpenOrder, day: BusinessDay): Promise<void> {
  try {
    await closeOne(deps, open, day);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    const { userId, orderId, repayId } = open.order;
    deps.log.error({ err, repayId, day }, 'an order cannot be closed');
    await noteClosingFault(deps.db, { userId, orderId }, { day, reason: reasonOf(err), now: deps.now() });
  }
}

async function closeOne(deps: Deps, read: OpenOrder, day: BusinessDay): Promise<void> {
  const { userId, orderId } = read.order;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const isUnchanged = await lockUnchanged(tx, read.order, read.journals.length);
    // Something was booked on it since it was read: it is read again, and by that closed through yesterday.
    const open = isUnchanged ? read : await openOrder(tx, deps, userId, orderId);
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
