let correction = 0;

/** The time in UTC milliseconds, as the server sees it once `correctClock` has been told. */
export function now(): number {
  return Date.now() + correction;
}

/** Sets the clock by the server's time (UTC ms), for phones whose own clock is wrong. */
export function correctClock(serverNow: number): void {
  correction = serverNow - Date.now();
}
