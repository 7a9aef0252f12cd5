import { useStaffCall } from '../../api/hooks.ts';

const REFRESH_MS = 30_000;

/** Number of requests waiting for the reader's decision, counted on the first page only. */
export function ApprovalCount() {
  const { data } = useStaffCall('approvalList', { query: { list: 'to_decide' } }, { refreshEveryMs: REFRESH_MS });
  if (data === undefined || data.rows.length === 0) return null;
  return <>{data.rows.length}</>;
}
