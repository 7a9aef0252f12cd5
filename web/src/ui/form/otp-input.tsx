import { readCode, readDigits } from '@noren/core/typed/text';
import { type ComponentProps, useRef } from 'react';
import { useField } from './field.tsx';
import style from './input.module.css';
import own from './otp-input.module.css';
import { useTyped } from './use-typed.ts';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> & {
  value: string;
  /** Called with the digits of a code, and with the text as typed while it is none. */
  onChange: (text: string) => void;
  /** Called each time the code becomes complete. */
  onComplete?: (code: string) => void;
  length?: number;
};

/**
 * One field for a code sent by message: supports autofill and paste, complete at the last digit.
 */
export function OtpInput({ value, onChange, onComplete, length = 4, ...rest }: Props) {
  const wiring = useField();
  const completed = useRef('');

  const change = (text: string) => {
    onChange(text);
    const code = readCode(text, length);
    if (code !== null && completed.current !== code) onComplete?.(code);
    completed.current = code ?? '';
  };

  const typed = useTyped(
    value,
    ({ after }) => readCode(after, length) ?? readDigits(after) ?? after,
    change,
  );

  return (
    <span className={`${style.box} ${own.code}`}>
      <input
        autoComplete="one-time-code"
        enterKeyHint="done"
        {...wiring}
        {...rest}
        type="text"
        inputMode="numeric"
        className={style.input}
        value={value}
        {...typed}
      />
    </span>
  );
}
