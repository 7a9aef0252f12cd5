let correction = 0;

/** The device's own time in UTC milliseconds, which may be wrong. */
export function deviceNow(): number {
  return Date.now();
}

/** The time in UTC milliseconds, by the server's clock after the first `correctClock`. */
export function now(): number {
  return deviceNow() + correction;
}

/** An answer may be this old when it is read, so a smaller difference is no correction. */
const MAX_ANSWER_AGE_MS = 15_000;

/** Adjusts `now` to the server's time (UTC milliseconds), for phones with a wrong clock. */
export function correctClock(serverNow: number): void {
  const difference = serverNow - deviceNow();
  if (Math.abs(difference - correction) > MAX_ANSWER_AGE_MS) correction = difference;
}
