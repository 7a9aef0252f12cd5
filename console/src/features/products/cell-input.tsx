import { useState } from 'react';
import type { Unit } from './card-places.ts';
import style from './products.module.css';

interface CellInputProps {
  readonly name: string;
  readonly label: string;
  readonly unit: Unit;
  readonly value: number;
  readonly problem?: string | undefined;
  /** NaN if the text is not a number. */
  readonly onChange: (value: number) => void;
}

/** Stored units per typed unit. */
const SCALE: Readonly<Record<Unit, number>> = { points: 1, count: 1, rupees: 100, percent: 10_000 };

/** A number field in a table cell; negative numbers are allowed. */
export function CellInput({ name, label, unit, value, problem, onChange }: CellInputProps) {
  const [text, setText] = useState(() => String(value / SCALE[unit]));
  return (
    <input
      className={style.cell}
      name={name}
      aria-label={label}
      aria-invalid={problem !== undefined || Number.isNaN(value)}
      title={problem}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const typed = /^-?\d{1,9}(\.\d{1,2})?$/.test(target.value.trim()) ? Number(target.value) : Number.NaN;
        onChange(Math.round(typed * SCALE[unit]));
      }}
    />
  );
}
