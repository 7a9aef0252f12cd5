import { formatRupees, paise } from '@noren/core/money/money';

/** A whole number with Indian grouping: 1,00,000. */
export function groupDigits(count: number): string {
  return formatRupees(paise(count * 100)).slice(1);
}

export const countPeople = (count: number): string =>
  count === 1 ? '1 person' : `${groupDigits(count)} people`;
