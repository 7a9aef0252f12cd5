import { type ReactNode, useId } from 'react';
import style from './choice.module.css';
import { useField } from './field.tsx';

export type CardOption<V extends string> = {
  value: V;
  label: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  disabled?: boolean;
};

type Props<V extends string> = {
  options: readonly CardOption<V>[];
  /** '' while nothing is chosen. */
  value: V | '';
  onChange: (value: V) => void;
};

/** A few choices, each a card. Put it in `<Field group label=…>`. */
export function RadioCards<V extends string>({ options, value, onChange }: Props<V>) {
  const name = useId();
  const { 'aria-invalid': invalid } = useField();

  return (
    <div className={style.cards}>
      {options.map((option) => (
        <label key={option.value} className={style.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            aria-invalid={invalid}
            onChange={() => onChange(option.value)}
          />
          <span className={style.words}>
            <span className={style.label}>{option.label}</span>
            {option.note && <span className={style.note}>{option.note}</span>}
          </span>
          {option.aside && <span className={style.aside}>{option.aside}</span>}
        </label>
      ))}
    </div>
  );
}
