import type { ReactNode } from 'react';
import style from './text.module.css';

type StackProps = {
  gap?: 1 | 2 | 3 | 4 | 5 | 6;
  children: ReactNode;
  as?: 'div' | 'section' | 'ul';
};

/** A vertical stack with `gap` between its children (4 to 32 px). */
export function Stack({ gap = 4, as: Tag = 'div', children }: StackProps) {
  return (
    <Tag className={style.stack} style={{ gap: `var(--s${gap})` }}>
      {children}
    </Tag>
  );
}

type TextProps = {
  /** `sm` is for what is secondary. */
  size?: 'md' | 'sm';
  tone?: 'ink' | 'soft' | 'bad' | 'good';
  center?: boolean;
  children: ReactNode;
};

/** A paragraph. */
export function Text({ size = 'md', tone = 'soft', center = false, children }: TextProps) {
  return (
    <p className={`${style[size]} ${style[tone]} ${center ? style.center : ''}`}>{children}</p>
  );
}

type FigureProps = {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** A Chip beside it. */
  aside?: ReactNode;
};

/** The one big number of a screen. */
export function Figure({ label, value, note, aside }: FigureProps) {
  return (
    <div className={style.figure}>
      <p className={style.sm}>{label}</p>
      <p className={style.value}>
        <span>{value}</span> {aside}
      </p>
      {note && <p className={style.note}>{note}</p>}
    </div>
  );
}
