import { formatRupees, paise } from '@noren/core/money/money';
import { useId, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import style from './form.module.css';
import { Field } from './form.tsx';

interface CommonProps {
  readonly label: string;
  /** Name of the field in the request, for the links of the alert. */
  readonly name: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}

/** What every control of a field has. */
function controlProps(ids: { id: string; describedBy: string | undefined }, { name, problem }: CommonProps) {
  return {
    id: ids.id,
    name,
    className: style.input,
    'aria-describedby': ids.describedBy,
    'aria-invalid': problem !== undefined,
  };
}

interface TextFieldProps extends CommonProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind?: 'text' | 'email' | 'tel' | 'search';
  readonly isLong?: boolean;
  readonly autoComplete?: string;
}

export function TextField({ value, onChange, kind = 'text', isLong, autoComplete = 'off', ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(ids) => {
        const shared = { ...controlProps(ids, field), value };
        return isLong ? (
          <textarea {...shared} rows={3} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input
            {...shared}
            type={kind}
            autoComplete={autoComplete}
            onChange={({ target }) => onChange(target.value)}
          />
        );
      }}
    </Field>
  );
}

interface NumberFieldProps extends CommonProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A field for a whole number; null if empty. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      {(ids) => (
        <input
          {...controlProps(ids, field)}
          inputMode="numeric"
          autoComplete="off"
          value={value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 15);
            onChange(digits === '' ? null : Number(digits));
          }}
        />
      )}
    </Field>
  );
}

interface MoneyFieldProps extends CommonProps {
  /** In paise; null if the field is empty or holds no amount. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A field for an amount in rupees. */
export function MoneyField({ value, onChange, ...field }: MoneyFieldProps) {
  const [text, setText] = useState(() => (value === null ? '' : formatRupees(paise(value)).slice(1)));
  const isWrong = text !== '' && paiseOf(text) === null;
  const problem = field.problem ?? (isWrong ? kitTexts.notAnAmount : undefined);
  return (
    <Field {...field} hint={field.hint ?? kitTexts.rupees} problem={problem}>
      {(ids) => (
        <span className={style.money}>
          <span aria-hidden="true">₹</span>
          <input
            {...controlProps(ids, { ...field, problem })}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              onChange(paiseOf(target.value));
            }}
            onBlur={() => {
              const amount = paiseOf(text);
              if (amount !== null) setText(formatRupees(paise(amount)).slice(1));
            }}
          />
        </span>
      )}
    </Field>
  );
}

/** Parses rupees into paise: "1,234.5" is 123450. Null if it is no amount. */
export function paiseOf(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replace(/[,\s₹]/g, '')) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

interface DayFieldProps extends CommonProps {
  /** `YYYY-MM-DD`, or ''. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly least?: string;
  readonly greatest?: string;
}

export function DayField({ value, onChange, least, greatest, ...field }: DayFieldProps) {
  return (
    <Field {...field}>
      {(ids) => (
        <input
          {...controlProps(ids, field)}
          type="date"
          value={value}
          min={least}
          max={greatest}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface Option<Id extends string> {
  readonly id: Id;
  readonly text: string;
  readonly about?: string;
}

interface ChoiceProps<Id extends string> extends CommonProps {
  readonly value: Id | '';
  readonly onChange: (value: Id) => void;
  readonly options: readonly Option<Id>[];
}

/** A select with an empty option until a choice is made. */
export function SelectField<Id extends string>({ value, onChange, options, ...field }: ChoiceProps<Id>) {
  return (
    <Field {...field}>
      {(ids) => (
        <select {...controlProps(ids, field)} value={value} onChange={({ target }) => onChange(target.value as Id)}>
          {value === '' && !options.some(({ id }) => id === '') && <option value="" />}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Radio buttons, each with an optional line of explanation. */
export function RadioList<Id extends string>({ value, onChange, options, label, name, ...more }: ChoiceProps<Id>) {
  const id = useId();
  return (
    <fieldset className={style.field} aria-describedby={more.problem ? `${id}-problem` : undefined}>
      <legend className={style.label}>{label}</legend>
      {more.hint && <span className={style.hint}>{more.hint}</span>}
      <div className={style.radios}>
        {options.map((option) => (
          <label key={option.id} className={style.radio}>
            <input
              type="radio"
              name={name}
              value={option.id}
              checked={value === option.id}
              onChange={() => onChange(option.id)}
            />
            {option.text}
            {option.about && <small>{option.about}</small>}
          </label>
        ))}
      </div>
      {more.problem && (
        <span className={style.problem} id={`${id}-problem`}>
          {more.problem}
        </span>
      )}
    </fieldset>
  );
}
