import { settleAmount, showAmount } from '@noren/core/typed/amount';
import { TypedInput, type TypedProps } from './typed-input.tsx';

type Props = Omit<TypedProps, 'type' | 'inputMode' | 'prefix' | 'size'> & {
  /** As typed: core's `readAmount` says what it means. */
  value: string;
  /** The keyboard has a decimal point. */
  hasPaise?: boolean;
};

const MAX_SIZE = 18;

/**
 * An amount in rupees, grouped as it is typed. What is no amount stays as typed, for the form to
 * refuse.
 */
export function MoneyInput({ value, onChange, onBlur, hasPaise = false, ...rest }: Props) {
  return (
    <TypedInput
      {...rest}
      prefix="₹"
      size={Math.min(Math.max(value.length, 1), MAX_SIZE)}
      inputMode={hasPaise ? 'decimal' : 'numeric'}
      value={value}
      show={showAmount}
      onChange={onChange}
      onBlur={(event) => {
        onChange(settleAmount(value));
        onBlur?.(event);
      }}
    />
  );
}
