import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import style from './error-summary.module.css';

/** How many problems are listed at first: a longer list would push the form off the screen. */
const FIRST = 3;

type Props = {
  /** By the id of the Field (the form's field name), in the order of the page. */
  errors: readonly { field: string; text: string }[];
};

/** The problems after a failed submit with links to their fields: the first three, on request all. Takes the focus when it appears. */
export function ErrorSummary({ errors }: Props) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? errors : errors.slice(0, FIRST);
  const any = errors.length > 0;
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any]);
  // Focus moves to the box, because the focused button is removed.
  const showAll = () => {
    setWhole(true);
    box.current?.focus();
  };
  if (!any) return null;
  return (
    <section ref={box} tabIndex={-1} className={style.summary} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{t('ui.errors_title', { count: errors.length })}</h2>
      <ul>
        {shown.map(({ field, text }) => (
          <li key={field}>
            <button type="button" className={style.link} onClick={() => focusField(field)}>
              {text}
            </button>
          </li>
        ))}
        {shown.length < errors.length && (
          <li>
            <button type="button" className={style.link} onClick={showAll}>
              {t('ui.errors_more', { count: errors.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Focuses a field by its id; in a group, the first control. */
export function focusField(id: string): void {
  const found = document.getElementById(id);
  const target = found?.matches('fieldset') ? found.querySelector<HTMLElement>('input, button') : found;
  target?.focus();
  target?.scrollIntoView?.({ block: 'center' });
}
