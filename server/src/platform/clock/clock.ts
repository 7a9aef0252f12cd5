import { addDays, type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import type { Logger } from 'pino';
import type { Db, Tx } from '../db/db.ts';

/** @ASSUMED The most by which this process's clock may differ from the database's. */
const MAX_CLOCK_ERROR_MS = 60_000;
/** How often a process compares the clocks, and how often it repeats that they differ. */
const CHECK_EVERY_MS = 10_000;
const REPEAT_LOG_AFTER_MS = 600_000;

/**
 * The time by which this process works: its own clock, compared with the database's, which all
 * processes share.
 */
export interface Clock {
  /**
   * UTC ms: the process's clock, or the database's while the two differ by more than a minute. A
   * clock that leapt since the last comparison shows at once, by the steady clock, and is compared.
   */
  now(): number;
  /** Reads the database's own clock, UTC ms. */
  databaseNow(db: Db | Tx): Promise<number>;
  /**
   * Compares the clocks now.
   * @returns false when they differ by more than a minute: dated work has to wait
   */
  check(): Promise<boolean>;
  /** The result of the last comparison. */
  isRight(): boolean;
}

/**
 * Nothing is compared until the first `check`.
 * @param given.steadyNow milliseconds since some instant, by a clock that nobody sets
 */
export function makeClock(given: {
  processNow: () => number;
  steadyNow: () => number;
  databaseNow: (db: Db | Tx) => Promise<number>;
  db: Db;
  log: Logger;
}): Clock {
  const { processNow, steadyNow, databaseNow, db, log } = given;
  let [error, isRight, loggedAt] = [0, true, 0];
  /** The right time at the last comparison, and the steady clock's. */
  let compared = { time: processNow(), steady: steadyNow() };
  let isComparing = false;
  const bySteadyClock = (): number => compared.time + Math.round(steadyNow() - compared.steady);

  const logChange = (was: boolean): void => {
    const at = bySteadyClock();
    if (isRight && !was)
      log.warn('this machine’s clock agrees with the database’s again: dated work resumes');

    // On a change, and now and then: a process whose clock is wrong closes no day, and somebody has
    // to hear of it.
    if (isRight || (!was && at - loggedAt < REPEAT_LOG_AFTER_MS)) return;

    loggedAt = at;
    log.error(
      { minutesAhead: Math.round(error / 60_000) },
      'this machine’s clock differs from the database’s: it serves by the database’s time and does no dated work',
    );
  };

  const check = async (): Promise<boolean> => {
    const before = processNow();
    const read = await databaseNow(db);
    // The answer is from some instant between; half of a slow answer's time must not pass for an
    // error of the clock.
    const after = processNow();

    error = read < before ? before - read : read > after ? after - read : 0;

    const was = isRight;
    isRight = Math.abs(error) <= MAX_CLOCK_ERROR_MS;
    compared = { time: isRight ? after : after - error, steady: steadyNow() };
    logChange(was);

    return isRight;
  };

  const compareLeap = async (): Promise<void> => {
    if (isComparing) return;
    isComparing = true;
    await check().catch((err: unknown) => log.debug({ err }, 'the clocks could not be compared'));
    isComparing = false;
  };

  return {
    now() {
      const [steady, process] = [bySteadyClock(), processNow()];
      if (isRight && Math.abs(process - steady) <= MAX_CLOCK_ERROR_MS) return process;

      // The machine slept, or its clock was set.
      if (isRight) void compareLeap();

      return steady;
    },
    databaseNow,
    check,
    isRight: () => isRight,
  };
}

/** Compares the clocks from time to time. While the database is away the last comparison counts. */
export function watchClock(clock: Clock, log: Logger): void {
  const check = () =>
    clock.check().catch((err: unknown) => log.debug({ err }, 'the clocks could not be compared'));
  setInterval(check, CHECK_EVERY_MS).unref();
}

/** The business day by the database's clock: no later day may be closed or charged. */
export async function databaseToday(
  deps: { readonly clock: Clock; readonly daysAhead: () => number },
  db: Db | Tx,
): Promise<BusinessDay> {
  return addDays(toBusinessDay(await deps.clock.databaseNow(db)), deps.daysAhead());
}
