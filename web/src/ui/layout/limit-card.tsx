import type { ReactNode } from 'react';
import style from './limit-card.module.css';
import { ClothStrips } from './noren-curtain.tsx';

type Props = {
  label: ReactNode;
  value: ReactNode;
  /** The free share of the limit, 0 to 1. */
  share: number;
  left?: ReactNode;
  right?: ReactNode;
  /** A button on the card: hide the amounts. */
  action?: ReactNode;
};

/** The limit on an indigo card: the one big number of Home. */
export function LimitCard({ label, value, share, left, right, action }: Props) {
  return (
    <section className={style.cloth}>
      <ClothStrips />
      <div className={style.label}>
        {label} {action}
      </div>
      <p className={style.value}>{value}</p>
      <div className={style.track} aria-hidden="true">
        <div style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </div>
      <div className={style.ends}>
        <span>{left}</span>
        <span>{right}</span>
      </div>
    </section>
  );
}
