import { formatRupees, paise } from '@noren/core/money/money';

/** A whole number with Indian grouping: 1,00,000. */
export function groupDigits(count: number): string {
  return formatRupees(paise(count * 100)).slice(1);
}
