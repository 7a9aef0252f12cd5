import { readNumber, readUnits } from '@noren/core/typed/number';
import { kitTexts } from '../../texts/kit.ts';
import { productTexts } from '../../texts/products.ts';
import { ReadField } from '../../ui/fields.tsx';

interface RateFieldProps {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  /** In parts per million; null if the field is empty or holds no rate. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A field for a rate in percent. */
export function RateField(field: RateFieldProps) {
  const texts = { hint: productTexts.percent, unread: rateProblem };
  return <ReadField {...field} {...texts} read={readRate} write={(ppm) => String(ppm / PERCENT)} />;
}

function rateProblem(text: string): string {
  const rate = readNumber(text.replace(SIGN, ''));
  if (rate === null) return productTexts.notARate;
  if (rate.isNegative) return kitTexts.negative;

  return rate.fraction.length > 4 ? productTexts.rateTooFine : productTexts.rateTooLarge;
}

const SIGN = /\s*%\s*$/;
const PERCENT = 10_000;
const MAX_PERCENT = 1_000;

/** Parts per million of a percentage: "0.1" is 1000. Null if it is none. */
function readRate(text: string): number | null {
  const ppm = readUnits(text.replace(SIGN, ''), 4);
  return ppm !== null && ppm >= 0 && ppm < MAX_PERCENT * PERCENT ? ppm : null;
}
