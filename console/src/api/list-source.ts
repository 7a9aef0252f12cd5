import type { StaffCallName } from '@noren/contract/staff/index';
import { callStaff } from './client.ts';

/** The call that the rows of a list came with. */
export interface ListSource {
  /**
   * Records that the list is exported, with the names of its filters. It asks for the passkey.
   * @throws StaffError
   */
  readonly recordExport: () => Promise<unknown>;
}

type Filters = Readonly<Record<string, unknown>>;

export function listSource(list: StaffCallName, input: unknown): ListSource {
  const { params, query } = (input ?? {}) as { params?: Filters; query?: Filters };
  const parameters = { ...params, ...query };
  const filters = Object.keys(parameters).filter(
    (key) => parameters[key] !== undefined && parameters[key] !== '',
  );

  return { recordExport: () => callStaff('recordListExport', { body: { list, filters } }) };
}

/** Rows of a list that came whole, in the answer of a call. */
export function wholeList<Row>(data: readonly Row[], call: StaffCallName, input?: unknown) {
  return { data, error: null, refetch: () => undefined, ...listSource(call, input) };
}
