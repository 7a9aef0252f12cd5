import { formatRupees, type Paise } from '../money/money.ts';
import { SMS_VARIABLE_LETTERS } from './sms-values.ts';

/** Penal charges, equal ones as one: "4 × ₹5.04, 3 × ₹5.03". */
export const listPenalCharges = (charges: readonly Paise[]): string =>
  countEqual(charges, '×', formatRupees).join(', ');

/**
 * The same in the letters that operators let through, "4 x 5.04 / 3 x 5.03"; of a list that is too
 * long for an SMS, the sum.
 */
export function listPenalChargesForSms(charges: readonly Paise[]): string {
  const write = (amount: number): string => (amount / 100).toFixed(2);
  const list = countEqual(charges, 'x', write).join(' / ');

  return list.length <= SMS_VARIABLE_LETTERS
    ? list
    : write(charges.reduce((sum: number, charge) => sum + charge, 0));
}

/** Each different charge, with how often it was made where that is more than once. */
function countEqual(
  charges: readonly Paise[],
  times: string,
  write: (charge: Paise) => string,
): string[] {
  const counts = new Map<Paise, number>();
  for (const charge of charges) counts.set(charge, (counts.get(charge) ?? 0) + 1);

  return [...counts].map(
    ([charge, count]) => (count > 1 ? `${count} ${times} ` : '') + write(charge),
  );
}
