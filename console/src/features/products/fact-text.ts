import { type ProductFact, productFacts } from '@noren/core/lending/product-preview';
import type { ProductTerms } from '@noren/core/lending/terms';
import { formatRate, paise } from '@noren/core/money/money';
import { productTexts } from '../../texts/products.ts';
import { moneyText } from '../../ui/figures.tsx';

/** A term of a version, in words. */
export function factText(terms: ProductTerms, fact: ProductFact): string {
  const value = productFacts(terms)[fact];
  if (fact === 'minBizStatus') return productTexts.statuses[Number(value)] ?? String(value);
  if (typeof value === 'boolean') return value ? productTexts.feeKept : productTexts.feeReturned;
  if (fact.endsWith('Principal')) return moneyText(paise(Number(value)));

  return /ppm/i.test(fact) ? formatRate(Number(value)) : String(value);
}
