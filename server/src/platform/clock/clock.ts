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
   * UTC ms: the process's clock, or the database's while the two differ by more than a minute. When
   * the process's clock has left the steady clock since the last comparison, this is the steady
   * clock's time, and the clocks are compared again.
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
  /** How far the process's clock is ahead of the database's. */
  let errorMs = 0;
  let isRight = true;
  let loggedAt = 0;
  /** The right time and the steady clock's, both at the last comparison. */
  let compared = { time: processNow(), steady: steadyNow() };
  let isComparing = false;
  const readSteadyTime = (): number => compared.time + Math.round(steadyNow() - compared.steady);

  const logState = (was: boolean): void => {
    const at = readSteadyTime();
    if (isRight && !was)
      log.warn('this machine’s clock agrees with the database’s again: dated work resumes');

    // Logged when the clock becomes wrong and every ten minutes after: until an operator sets it
    // right, this process closes no day.
    if (isRight || (!was && at - loggedAt < REPEAT_LOG_AFTER_MS)) return;

    loggedAt = at;
    log.error(
      { minutesAhead: Math.round(errorMs / 60_000) },
      'this machine’s clock differs from the database’s: calls use the database’s time, dated work waits',
    );
  };

  const check = async (): Promise<boolean> => {
    const before = processNow();
    const read = await databaseNow(db);
    const after = processNow();

    // The database read its clock between `before` and `after`. Only a reading outside that time
    // proves an error: a slow answer alone does not.
    errorMs = 0;
    if (read < before) errorMs = before - read;
    else if (read > after) errorMs = after - read;

    const was = isRight;
    isRight = Math.abs(errorMs) <= MAX_CLOCK_ERROR_MS;
    compared = { time: isRight ? after : after - errorMs, steady: steadyNow() };
    logState(was);

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
      const [steady, process] = [readSteadyTime(), processNow()];
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

/**
 * The latest business day that may be closed or charged: today by the database's clock, moved by
 * the days of the sandbox.
 */
export async function databaseToday(
  deps: { readonly clock: Clock; readonly daysAhead: () => number },
  db: Db | Tx,
): Promise<BusinessDay> {
  return addDays(toBusinessDay(await deps.clock.databaseNow(db)), deps.daysAhead());
}
