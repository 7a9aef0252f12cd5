import { settleAmount, showAmount } from '@noren/core/typed/amount';
import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';
import { useTyped } from './use-typed.ts';

type Props = Omit<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'maxLength' | 'prefix' | 'size'
> & {
  /** As typed: core's `readAmount` says what it means. */
  value: string;
  onChange: (text: string) => void;
  /** The keyboard has a decimal point. */
  hasPaise?: boolean;
};

const MAX_SIZE = 18;

/**
 * An amount in rupees, grouped as it is typed. What is no amount stays as typed, for the form to
 * refuse.
 */
export function MoneyInput({ value, onChange, onBlur, hasPaise = false, ...rest }: Props) {
  const typed = useTyped(value, showAmount, onChange);

  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...typed}
      prefix="₹"
      size={Math.min(Math.max(value.length, 1), MAX_SIZE)}
      inputMode={hasPaise ? 'decimal' : 'numeric'}
      value={value}
      onBlur={(event) => {
        onChange(settleAmount(value));
        onBlur?.(event);
      }}
    />
  );
}
