import { LoanEventError } from '@noren/core/lending/loan';
import type { BusinessDay } from '@noren/core/money/time';
import {
  closeOrderThrough,
  type LockedOrder,
  lockOrderForPosting,
  type PreparedClose,
  prepareClose,
} from '../../lending/close/close-order.ts';
import {
  lockUnchanged,
  readOpenOrders,
  recordCloseFailure,
  takeOrdersToClose,
} from '../../lending/close/closed-days-store.ts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { isPassingClash } from '../../platform/db/database-clash.ts';
import type { Deps } from '../../platform/deps.ts';
import { filterUnclosed, writeCloses } from './close-batch-store.ts';

/** Orders in one transaction. More would save little and hold their locks longer. */
export const BATCH_SIZE = 400;
/** Batches in progress at once: the database writes one while the next is computed. */
const PARALLEL_BATCHES = 2;

/** One run over the orders of a day. */
export interface Run {
  readonly day: BusinessDay;
  /** Ids of orders that failed to close: they wait for the next run. */
  readonly failedIds: Set<string>;
  /** Orders closed in one transaction. */
  readonly batchSize: number;
  /** On the last pass a lock conflict counts as a failure: no later pass can retry it. */
  readonly isLastPass: boolean;
}

/**
 * Takes and closes batches of the day's open orders until none is left to take. Skips orders that
 * already failed in this run.
 */
export async function closeOpenOrders(deps: Deps, run: Run): Promise<void> {
  const worker = async (): Promise<void> => {
    for (;;) {
      const orders = await takeOrdersToClose(deps.db, { day: run.day, limit: run.batchSize });
      if (orders.length === 0) return;

      const keys = orders.filter(({ orderId }) => !run.failedIds.has(orderId));
      if (keys.length > 0) await closeBatch(deps, await readOpenOrders(deps.db, keys), run);
    }
  };

  const results = await Promise.allSettled(Array.from({ length: PARALLEL_BATCHES }, worker));
  const rejection = results.find((result) => result.status === 'rejected');
  if (rejection) throw rejection.reason;
}

/** Closes a batch with one write; orders that are locked, changed or fail are closed one by one. */
async function closeBatch(deps: Deps, batch: readonly LockedOrder[], run: Run): Promise<void> {
  const now = deps.now();
  const closes = batch.flatMap((locked) => tryPrepare(locked, run.day, now));
  const writtenIds = await writeOrSplit(deps, closes, { day: run.day, now });
  const rest = batch.filter(({ order }) => !writtenIds.has(order.orderId));

  for (const locked of await filterUnclosed(deps.db, rest, run.day))
    await closeOrRecord(deps, locked, run);
}

function tryPrepare(locked: LockedOrder, day: BusinessDay, now: number): PreparedClose[] {
  try {
    const close = prepareClose(locked, day, now);
    return close ? [close] : [];
  } catch {
    // The reason is recorded when the order is closed by itself.
    return [];
  }
}

/**
 * Writes the closes together. If that fails, writes each half by itself, down to single orders.
 * @returns the ids of the orders written
 */
async function writeOrSplit(
  deps: Deps,
  closes: readonly PreparedClose[],
  at: { day: BusinessDay; now: number },
): Promise<ReadonlySet<string>> {
  try {
    return await writeCloses(deps.db, closes, at);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // The error recurs, and is recorded, when the order is closed by itself.
    if (closes.length === 1) return new Set();

    const middle = closes.length >> 1;
    const first = await writeOrSplit(deps, closes.slice(0, middle), at);

    return new Set([...first, ...(await writeOrSplit(deps, closes.slice(middle), at))]);
  }
}

/**
 * Closes an order, or records why it failed. A lock conflict is left to the next pass, except on the
 * last pass.
 */
async function closeOrRecord(
  deps: Deps,
  locked: LockedOrder,
  { day, failedIds, isLastPass }: Run,
): Promise<void> {
  const { userId, orderId, repayId } = locked.order;
  try {
    await closeOne(deps, locked, day);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    if (!isLastPass && isPassingClash(err))
      return deps.log.warn({ err, orderId, repayId, day }, 'order busy: closed with the next pass');

    failedIds.add(orderId);
    deps.log.error({ err, orderId, repayId, day }, 'order failed to close');
    await recordCloseFailure(
      deps.db,
      { userId, orderId },
      { day, reason: describeError(err), now: deps.now() },
    );
  }
}

async function closeOne(deps: Deps, locked: LockedOrder, day: BusinessDay): Promise<void> {
  const { userId, orderId } = locked.order;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);

    const isUnchanged = await lockUnchanged(tx, locked.order, locked.journals.length);
    // A changed order is read again, which also closes it through yesterday.
    const current = isUnchanged ? locked : await lockOrderForPosting(tx, deps, userId, orderId);

    await closeOrderThrough(tx, deps, current, day);
  });
}

/** The reason without the error's message, which may contain personal data. */
function describeError(error: unknown): string {
  if (error instanceof LoanEventError) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown';
}
