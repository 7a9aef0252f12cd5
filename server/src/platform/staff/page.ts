/**
 * A page of a list that was read with one row more than the page holds.
 * @param size rows of a page
 * @param toPlace what the caller sends to get the rows after this one
 * @returns the page's rows, and the place of the last one if there are more
 */
export function cutPage<Row>(
  found: readonly Row[],
  size: number,
  toPlace: (last: Row) => string | number,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last !== undefined ? String(toPlace(last)) : null };
}
