import type { ReactNode } from 'react';
import style from './term-list.module.css';

type Term = {
  term: string;
  /** One text, or several as a bullet list. */
  text: ReactNode | readonly string[];
};

/** Terms and their explanations; for a Card. */
export function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className={style.list}>
      {terms.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          {Array.isArray(text) ? text.map((line) => <dd key={line}>{line}</dd>) : <dd>{text}</dd>}
        </div>
      ))}
    </dl>
  );
}
