import type { TrackedField } from '@noren/core/people/tracking-rules';
import type { ComponentProps, ReactNode } from 'react';
import { useField } from './field.tsx';
import { trackVisits } from './field-visits.ts';
import style from './input.module.css';

type Props = Omit<ComponentProps<'input'>, 'className' | 'prefix'> & {
  /** Shown in the box before the input, such as "+91" or "₹". */
  prefix?: ReactNode;
  suffix?: ReactNode;
  large?: boolean;
  /** The one big number of the screen, without a box; the suffix is at the far end. */
  hero?: boolean;
  /**
   * Records visits of this field if the user consented, with the content that core's
   * `tracking-rules` allows.
   */
  track?: TrackedField;
};

/**
 * One line of text. Takes every attribute of an input, `register()`'s included; never use type
 * "number".
 */
export function TextInput({ prefix, suffix, large = false, hero = false, track, ...rest }: Props) {
  const wiring = useField();

  return (
    <span className={`${style.box} ${large ? style.large : ''} ${hero ? style.hero : ''}`}>
      {prefix && <span className={style.prefix}>{prefix}</span>}
      <input
        type="text"
        {...wiring}
        {...rest}
        {...trackVisits(track, rest)}
        className={style.input}
      />
      {suffix}
    </span>
  );
}
