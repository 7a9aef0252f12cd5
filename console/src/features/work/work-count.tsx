import { shellTexts } from '../../texts/shell.ts';
import { Hidden } from '../../ui/states.tsx';
import { useTabCount } from '../../ui/tab-title.ts';
import { useWorkCounts } from './use-work-counts.ts';

/**
 * Shows the number of waiting items in the navigation. The title of the browser tab adds the comments
 * to answer.
 */
export function WorkCount() {
  const { data } = useWorkCounts();
  useTabCount(data === undefined ? 0 : data.all.count + data.toAnswer);

  if (data === undefined) return null;

  const { count } = data.all;

  return (
    <>
      <span aria-hidden="true">{count}</span>
      <Hidden>{shellTexts.waiting(count)}</Hidden>
    </>
  );
}
