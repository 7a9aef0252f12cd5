import type { Pose } from '@noren/core/people/liveness';
import style from './face.module.css';

/**
 * Positions of the features and the arrow, mirrored like the picture: the user's left is at the
 * left.
 */
const DRAWN: Record<Pose, { x: number; y: number; arrow: string | null }> = {
  face: { x: 0, y: 0, arrow: null },
  front: { x: 0, y: 7, arrow: 'M32 66v10M27 71.5l5 5 5-5' },
  back: { x: 0, y: -7, arrow: 'M32 -2v-10M27 -7.5l5-5 5 5' },
  left: { x: -8, y: 0, arrow: 'M-2 32h-10M-7.5 27l-5 5 5 5' },
  right: { x: 8, y: 0, arrow: 'M66 32h10M71.500 27l5 5-5 5' },
};

/** A drawn head turned as a pose asks, with an arrow; the words beside it say the same. */
export function Head({ pose }: { pose: Pose }) {
  const { x, y, arrow } = DRAWN[pose];

  return (
    <svg viewBox="-16 -16 96 96" className={style.head} aria-hidden="true">
      <ellipse cx="32" cy="32" rx="24" ry="29" />
      <g transform={`translate(${x} ${y})`}>
        <path d="M22 27v.01M42 27v.01" className={style.eyes} />
        <path d="M32 29v8M25 45q7 5 14 0" />
      </g>
      {arrow && <path d={arrow} className={style.arrow} />}
    </svg>
  );
}
