import type { CSSProperties } from 'react';
import { useField } from './field.tsx';
import style from './slider.module.css';

type Props = {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The value as text, for screen readers and the ends of the scale. */
  format: (value: number) => string;
  /** The accessible name outside a Field. */
  label?: string;
  disabled?: boolean;
};

/** A slider; an input next to it takes the same value typed. */
export function Slider({
  value,
  onChange,
  min,
  max,
  step,
  format,
  label,
  disabled = false,
}: Props) {
  const wiring = useField();
  const filled =
    max > min ? ((Math.min(Math.max(value, min), max) - min) / (max - min)) * 100 : 100;

  return (
    <div className={style.scale}>
      <input
        {...wiring}
        type="range"
        aria-label={label}
        aria-valuetext={format(value)}
        className={style.range}
        style={{ '--filled': `${filled}%` } as CSSProperties}
        {...{ min, max, step, value, disabled }}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className={style.ends} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </span>
    </div>
  );
}
