import type { ComponentProps } from 'react';
import { useField } from './field.tsx';
import { trackVisits } from './field-visits.ts';
import style from './input.module.css';
import own from './text-area.module.css';
import type { TextInput } from './text-input.tsx';

type AreaProps = Omit<ComponentProps<'textarea'>, 'className'> &
  Pick<ComponentProps<typeof TextInput>, 'track'> & {
    /** How many letters may be sent. More can be typed or pasted: nothing is cut off. */
    most?: number;
  };

/**
 * Several lines; grows with its text if the browser supports it. With `most` and `value` it
 * shows a count.
 */
export function TextArea({ track, most, ...props }: AreaProps) {
  const wiring = useField();
  const length = typeof props.value === 'string' ? props.value.length : undefined;

  return (
    <>
      <span className={style.box}>
        <textarea
          rows={4}
          {...wiring}
          {...props}
          {...trackVisits(track, props)}
          className={`${style.input} ${own.area}`}
        />
      </span>
      {most !== undefined && length !== undefined && (
        <span className={own.count} aria-hidden="true">
          {length}/{most}
        </span>
      )}
    </>
  );
}
