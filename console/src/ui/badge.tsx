import type { ReactNode } from 'react';
import style from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

/**
 * `good` agrees or is done, `soon` is due, `bad` is late or failing, `chosen` is ours; each also
 * says so in words.
 */
export type Tone = 'plain' | 'chosen' | 'good' | 'soon' | 'bad';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={`${style.badge} ${style[tone]}`}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
