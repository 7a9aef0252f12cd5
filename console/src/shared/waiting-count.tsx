import type { WorkKind } from '@noren/core/staff/work-kinds';
import { useStaffCall } from '../api/hooks.ts';
import { shellTexts } from '../texts/shell.ts';
import { Hidden } from '../ui/states.tsx';

const REFRESH_MS = 15_000;

/** How many of some kinds wait for the reader, in the navigation; nothing where none does. */
export function WaitingCount({ kinds }: { readonly kinds: readonly WorkKind[] }) {
  const { data } = useStaffCall('workCounts', undefined, { refreshEveryMs: REFRESH_MS });
  const waiting = data?.kinds.filter(({ kind, isOpen }) => isOpen && kinds.includes(kind)) ?? [];
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true">{count}</span>
      <Hidden>{shellTexts.waiting(count)}</Hidden>
    </>
  );
}
