import { formatRupees, type Paise } from '../money/money.ts';

/** How many letters an SMS has for a list of charges. */
const MOST_LETTERS = 40;

/** Penal charges, equal ones as one: "4 × ₹5.04, 3 × ₹5.03". */
export function listPenalCharges(charges: readonly Paise[]): string {
  return countEqual(charges)
    .map(([charge, count]) => (count > 1 ? `${count} × ` : '') + formatRupees(charge))
    .join(', ');
}

/**
 * The same in the letters that operators let through, "4 x 5.04 / 3 x 5.03"; of a list that is too
 * long for an SMS, the sum.
 */
export function listPenalChargesForSms(charges: readonly Paise[]): string {
  const write = (amount: number): string => (amount / 100).toFixed(2);
  const list = countEqual(charges)
    .map(([charge, count]) => (count > 1 ? `${count} x ` : '') + write(charge))
    .join(' / ');

  return list.length <= MOST_LETTERS
    ? list
    : write(charges.reduce((sum: number, charge) => sum + charge, 0));
}

function countEqual(charges: readonly Paise[]): [Paise, number][] {
  const counts = new Map<Paise, number>();
  for (const charge of charges) counts.set(charge, (counts.get(charge) ?? 0) + 1);

  return [...counts];
}
