import type { ComponentProps, ReactNode } from 'react';
import style from './choice.module.css';
import { useField } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode };

/** A checkbox with its text; links in the text work. Never pre-ticked for a consent. */
export function Checkbox({ children, ...rest }: Props) {
  const wiring = useField();

  return (
    <label className={style.check}>
      <input {...wiring} {...rest} type="checkbox" />
      <span className={style.text}>{children}</span>
    </label>
  );
}
