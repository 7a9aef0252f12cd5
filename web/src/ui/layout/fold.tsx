import type { ReactNode } from 'react';
import style from './fold.module.css';
import { Icon } from './icon.tsx';

interface FoldProps {
  readonly title: string;
  /** Rows with a line above each, or text that belongs to what stands above. */
  readonly of: 'rows' | 'text';
  readonly children: ReactNode;
}

/** What is one tap away inside a card. */
export function Fold({ title, of, children }: FoldProps) {
  return (
    <details className={`${style.fold} ${style[of]}`}>
      <summary>
        {title} <Icon name="down" size={18} />
      </summary>
      {children}
    </details>
  );
}
