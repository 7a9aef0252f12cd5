import { createContext, type ReactNode, use, useId } from 'react';
import { Icon } from '../layout/icon.tsx';
import style from './field.module.css';

type Wiring = { id: string; labelId: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<Wiring | null>(null);

type Props = {
  label: ReactNode;
  /** Use the form's field name, so that an error summary finds it. */
  id?: string;
  hint?: ReactNode;
  /** A text that says how to fix it. */
  error?: string | undefined;
  /** The error is in an ErrorSummary, which announces it: the field does not. */
  isListed?: boolean;
  /** Several controls under one label (radio cards, a date): a fieldset with a legend. */
  group?: boolean;
  /** Beside the label, as "optional". */
  aside?: ReactNode;
  children: ReactNode;
};

/**
 * Label above, control, hint and error below, linked for screen readers. Controls inside find it by
 * context.
 */
export function Field({
  label,
  id: given,
  hint,
  error,
  isListed = false,
  group = false,
  aside,
  children,
}: Props) {
  const made = useId();
  const id = given ?? made;
  const labelId = `${id}-label`;
  const describedBy =
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const wiring: Wiring = { id, labelId, describedBy, invalid: Boolean(error) };

  const below = (
    <>
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      <p
        id={`${id}-error`}
        className={style.error}
        role={isListed ? undefined : 'alert'}
        hidden={!error}
      >
        {error && (
          <>
            <Icon name="alert" size={18} />
            <span>{error}</span>
          </>
        )}
      </p>
    </>
  );

  if (group) {
    return (
      <fieldset className={style.field} id={id} tabIndex={-1} aria-describedby={describedBy}>
        <legend className={style.label} id={labelId}>
          {label} {aside && <span className={style.aside}>{aside}</span>}
        </legend>
        <FieldContext value={wiring}>{children}</FieldContext>
        {below}
      </fieldset>
    );
  }

  return (
    <div className={style.field}>
      <label className={style.label} id={labelId} htmlFor={id}>
        {label} {aside && <span className={style.aside}>{aside}</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {below}
    </div>
  );
}

/** The attributes that tie a control to its Field; empty outside one. */
export function useField(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const wiring = use(FieldContext);
  if (!wiring) return {};

  return {
    id: wiring.id,
    ...(wiring.describedBy && { 'aria-describedby': wiring.describedBy }),
    ...(wiring.invalid && { 'aria-invalid': true as const }),
  };
}

/** The id of the Field's label, for controls labelled by it and by their value. */
export function useFieldLabelId(): string | undefined {
  return use(FieldContext)?.labelId;
}
