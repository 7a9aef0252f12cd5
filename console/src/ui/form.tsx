import { type ReactNode, useEffect, useId, useRef } from 'react';
import { kitTexts } from '../texts/kit.ts';
import style from './form.module.css';
import { Icon } from './icon.tsx';
import type { FieldProblems } from './use-fields.ts';

interface FormProps {
  readonly label: string;
  readonly problems: FieldProblems;
  /** The server's message about the whole form. */
  readonly refusal?: string | undefined;
  readonly onSubmit: () => void;
  /** Buttons. */
  readonly acts: ReactNode;
  /** One field with its button beside it: a search. */
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

/**
 * A form: fields, an alert with all problems, buttons. The alert takes focus when problems appear. While a number cannot
 * be read, its field takes the focus and nothing is sent: an empty value would mean something else.
 */
export function Form({ label, problems, refusal, onSubmit, acts, isInline, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className={style.form}
      data-inline={isInline || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]');
        if (unread) unread.focus();
        else onSubmit();
      }}
    >
      <Problems problems={problems} refusal={refusal} form={form} />
      {children}
      <div className={style.acts}>{acts}</div>
    </form>
  );
}

interface ProblemsProps {
  readonly problems: FieldProblems;
  readonly refusal: string | undefined;
  readonly form: { readonly current: HTMLFormElement | null };
}

function Problems({ problems, refusal, form }: ProblemsProps) {
  const alert = useRef<HTMLDivElement>(null);
  const list = Object.entries(problems);
  const isShown = list.length > 0 || refusal !== undefined;
  useEffect(() => {
    if (isShown) alert.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={alert} className={style.alert} role="alert" tabIndex={-1}>
      <strong>{refusal ?? kitTexts.formProblems(list.length)}</strong>
      <ul>
        {list.map(([name, problem]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
              }}
            >
              {problem}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

/** A label, its hint, its problem and the control, which is last so that fields of a row align. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const describedBy = [hint && hintId, problem && problemId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className={style.hint} id={hintId}>
          {hint}
        </span>
      )}
      {problem && (
        <span className={style.problem} id={problemId}>
          <Icon name="late" size={12} />
          {problem}
        </span>
      )}
      {children({ id, describedBy })}
    </div>
  );
}
