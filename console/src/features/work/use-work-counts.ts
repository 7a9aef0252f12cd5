import type { WorkCount } from '@noren/contract/staff/work';
import { WORK_TABS, type WorkTab } from '@noren/core/staff/work-kinds';
import { useMemo } from 'react';
import { useStaffCall } from '../../api/hooks.ts';

const REFRESH_MS = 15_000;

export type WorkTotals = Omit<WorkCount, 'kind' | 'isOpen' | 'roles'>;

const NOTHING: WorkTotals = { count: 0, late: 0, soon: 0, unclaimed: 0, mine: 0 };

const sumCounts = (kinds: readonly WorkCount[]): WorkTotals =>
  kinds.reduce<WorkTotals>(
    (sum, { count, late, soon, unclaimed, mine }) => ({
      count: sum.count + count,
      late: sum.late + late,
      soon: sum.soon + soon,
      unclaimed: sum.unclaimed + unclaimed,
      mine: sum.mine + mine,
    }),
    NOTHING,
  );

/**
 * Live counts of waiting items: in total and by tab for the reader's roles, and those that other
 * roles open; and of comments that wait for the reader's answer.
 */
export function useWorkCounts() {
  const counts = useStaffCall('workCounts', undefined, { refreshEveryMs: REFRESH_MS });
  const data = useMemo(() => {
    if (counts.data === undefined) return undefined;

    const { kinds, toAnswer } = counts.data;
    const tabs = (Object.keys(WORK_TABS) as WorkTab[]).map((id) => {
      const own = kinds.filter(({ kind }) => (WORK_TABS[id] as readonly string[]).includes(kind));
      const openKinds = own.filter(({ isOpen }) => isOpen);

      return {
        id,
        isOpen: openKinds.length > 0,
        ...sumCounts(openKinds.length > 0 ? openKinds : own),
      };
    });

    return {
      all: sumCounts(kinds.filter(({ isOpen }) => isOpen)),
      tabs,
      toAnswer,
      refused: kinds.filter(({ isOpen, count }) => !isOpen && count > 0),
    };
  }, [counts.data]);

  return { ...counts, data };
}
