import { plainText } from '@noren/core/typed/text';
import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';
import { useTyped } from './use-typed.ts';

type Props = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'maxLength'> & {
  value: string;
  onChange: (text: string) => void;
};

/**
 * A code of capitals and digits, such as a PAN or an IFSC, in plain characters whatever keyboard
 * typed it.
 */
export function CodeInput({ value, onChange, ...rest }: Props) {
  const typed = useTyped(value, ({ after }) => plainText(after).toUpperCase(), onChange);

  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...rest}
      {...typed}
      value={value}
    />
  );
}
