import { AprDisagreementError } from '../money/apr.ts';
import { type Paise, paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import { priceLoan, type Quote } from './offer.ts';
import { checkProduct } from './product-bounds.ts';
import type { ProductTerms } from './terms.ts';

const PREVIEWS = 5;

/** Up to five amounts of a product, from the least to the most, each on its step. */
export function previewAmounts({
  minPrincipal,
  maxPrincipal,
  stepPrincipal,
}: ProductTerms): Paise[] {
  const steps = (maxPrincipal - minPrincipal) / stepPrincipal;
  const at = Array.from({ length: PREVIEWS }, (_, index) =>
    Math.floor((steps * index) / (PREVIEWS - 1)),
  );
  return [...new Set(at)].map((step) => paise(minPrincipal + step * stepPrincipal));
}

/**
 * Prices loans of a product version from a day on, at up to five amounts. Null if it breaks a bound
 * or has no computable APR: such a version must not be offered.
 */
export function previewQuotes(product: ProductTerms, startDay: BusinessDay): Quote[] | null {
  if (checkProduct(product, startDay).length > 0) return null;
  try {
    return previewAmounts(product).map((principal) => priceLoan({ product, principal, startDay }));
  } catch (error) {
    if (error instanceof RangeError || error instanceof AprDisagreementError) return null;
    throw error;
  }
}

/**
 * The terms of a version by field, for a comparison; an amount in paise, a rate in parts per
 * million.
 */
export function productFacts(
  terms: ProductTerms,
): Readonly<Record<ProductFact, string | number | boolean>> {
  const { penal, extension } = terms;

  return {
    name: terms.name,
    tenorDays: terms.tenorDays,
    minPrincipal: terms.minPrincipal,
    maxPrincipal: terms.maxPrincipal,
    stepPrincipal: terms.stepPrincipal,
    interestPpmPerDay: terms.interestPpmPerDay,
    feePpm: terms.feePpm,
    gstPpm: terms.gstPpm,
    'penal.ppmPerDay': penal.ppmPerDay,
    'penal.graceDays': penal.graceDays,
    'penal.maxDays': penal.maxDays,
    coolingOffDays: terms.coolingOffDays,
    isFeeKeptOnReturn: terms.isFeeKeptOnReturn,
    'extension.feePpm': extension.feePpm,
    'extension.gstPpm': extension.gstPpm,
    'extension.opensDaysBeforeDue': extension.opensDaysBeforeDue,
    'extension.closesDaysAfterDue': extension.closesDaysAfterDue,
    'extension.maxTimes': extension.maxTimes,
    'extension.days': extension.days.join(', '),
    minBizStatus: terms.minBizStatus,
  };
}

/** The facts of a version, in the order of its form. */
export const PRODUCT_FACTS = [
  'name',
  'minBizStatus',
  'tenorDays',
  'minPrincipal',
  'maxPrincipal',
  'stepPrincipal',
  'interestPpmPerDay',
  'feePpm',
  'gstPpm',
  'coolingOffDays',
  'isFeeKeptOnReturn',
  'penal.ppmPerDay',
  'penal.graceDays',
  'penal.maxDays',
  'extension.feePpm',
  'extension.gstPpm',
  'extension.opensDaysBeforeDue',
  'extension.closesDaysAfterDue',
  'extension.maxTimes',
  'extension.days',
] as const;

export type ProductFact = (typeof PRODUCT_FACTS)[number];

/** The facts in which two versions differ, in the order of the form. */
export function productDifferences(before: ProductTerms, after: ProductTerms): ProductFact[] {
  const [one, other] = [productFacts(before), productFacts(after)];
  return PRODUCT_FACTS.filter((fact) => one[fact] !== other[fact]);
}
