import { formatRupees, groupDigits, MOST_PAISE, paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay, formatDay, isBusinessDay } from '@noren/core/money/time';
import { amountText, readAmount, showAmount } from '@noren/core/typed/amount';
import { readDay } from '@noren/core/typed/day';
import { readNumber, readUnits } from '@noren/core/typed/number';
import { type ReactNode, useId, useRef, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { IconButton } from './button.tsx';
import style from './form.module.css';
import { type ControlIds, Field, useRefusedField } from './form.tsx';

/** The largest count that calls take. A larger one is a slip of the keyboard. */
const MAX_COUNT = 1_000_000;

interface CommonProps {
  readonly label: string;
  /** Name of the field in the request, for the links of the alert. */
  readonly name: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
}

/** What every control of a field has. */
function controlProps(ids: ControlIds, { name }: Pick<CommonProps, 'name'>) {
  return {
    id: ids.id,
    name,
    className: style.input,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.isWrong,
  };
}

interface TextFieldProps extends CommonProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind?: 'text' | 'email' | 'tel' | 'search';
  readonly isLong?: boolean;
  readonly autoComplete?: string;
}

export function TextField({
  value,
  onChange,
  kind = 'text',
  isLong,
  autoComplete = 'off',
  ...field
}: TextFieldProps) {
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
  /** Null if the field is empty or its text is no such number. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

interface ReadFieldProps<Value> extends CommonProps {
  /** Null if the field is empty or its text cannot be read. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  readonly read: (text: string) => Value | null;
  readonly write: (value: Value) => string;
  /** The problem of a text that cannot be read. */
  readonly unread: (text: string) => string;
  /** Shows the problem only after the field is left: until then the text may be incomplete. */
  readonly waitsForBlur?: boolean;
  /** What the field shows after a change. */
  readonly show?: (
    change: { before: string; after: string } & Pick<InputEvent, 'inputType' | 'data'>,
  ) => string;
  readonly prefix?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'decimal';
  /** A second way to fill it in, beside it. */
  readonly picker?: ReactNode;
}

/**
 * A field whose text is parsed. A text that cannot be parsed stays as it was typed, and its form is
 * not sent (see `Form`).
 */
export function ReadField<Value>(props: ReadFieldProps<Value>) {
  const {
    value,
    onChange,
    read,
    write,
    unread,
    waitsForBlur,
    show,
    prefix,
    placeholder,
    inputMode,
    picker,
    ...field
  } = props;

  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);

  // A value from elsewhere replaces what was typed.
  const text = typed !== '' && read(typed) === value ? typed : value === null ? '' : write(value);
  const isUnread = text.trim() !== '' && read(text) === null;
  const problem = isUnread && (isLeft || !waitsForBlur) ? unread(text) : field.problem;

  return (
    <Field {...field} problem={problem}>
      {(ids) => {
        const input = (
          <input
            {...controlProps(ids, field)}
            data-unread={isUnread || undefined}
            inputMode={inputMode ?? 'decimal'}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={({ target, nativeEvent }) => {
              const { inputType, data, isComposing } = nativeEvent as InputEvent;
              const after = target.value;
              const next =
                show && !isComposing ? show({ before: text, after, inputType, data }) : after;

              setLeft(false);
              setTyped(next);
              onChange(read(next));
            }}
            onBlur={() => {
              setLeft(true);
              setTyped(value === null ? text : write(value));
            }}
          />
        );

        if (prefix === undefined && picker === undefined) return input;

        return (
          <span className={style.money}>
            {prefix !== undefined && <span aria-hidden="true">{prefix}</span>}
            {input}
            {picker}
          </span>
        );
      }}
    </Field>
  );
}

/** A field for a whole number. */
export function NumberField(field: NumberFieldProps) {
  return (
    <ReadField
      {...field}
      read={readCount}
      write={String}
      unread={countProblem}
      inputMode="numeric"
    />
  );
}

function readCount(text: string): number | null {
  const count = readUnits(text, 0);
  return count !== null && count >= 0 && count <= MAX_COUNT ? count : null;
}

function countProblem(text: string): string {
  const number = readNumber(text);
  if (number === null) return kitTexts.notACount;
  if (number.isNegative) return kitTexts.negative;

  return /[1-9]/.test(number.fraction)
    ? kitTexts.notWhole
    : kitTexts.tooLarge(groupDigits(String(MAX_COUNT)));
}

/** A field for an amount in rupees, whose value is in paise. */
export function MoneyField({ hint = kitTexts.rupees, ...field }: NumberFieldProps) {
  const look = { write: amountText, show: showAmount, prefix: '₹' };
  return <ReadField {...field} {...look} hint={hint} read={readPaise} unread={amountProblem} />;
}

function readPaise(text: string): number | null {
  const amount = readAmount(text);
  return amount.ok && amount.value <= MOST_PAISE ? amount.value : null;
}

function amountProblem(text: string): string {
  const number = readNumber(text.replace('₹', ''));
  if (readAmount(text).ok) return kitTexts.tooLarge(formatRupees(paise(MOST_PAISE)));
  if (number?.isNegative) return kitTexts.negative;
  if (number && number.fraction.length > 2) return kitTexts.tooFine;

  return number === null
    ? kitTexts.notAnAmount
    : kitTexts.tooLarge(formatRupees(paise(MOST_PAISE)));
}

interface DayFieldProps extends CommonProps {
  /** `YYYY-MM-DD`, or ''. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly least?: string | undefined;
  readonly greatest?: string | undefined;
}

/** A day as India writes it, typed or chosen in the browser's calendar. */
export function DayField({ value, onChange, least, greatest, ...field }: DayFieldProps) {
  const isWithin = (day: string): boolean =>
    (!least || day >= least) && (!greatest || day <= greatest);

  const read = (text: string): BusinessDay | null => {
    const day = readDay(text);
    return day !== null && isWithin(day) ? day : null;
  };

  const bounds = kitTexts.dayBounds(least && dayText(least), greatest && dayText(greatest));

  return (
    <ReadField<string>
      {...field}
      value={isBusinessDay(value) ? value : null}
      onChange={(day) => onChange(day ?? '')}
      read={read}
      write={dayText}
      unread={(text) => (readDay(text) === null ? kitTexts.notADay : bounds)}
      waitsForBlur
      placeholder={kitTexts.dayForm}
      inputMode="numeric"
      picker={
        <DayPicker
          label={field.label}
          value={value}
          onChange={onChange}
          least={least}
          greatest={greatest}
        />
      }
    />
  );
}

const dayText = (day: string): string => formatDay(businessDay(day));

/**
 * The browser's own calendar, behind a button; its text would have the order of the browser's
 * language.
 */
function DayPicker({ label, value, onChange, least, greatest }: Omit<DayFieldProps, 'name'>) {
  const calendar = useRef<HTMLInputElement>(null);

  return (
    <span className={style.calendar}>
      <IconButton
        icon="calendar"
        label={kitTexts.calendarOf(label)}
        onPress={() => calendar.current?.showPicker()}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={least}
        max={greatest}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
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
export function SelectField<Id extends string>({
  value,
  onChange,
  options,
  ...field
}: ChoiceProps<Id>) {
  return (
    <Field {...field}>
      {(ids) => (
        <select
          {...controlProps(ids, field)}
          value={value}
          onChange={({ target }) => onChange(target.value as Id)}
        >
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
export function RadioList<Id extends string>({
  value,
  onChange,
  options,
  ...group
}: ChoiceProps<Id>) {
  return (
    <ChoiceGroup {...group} className={style.radios}>
      {options.map((option) => (
        <label key={option.id} className={style.radio}>
          <input
            type="radio"
            name={group.name}
            value={option.id}
            checked={value === option.id}
            onChange={() => onChange(option.id)}
          />
          {option.text}
          {option.about && <small>{option.about}</small>}
        </label>
      ))}
    </ChoiceGroup>
  );
}

interface CheckListProps<Id extends string> extends CommonProps {
  readonly values: readonly Id[];
  readonly onChange: (values: readonly Id[]) => void;
  readonly options: readonly Option<Id>[];
}

/** A list of checkboxes. */
export function CheckList<Id extends string>({
  values,
  onChange,
  options,
  ...group
}: CheckListProps<Id>) {
  const toggle = (option: Id, isTicked: boolean): void =>
    onChange(isTicked ? [...values, option] : values.filter((value) => value !== option));

  return (
    <ChoiceGroup {...group} className={style.checks}>
      {options.map((option) => (
        <label key={option.id} className={style.check}>
          <input
            type="checkbox"
            name={group.name}
            value={option.id}
            checked={values.includes(option.id)}
            onChange={({ target }) => toggle(option.id, target.checked)}
          />
          {option.text}
        </label>
      ))}
    </ChoiceGroup>
  );
}

interface ChoiceGroupProps extends CommonProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Choices under one label, with their hint and their problem. */
function ChoiceGroup({ label, name, hint, className, children, ...more }: ChoiceGroupProps) {
  const id = useId();
  const refused = useRefusedField(name);
  const problem = more.problem ?? refused;

  return (
    <fieldset className={style.field} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className={style.label}>{label}</legend>
      {hint && <span className={style.hint}>{hint}</span>}
      <div className={className}>{children}</div>
      {problem && (
        <span className={style.problem} id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </fieldset>
  );
}
