import { cutPage } from '../../platform/staff/page.ts';

/** Where a page ends: an instant in UTC milliseconds, and the name of the row. */
export interface Place {
  readonly at: number;
  readonly name: string;
}

const PAGE = 50;

function readPlace(after: string | undefined): Place | null {
  if (after === undefined) return null;
  const at = after.indexOf('_');
  return { at: Number(after.slice(0, at)), name: after.slice(at + 1) };
}

/** Reads one row more than a page, to know whether there is a next one. */
export async function paginate<Row>(
  after: string | undefined,
  read: (page: { after: Place | null; limit: number }) => Promise<Row[]>,
  placeAt: (row: Row) => readonly [at: number | null, name: string],
): Promise<{ rows: Row[]; next: string | null }> {
  const found = await read({ after: readPlace(after), limit: PAGE + 1 });
  return cutPage(found, PAGE, (last) => placeAt(last).join('_'));
}
