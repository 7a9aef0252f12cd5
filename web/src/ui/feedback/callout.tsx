import type { ReactNode } from 'react';
import style from './callout.module.css';

export type Tone = 'plain' | 'due' | 'bad' | 'good';

type Props = {
  tone?: Tone;
  title: ReactNode;
  text?: ReactNode;
  /** A secondary action next to the text. */
  action?: ReactNode;
  /** The main action of the screen, below the text in full width. */
  main?: ReactNode;
};

/** A coloured band: money due soon, overdue and locked, done. */
export function Callout({ tone = 'plain', title, text, action, main }: Props) {
  return (
    <section className={`${style.callout} ${style[tone]}`}>
      <div className={style.words}>
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
      {action && <div className={style.action}>{action}</div>}
      {main && <div className={style.main}>{main}</div>}
    </section>
  );
}

/** A short label on a coloured background: '15 days', '3 days overdue'. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${style.chip} ${style[tone]}`}>{children}</span>;
}
