import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import { Link } from '../routing/router.tsx';
import { Icon } from './icon.tsx';
import style from './steps.module.css';

export type StepState = 'done' | 'now' | 'todo';

export type StepItem = {
  label: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  state: StepState;
  to?: string;
};

function Mark({ state, number }: { state: StepState; number: number }) {
  return (
    <span className={[style.mark, style[state]].filter(Boolean).join(' ')} aria-hidden="true">
      {state === 'done' ? <Icon name="check" size={16} /> : number}
    </span>
  );
}

/**
 * Steps with notes; the current and the finished ones may be links. `across`: beside each other,
 * not below.
 */
export function StepList({
  items,
  across = false,
}: {
  items: readonly StepItem[];
  across?: boolean;
}) {
  const t = useT();

  return (
    <ol className={across ? style.across : style.list}>
      {items.map(({ label, note, aside, state, to }, index) => {
        const inside = (
          <>
            <Mark state={state} number={index + 1} />
            <span className={style.words}>
              <span className={note ? style.name : undefined}>{label}</span>
              {state === 'done' && <span className="visually-hidden"> ({t('ui.step_done')})</span>}
              {note && <span className={style.note}>{note}</span>}
            </span>
            {aside && <span className={style.aside}>{aside}</span>}
            {to !== undefined && <Icon name="chevron" size={18} />}
          </>
        );

        return (
          // The steps of a list never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} aria-current={state === 'now' ? 'step' : undefined}>
            {to === undefined ? (
              <span className={style.step}>{inside}</span>
            ) : (
              <Link className={style.step} to={to}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Progress through a few steps: `current` counts from 1; above `total` all are done. */
export function StepDots({ current, total }: { current: number; total: number }) {
  const t = useT();

  return (
    <div
      className={style.dots}
      role="img"
      aria-label={t('ui.step_of', { current: Math.min(current, total), total })}
    >
      {Array.from({ length: total }, (_, index) => {
        const number = index + 1;

        return (
          <Mark
            key={number}
            number={number}
            state={number < current ? 'done' : number === current ? 'now' : 'todo'}
          />
        );
      })}
    </div>
  );
}
