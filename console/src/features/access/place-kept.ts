const KEY = 'noren-place';

/** Keeps the address in this tab while one is at the company's sign-in. */
export function keepPlace(): void {
  const { pathname, search } = window.location;
  window.sessionStorage.setItem(KEY, `${pathname}${search}`);
}

/** The address that was kept, once; the start without one. */
export function takePlace(): string {
  const place = window.sessionStorage.getItem(KEY) ?? '/';
  window.sessionStorage.removeItem(KEY);
  return place;
}
