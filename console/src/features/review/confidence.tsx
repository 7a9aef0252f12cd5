import type { CSSProperties } from 'react';
import { reviewTexts } from '../../texts/review.ts';
import { Hidden } from '../../ui/states.tsx';
import style from './review.module.css';

/** Below this a reading counts as unsure, as it does for the borrower. */
const SURE = 60;

/** How sure a card was read: a bar and its figure. */
export function Confidence({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <span className={style.unsure}>{reviewTexts.notRead}</span>;

  return (
    <span className={style.confidence} data-sure={percent >= SURE}>
      <Hidden>{reviewTexts.confidence} </Hidden>
      <i aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties} />
      {reviewTexts.percent(percent)}
    </span>
  );
}
