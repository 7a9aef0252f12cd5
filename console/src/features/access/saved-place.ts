const KEY = 'noren-place';

/** Saves the current address in this tab before it leaves for the company's sign-in. */
export function savePlace(): void {
  const { pathname, search } = window.location;
  window.sessionStorage.setItem(KEY, `${pathname}${search}`);
}

/** Returns the saved address and deletes it; without one, the start page. */
export function takePlace(): string {
  const place = window.sessionStorage.getItem(KEY) ?? '/';
  window.sessionStorage.removeItem(KEY);

  return place;
}
