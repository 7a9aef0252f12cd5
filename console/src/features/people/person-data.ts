import type { StaffAnswer } from '../../api/client.ts';
import type { Loadable } from '../../ui/states.tsx';

export type PersonData = StaffAnswer<'borrower'>;

/** Rows that came with the person. */
export function loadedRows<Row>(data: readonly Row[]): Loadable<readonly Row[]> {
  return { data, error: null, refetch: () => undefined };
}
