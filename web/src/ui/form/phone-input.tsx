import { checkPhone } from '@noren/core/typed/phone';
import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';
import { useTyped } from './use-typed.ts';

type Props = Omit<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'type' | 'inputMode' | 'maxLength' | 'prefix'
> & {
  /** The ten digits; as typed while they are something else. */
  value: string;
  onChange: (text: string) => void;
};

/**
 * An Indian mobile number, however it is typed or pasted. It is never cut: what is no such number,
 * the form refuses.
 */
export function PhoneInput({ value, onChange, ...rest }: Props) {
  const typed = useTyped(value, ({ after }) => showPhone(after), onChange);

  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...typed}
      prefix="+91"
      type="tel"
      inputMode="tel"
      value={value}
    />
  );
}

/** What a phone field shows: the ten digits, or the text while it is no number. */
function showPhone(text: string): string {
  const checked = checkPhone(text);
  return checked.ok ? checked.value : text;
}
