let correction = 0;

/** The device's own time in UTC milliseconds, right or wrong. */
export function deviceNow(): number {
  return Date.now();
}

/** The time in UTC milliseconds, as the server sees it once `correctClock` has been told. */
export function now(): number {
  return deviceNow() + correction;
}

/** Sets the clock by the server's time (UTC ms), for phones whose own clock is wrong. */
export function correctClock(serverNow: number): void {
  correction = serverNow - deviceNow();
}
