import { readUnits } from '@noren/core/typed/number';
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

/** Decimals of what is typed: its last one is the stored unit. */
const DECIMALS: Readonly<Record<Unit, number>> = { points: 0, count: 0, rupees: 2, percent: 4 };

/** A number field in a table cell; negative numbers are allowed. */
export function CellInput({ name, label, unit, value, problem, onChange }: CellInputProps) {
  const [text, setText] = useState(() => String(value / 10 ** DECIMALS[unit]));

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
        onChange(readUnits(target.value, DECIMALS[unit]) ?? Number.NaN);
      }}
    />
  );
}
