import { addDays, type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobTable } from '../../platform/jobs/jobs.ts';
import { addDaysAhead, readDaysAhead } from './store.ts';

/** The sandbox's business day: the calendar's, moved forward by whole days and never back. */
export interface SandboxDay {
  today(): BusinessDay;
  daysAhead(): number;
  /**
   * Moves it with what follows from that, in one transaction. @returns null when it would be too far ahead
   * @throws RangeError for anything but a whole number of days from 1 to 366
   */
  moveForward(days: number, follow?: (tx: Tx) => Promise<void>): Promise<BusinessDay | null>;
  /** Rereads the day, which another process may have moved. */
  recheck(): Promise<void>;
}

export async function openSandboxDay(db: Db, now: () => number): Promise<SandboxDay> {
  let ahead = 0;

  const recheck = async (): Promise<void> => {
    const read = await readDaysAhead(db);
    // The value read may be older than a move that this process made meanwhile.
    ahead = Math.max(ahead, read);
  };

  await recheck();

  const today = (): BusinessDay => addDays(toBusinessDay(now()), ahead);

  return {
    today,
    daysAhead: () => ahead,
    async moveForward(days, follow = async () => undefined) {
      if (!Number.isInteger(days) || days < 1 || days > 366)
        throw new RangeError('days must be a whole number, 1 to 366');

      const moved = await db.transaction().execute(async (tx) => {
        const reached = await addDaysAhead(tx, days);
        if (reached !== null) await follow(tx);
        return reached;
      });
      if (moved === null) return null;

      ahead = Math.max(ahead, moved);

      return today();
    },
    recheck,
  };
}

/** The same jobs, each run on the day current at its start: another process may have moved it. */
export function onCurrentDay(day: SandboxDay, table: JobTable): JobTable {
  const dated =
    (work: (deps: Deps, payload: never) => Promise<void>) => async (deps: Deps, payload: never) => {
      await day.recheck();
      await work(deps, payload);
    };

  return Object.fromEntries(
    Object.entries(table).map(([name, work]) => [name, dated(work)]),
  ) as JobTable;
}
