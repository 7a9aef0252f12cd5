import { groupDigits } from '@noren/core/money/money';
import type { ComponentProps, ReactNode } from 'react';
import { TextInput } from './text-input.tsx';

type Props = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** Digits only. */
  value: string;
  onChange: (digits: string) => void;
  prefix?: ReactNode;
};

/** Digits of an identity or account number: numeric keyboard; other characters of a pasted text are removed. */
export function DigitsInput({ value, onChange, maxLength, ...rest }: Props) {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      value={value}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '');
        onChange(maxLength === undefined ? digits : digits.slice(0, maxLength));
      }}
    />
  );
}

type MoneyProps = Omit<Props, 'value' | 'onChange' | 'prefix' | 'maxLength'> & {
  /** Paise, or null while nothing is typed. Whole rupees only are typed. */
  value: number | null;
  onChange: (paise: number | null) => void;
};

/** An amount in whole rupees, grouped as it is typed. */
export function MoneyInput({ value, onChange, ...rest }: MoneyProps) {
  const shown = value === null ? '' : groupDigits(String(Math.floor(value / 100)));
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      prefix="₹"
      size={Math.max(shown.length, 1)}
      inputMode="numeric"
      value={shown}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, 9);
        onChange(digits === '' ? null : Number(digits) * 100);
      }}
    />
  );
}
