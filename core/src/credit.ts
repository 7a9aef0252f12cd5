import { max, min, type Paise, paise, subtract, sum, zeroPaise } from './money.ts';
import { maxLoanAmount, type RegulatoryRow, regulatoryRowOn } from './terms.ts';
import { addMonths, type BusinessDay } from './time.ts';

/**
 * What may still be borrowed: limit − principal owed − held by orders on their way, never below 0 nor over the
 * product's maximum; nothing while an overdue order locks the limit. Paise. Source: `domain.md`, credit limit.
 */
export function availableCredit(credit: { limit: Paise; owed: Paise; held: Paise; locked: boolean }): Paise {
  if (credit.locked) return zeroPaise;
  return max(zeroPaise, subtract(min(credit.limit, maxLoanAmount), credit.owed, credit.held));
}

/**
 * What may still be sanctioned on `day` under the KYC level's ceiling: the year's ceiling less every loan sanctioned
 * in the year up to that day (the same date last year no longer counts); the product's maximum after full KYC.
 * Source: KYC Direction s. 17 (`sanctionedPerYearBeforeFullKycPaise`); `lawful.md` row 16.
 */
export function ceilingLeft(kyc: {
  isFullKyc: boolean;
  sanctions: readonly { day: BusinessDay; amount: Paise }[];
  day: BusinessDay;
  rows?: readonly RegulatoryRow[];
}): Paise {
  if (kyc.isFullKyc) return maxLoanAmount;
  const ceiling = paise(regulatoryRowOn('sanctionedPerYearBeforeFullKycPaise', kyc.day, kyc.rows).value);
  const yearAgo = addMonths(kyc.day, -12);
  const within = kyc.sanctions.filter((sanction) => sanction.day > yearAgo && sanction.day <= kyc.day);
  return max(zeroPaise, subtract(ceiling, sum(within.map((sanction) => sanction.amount))));
}
