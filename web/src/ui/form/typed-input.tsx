import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';
import { useTyped } from './use-typed.ts';

export type TypedProps = Omit<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'maxLength'
> & {
  value: string;
  onChange: (text: string) => void;
};

type Props = TypedProps & {
  /** What the field shows after a change. */
  show: Parameters<typeof useTyped>[1];
};

/** One line of text that is read at every change. The browser offers nothing to fill in. */
export function TypedInput({ value, show, onChange, ...rest }: Props) {
  const typed = useTyped(value, show, onChange);
  return <TextInput autoComplete="off" {...rest} {...typed} value={value} />;
}
