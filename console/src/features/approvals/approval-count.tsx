import { useStaffCall } from '../../api/hooks.ts';

const REFRESH_MS = 30_000;

/** How many requests wait for the reader's decision; the first page of them at most. */
export function ApprovalCount() {
  const { data } = useStaffCall('approvalList', { query: { list: 'to_decide' } }, { refreshEveryMs: REFRESH_MS });
  if (data === undefined || data.rows.length === 0) return null;
  return <>{data.rows.length}</>;
}
