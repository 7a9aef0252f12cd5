import type { Paise } from '../money/money.ts';
import { addDays, addMonths, type BusinessDay, businessDay } from '../money/time.ts';
import { priceLoan, principalRange } from './offer.ts';
import type { ProductTerms } from './terms.ts';

/** A quarter of the calendar year: its first and last day. */
export interface Quarter {
  readonly first: BusinessDay;
  readonly last: BusinessDay;
}

/**
 * With fewer loans in a quarter no rates are published, because they could be traced to one person.
 * @ASSUMED the number; the law names none.
 */
export const LEAST_LOANS_PUBLISHED = 5;

/** The quarter in which a day is. */
export function quarterOn(day: BusinessDay): Quarter {
  const month = Number(day.slice(5, 7));
  const firstMonth = String(month - ((month - 1) % 3)).padStart(2, '0');
  const first = businessDay(`${day.slice(0, 4)}-${firstMonth}-01`);
  return { first, last: addDays(addMonths(first, 3), -1) };
}

/** The last quarter that has ended before a day. */
export function lastCompleteQuarter(day: BusinessDay): Quarter {
  return quarterOn(addDays(quarterOn(day).first, -1));
}

/**
 * The APR of a product's smallest and largest loan, the lower first, in hundredths of a percent.
 * They differ only by rounding.
 */
export function aprRange(
  product: ProductTerms,
  startDay: BusinessDay,
  mostLent: Paise,
): { least: number; most: number } {
  const range = principalRange(product, mostLent) ?? {
    min: product.minPrincipal,
    max: product.minPrincipal,
  };

  const rates = [range.min, range.max].map(
    (principal) => priceLoan({ product, principal, startDay }).aprHundredths,
  );

  return { least: Math.min(...rates), most: Math.max(...rates) };
}
