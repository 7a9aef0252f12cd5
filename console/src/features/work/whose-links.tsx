import type { WorkTab } from '@noren/core/staff/work-kinds';
import { Link, useSearch } from 'wouter';
import { workTexts } from '../../texts/work.ts';
import { useWorkCounts } from './use-work-counts.ts';
import style from './work.module.css';

interface WhoseLinksProps {
  readonly who: 'everyone' | 'nobody' | 'mine';
  readonly tab: WorkTab | undefined;
}

/**
 * Filters the queue by who claimed an item: anyone, nobody, or the reader. The address holds the
 * choice.
 */
export function WhoseLinks({ who, tab }: WhoseLinksProps) {
  const search = useSearch();
  const { data } = useWorkCounts();

  const totals = tab === undefined ? data?.all : data?.tabs.find(({ id }) => id === tab);
  const choices = [
    { id: 'everyone', text: workTexts.everyone, count: totals?.count },
    { id: 'nobody', text: workTexts.nobody, count: totals?.unclaimed },
    { id: 'mine', text: workTexts.mine, count: totals?.mine },
  ] as const;

  return (
    <nav className={style.segments} aria-label={workTexts.whose}>
      {choices.map(({ id, text, count }) => {
        const params = new URLSearchParams(search);
        if (id === 'everyone') params.delete('who');
        else params.set('who', id);

        return (
          <Link key={id} to={`?${params}`} replace aria-current={id === who ? 'true' : undefined}>
            {text} {count}
          </Link>
        );
      })}
    </nav>
  );
}
