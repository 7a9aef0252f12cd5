import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import style from './error-summary.module.css';

type Props = {
  /** By the id of the Field (the form's field name), in the order of the page. */
  errors: readonly { field: string; text: string }[];
};

/**
 * The problems after a failed submit with links to their fields. Takes the focus when it appears.
 */
export function ErrorSummary({ errors }: Props) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const any = errors.length > 0;

  useEffect(() => {
    if (any) box.current?.focus();
  }, [any]);
  if (!any) return null;

  return (
    <section
      ref={box}
      tabIndex={-1}
      className={style.summary}
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">{t('ui.errors_title', { count: errors.length })}</h2>
      <ul>
        {errors.map(({ field, text }) => (
          <li key={field}>
            <button type="button" className={style.link} onClick={() => focusField(field)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses a field by its id; in a group, the first control. */
export function focusField(id: string): void {
  const found = document.getElementById(id);
  const target = found?.matches('fieldset')
    ? found.querySelector<HTMLElement>('input, button')
    : found;

  target?.focus();
  target?.scrollIntoView?.({ block: 'center' });
}
