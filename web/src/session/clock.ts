let correction = 0;

/** The device's own time in UTC milliseconds, right or wrong. */
export function deviceNow(): number {
  return Date.now();
}

/** The time in UTC milliseconds, as the server sees it once `correctClock` has been told. */
export function now(): number {
  return deviceNow() + correction;
}

/** An answer is this old at most, in milliseconds, when it is read: what is nearer is no other time. */
const AGE_MS = 15_000;

/** Sets the clock by the server's time (UTC ms), for phones whose own clock is wrong. */
export function correctClock(serverNow: number): void {
  const found = serverNow - deviceNow();
  if (Math.abs(found - correction) > AGE_MS) correction = found;
}
