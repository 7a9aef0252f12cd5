import { shellTexts } from '../../texts/shell.ts';
import { Hidden } from '../../ui/states.tsx';
import { useWorkCounts } from './use-work-counts.ts';

/** Number of waiting items, in the navigation. */
export function WorkCount() {
  const { data } = useWorkCounts();
  if (data === undefined) return null;
  const { count } = data.all;
  return (
    <>
      <span aria-hidden="true">{count}</span>
      <Hidden>{shellTexts.waiting(count)}</Hidden>
    </>
  );
}
