/** The browser's clock, in UTC milliseconds. Screens show the server's: see `useNow` of the kit. */
export function browserNow(): number {
  return Date.now();
}
