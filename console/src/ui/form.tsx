import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { problemText } from '../texts/problems.ts';
import style from './form.module.css';
import { Icon } from './icon.tsx';
import type { FieldProblems } from './use-fields.ts';

/**
 * Why the server refused the form, and which of its fields; the error of a staff call has this
 * shape.
 */
export interface Refusal {
  readonly message: string;
  readonly fields?: readonly { readonly path: string; readonly problem: string }[];
}

/** Problems of the form's fields that the server found, by the fields' names. */
const RefusedFields = createContext<FieldProblems>({});

export function useRefusedField(name: string | undefined): string | undefined {
  return use(RefusedFields)[name ?? ''];
}

interface FormProps {
  readonly label: string;
  readonly problems: FieldProblems;
  readonly refusal?: Refusal | null | undefined;
  readonly onSubmit: () => void;
  /** Buttons. */
  readonly acts: ReactNode;
  /** One field with its button beside it: a search. */
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

/**
 * A form: fields, an alert with all problems, buttons. The alert takes focus when problems appear.
 * While a number cannot be read, its field takes the focus and nothing is sent: an empty value
 * would mean something else.
 */
export function Form({ label, problems, refusal, onSubmit, acts, isInline, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [refused, mend] = useRefused(refusal);

  return (
    <form
      ref={form}
      className={style.form}
      data-inline={isInline || undefined}
      aria-label={label}
      noValidate
      onChange={({ target }) => mend((target as HTMLFormElement).name)}
      onSubmit={(event) => {
        event.preventDefault();

        const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]');
        if (!unread) return onSubmit();

        // A field that is left says why it cannot be read.
        unread.blur();
        unread.focus();
      }}
    >
      <Problems problems={{ ...refused, ...problems }} refusal={refusal?.message} form={form} />
      <RefusedFields value={refused}>{children}</RefusedFields>
      <div className={style.acts}>{acts}</div>
    </form>
  );
}

/** The fields that the server refused; one that is changed afterwards counts as mended. */
function useRefused(refusal: Refusal | null | undefined) {
  const [mended, setMended] = useState<{ of: typeof refusal; names: readonly string[] }>({
    of: refusal,
    names: [],
  });

  const names = mended.of === refusal ? mended.names : [];
  const mend = (name: string): void => setMended({ of: refusal, names: [...names, name] });

  const refused: Record<string, string> = {};

  for (const { path, problem } of refusal?.fields ?? []) {
    const name = path.split('.').at(-1) ?? path;
    if (!names.includes(name)) refused[name] ??= problemText(problem);
  }

  return [refused, mend] as const;
}

/** What the form's control with this name is called. */
function findLabel(form: HTMLFormElement | null, name: string): string | undefined {
  const control = form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const legend = control?.closest('fieldset')?.querySelector('legend');

  return (legend ?? control?.labels?.[0])?.textContent ?? undefined;
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
              {kitTexts.fieldProblem(findLabel(form.current, name), problem)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface ControlIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
}

interface FieldProps {
  readonly label: string;
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A label, its hint, its problem and the control, which is last so that fields of a row align. */
export function Field({ label, name, hint, problem: ownProblem, children }: FieldProps) {
  const id = useId();
  const refused = useRefusedField(name);

  const problem = ownProblem ?? refused;
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
      {children({ id, describedBy, isWrong: problem !== undefined })}
    </div>
  );
}
