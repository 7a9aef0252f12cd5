import { JOBS } from '../../job-list.ts';
import { databaseToday } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { listOrdersClosedFrom, markClosesUndone } from './closed-days-store.ts';

/** Queues the close of day to run now. */
export function requestCloseOfDay(db: Db | Tx): Promise<void> {
  return addJob(db, JOBS['close-missed-days'], {});
}

/**
 * Queues the close of the days that operators confirmed.
 * @returns false when one of them has not ended
 */
export async function confirmDays(tx: Tx, deps: Deps, through: string): Promise<boolean> {
  if (through >= (await databaseToday(deps, tx))) return false;
  await requestCloseOfDay(tx);
  return true;
}

/**
 * Marks the closes of days that have not ended as undone, and queues the undoing of what they
 * posted.
 * @returns false when there are none
 */
export async function undoClosedDays(tx: Tx, deps: Deps, requestId: string): Promise<boolean> {
  const today = await databaseToday(deps, tx);
  const days = await markClosesUndone(tx, { from: today, requestId, now: deps.now() });
  const [order] = await listOrdersClosedFrom(tx, { from: today, limit: 1 });
  if (days === 0 && !order) return false;

  await addJob(tx, JOBS['undo-closes'], { requestId });

  return true;
}
