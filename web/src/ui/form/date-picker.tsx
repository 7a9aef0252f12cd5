import { readDay } from '@noren/core/typed/day';
import { plainText } from '@noren/core/typed/text';
import { type ComponentProps, type Ref, useState } from 'react';
import { formatDay } from '../../i18n/format.ts';
import { language, useT } from '../../i18n/index.ts';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { Sheet } from '../overlay/dialog.tsx';
import style from './date-picker.module.css';
import { type DayParts, daysInMonth, isDay, joinDay, splitDay } from './day.ts';
import { useField } from './field.tsx';
import { OptionList } from './option-list.tsx';
import { useTyped } from './use-typed.ts';

type Props = {
  /** 'YYYY-MM-DD', '' while empty, or the parts as typed while they are not a valid day. */
  value: string;
  onChange: (value: string) => void;
  /** First and last allowed day, 'YYYY-MM-DD'. */
  min: string;
  max: string;
  /**
   * The day at which the picker opens without a value. For a birth date the specification says
   * 1995-01-01.
   */
  openAt?: string;
  title: string;
  onBlur?: () => void;
  autoComplete?: 'bday';
  ref?: Ref<HTMLInputElement>;
};

/**
 * One day, typed into three fields or picked from a sheet. Put it in `<Field group label=…>`.
 */
export function DatePicker({
  value,
  onChange,
  min,
  max,
  openAt = '1995-01-01',
  title,
  onBlur,
  autoComplete,
  ref,
}: Props) {
  const t = useT();
  const { id, ...wiring } = useField();
  const [isPicking, setPicking] = useState(false);
  const { parts, type, complete } = useDayParts({ value, onChange, min, max });
  const [dayDigits = '', monthDigits = '', yearDigits = ''] = t('ui.date_digits').split(' ');

  const field = (part: keyof DayParts, label: string, hint: string) => (
    <DayPart
      {...wiring}
      ref={part === 'day' ? ref : undefined}
      part={part}
      label={label}
      autoComplete={autoComplete ? `${autoComplete}-${part}` : 'off'}
      placeholder={hint}
      value={parts[part]}
      onType={(text) => type(part, text)}
      onBlur={() => {
        complete(part);
        if (part === 'year' || /\D/.test(parts[part])) onBlur?.();
      }}
    />
  );

  return (
    <div className={style.row}>
      {field('day', t('ui.day'), dayDigits)}
      {field('month', t('ui.month'), monthDigits)}
      {field('year', t('ui.year'), yearDigits)}
      <button
        type="button"
        className={`${style.box} ${style.open}`}
        aria-haspopup="dialog"
        aria-label={t('ui.pick_date')}
        onClick={() => setPicking(true)}
      >
        <Icon name="calendar" />
      </button>
      <Sheet open={isPicking} title={title} onClose={() => setPicking(false)}>
        <Columns
          start={isDay(value) && value >= min && value <= max ? value : openAt}
          {...{ min, max }}
          onPick={(day) => {
            setPicking(false);
            onChange(day);
            onBlur?.();
          }}
        />
      </Sheet>
    </div>
  );
}

/** The texts of the three fields, and the functions that change them. */
function useDayParts({
  value,
  onChange,
  min,
  max,
}: Pick<Props, 'value' | 'onChange' | 'min' | 'max'>) {
  // What is typed stays as typed ('5', not '05'); a value from elsewhere replaces it.
  const [typed, setTyped] = useState<DayParts>(() => splitDay(value));
  const parts = joinDay(typed) === value ? typed : splitDay(value);

  const change = (next: DayParts) => {
    setTyped(next);
    onChange(joinDay(next));
  };

  return {
    parts,
    /** Takes the text of one field; a whole date goes into all three. */
    type: (part: keyof DayParts, text: string) => {
      const whole = readDay(text);
      change(whole ? splitDay(whole) : { ...parts, [part]: text });
    },
    /** Completes a year of two digits, if one century is allowed. */
    complete: (part: keyof DayParts) => {
      const { day, month, year } = parts;
      const whole =
        readDay(`${day}/${month}/${year}`, { min, max }) ?? readDay(parts[part], { min, max });
      if (whole && whole !== value) change(splitDay(whole));
    },
  };
}

type DayPartProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  part: keyof DayParts;
  label: string;
  value: string;
  onType: (text: string) => void;
};

function DayPart({ part, label, value, onType, ...rest }: DayPartProps) {
  const typed = useTyped(value, ({ after }) => plainText(after), onType);

  return (
    <label className={style[part]}>
      <span className={style.name}>{label}</span>
      <input {...rest} {...typed} className={style.box} inputMode="numeric" value={value} />
    </label>
  );
}

type ColumnsProps = { start: string; min: string; max: string; onPick: (day: string) => void };

function Columns({ start, min, max, onPick }: ColumnsProps) {
  const t = useT();
  const [shown, setShown] = useState(start);
  const [year, month, day] = shown.split('-') as [string, string, string];
  const months = new Intl.DateTimeFormat(language(), { month: 'short', timeZone: 'UTC' });

  /** Moves the day into its month and into the allowed range. */
  const show = (y: string, m: string, d: string) => {
    const last = String(daysInMonth(Number(y), Number(m))).padStart(2, '0');
    const next = `${y}-${m}-${d > last ? last : d}`;
    setShown(next < min ? min : next > max ? max : next);
  };

  const listNumbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => String(from + step).padStart(2, '0'));
  const isOutside = (from: string, to: string) => to < min || from > max;

  return (
    <>
      <div className={style.columns}>
        <OptionList
          column
          label={t('ui.day')}
          value={day}
          options={listNumbers(1, daysInMonth(Number(year), Number(month))).map((d) => {
            const candidate = `${year}-${month}-${d}`;
            return { value: d, label: d, disabled: isOutside(candidate, candidate) };
          })}
          onChoose={(option) => show(year, month, option.value)}
        />
        <OptionList
          column
          label={t('ui.month')}
          value={month}
          options={listNumbers(1, 12).map((m) => ({
            value: m,
            label: months.format(new Date(`2000-${m}-15T00:00:00Z`)),
            disabled: isOutside(`${year}-${m}-01`, `${year}-${m}-31`),
          }))}
          onChoose={(option) => show(year, option.value, day)}
        />
        <OptionList
          column
          label={t('ui.year')}
          value={year}
          options={listNumbers(Number(min.slice(0, 4)), Number(max.slice(0, 4))).map((y) => ({
            value: y,
            label: y,
          }))}
          onChoose={(option) => show(option.value, month, day)}
        />
      </div>
      <Button onClick={() => onPick(shown)}>{t('ui.choose_day', { day: formatDay(shown) })}</Button>
    </>
  );
}
