import { type ComponentProps, useRef } from 'react';
import { useField } from './field.tsx';
import style from './input.module.css';
import own from './otp-input.module.css';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> & {
  value: string;
  onChange: (digits: string) => void;
  /** Called each time the code becomes complete. */
  onComplete?: (code: string) => void;
  length?: number;
};

/** One field for a code sent by message: supports autofill and paste, complete at the last digit. */
export function OtpInput({ value, onChange, onComplete, length = 4, ...rest }: Props) {
  const wiring = useField();
  const completed = useRef('');
  const change = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    onChange(digits);
    if (digits.length < length) completed.current = '';
    else if (completed.current !== digits) {
      completed.current = digits;
      onComplete?.(digits);
    }
  };
  return (
    <span className={`${style.box} ${own.code}`}>
      <input
        autoComplete="one-time-code"
        enterKeyHint="done"
        {...wiring}
        {...rest}
        type="text"
        inputMode="numeric"
        pattern="\d*"
        className={style.input}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </span>
  );
}
