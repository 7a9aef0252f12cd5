import { readDigits } from '@noren/core/typed/text';
import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';
import { useTyped } from './use-typed.ts';

type Props = Omit<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'maxLength'
> & {
  /** Digits; as typed while it is something else. */
  value: string;
  onChange: (text: string) => void;
};

/**
 * Digits of an identity or account number, of any script. Nothing is cut or left out: what is no
 * number, the form refuses.
 */
export function DigitsInput({ value, onChange, ...rest }: Props) {
  const typed = useTyped(value, ({ after }) => readDigits(after) ?? after, onChange);
  return <TextInput autoComplete="off" {...rest} {...typed} inputMode="numeric" value={value} />;
}
