import { useState } from 'react';
import { productTexts } from '../../texts/products.ts';
import { TextField } from '../../ui/fields.tsx';

interface RateFieldProps {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  /** In parts per million; null if the field is empty or holds no rate. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A field for a rate in percent. */
export function RateField({ value, onChange, problem, ...field }: RateFieldProps) {
  const [text, setText] = useState(() => (value === null ? '' : String(value / 10_000)));
  const isWrong = text !== '' && ppmOf(text) === null;
  return (
    <TextField
      {...field}
      hint={productTexts.percent}
      problem={problem ?? (isWrong ? productTexts.notARate : undefined)}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(ppmOf(typed));
      }}
    />
  );
}

/** Parses a percentage into parts per million: "0.1" is 1000. Null if it is no number. */
function ppmOf(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'));
}
