import type { WorkKind } from '@noren/core/staff/work-kinds';
import { useStaffCall } from '../api/hooks.ts';
import { shellTexts } from '../texts/shell.ts';
import { Hidden } from '../ui/states.tsx';

const REFRESH_MS = 15_000;

interface WaitingCountProps {
  readonly kinds: readonly WorkKind[];
  /** Counts what waits for an answer of the reader, too. */
  readonly hasAnswers?: boolean;
}

/** How many of some kinds wait for the reader, in the navigation; nothing where none does. */
export function WaitingCount({ kinds, hasAnswers }: WaitingCountProps) {
  const { data } = useStaffCall('workCounts', undefined, { refreshEveryMs: REFRESH_MS });

  const waiting = data?.kinds.filter(({ kind, isOpen }) => isOpen && kinds.includes(kind)) ?? [];
  const answers = hasAnswers ? (data?.toAnswer ?? 0) : 0;
  const count = waiting.reduce((sum, one) => sum + one.count, answers);
  if (count === 0) return null;

  return (
    <>
      <span aria-hidden="true">{count}</span>
      <Hidden>{shellTexts.waiting(count)}</Hidden>
    </>
  );
}
