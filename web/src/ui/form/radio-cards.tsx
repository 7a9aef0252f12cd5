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
  /** A card was tapped, also the one chosen already. Not called for the arrow keys, which pass over choices. */
  onTap?: ((value: V) => void) | undefined;
  name?: string;
};

/** A few choices, each a card. Put it in `<Field group label=…>`. */
export function RadioCards<V extends string>({ options, value, onChange, onTap, name }: Props<V>) {
  const made = useId();
  const { 'aria-invalid': invalid } = useField();
  return (
    <div className={style.cards}>
      {options.map((option) => (
        // The keyboard chooses by the radio button inside.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <label
          key={option.value}
          className={style.card}
          // A click that a key makes has the detail 0.
          onClick={(event) => event.detail > 0 && !option.disabled && onTap?.(option.value)}
        >
          <input
            type="radio"
            name={name ?? made}
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
