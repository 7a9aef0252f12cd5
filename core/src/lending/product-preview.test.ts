import { expect, test } from 'vitest';
import { paise, rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import {
  PRODUCT_FACTS,
  previewAmounts,
  previewQuotes,
  productDifferences,
  productFacts,
} from './product-preview.ts';
import { defaultProducts, type ProductTerms } from './terms.ts';

const day = businessDay('2026-11-24');
const n15 = defaultProducts.find(({ code }) => code === 'N15') as ProductTerms;

test('a preview has five amounts on the product’s steps, from the least to the most', () => {
  expect(previewAmounts(n15)).toEqual(
    [2_000, 7_500, 13_500, 19_000, 25_000].map((amount) => rupees(amount)),
  );

  const narrow = { ...n15, maxPrincipal: rupees(3_000) };
  expect(previewAmounts(narrow)).toEqual([2_000, 2_500, 3_000].map((amount) => rupees(amount)));
});

test('key facts are priced as a real loan is', () => {
  const [least] = previewQuotes(n15, day) ?? [];
  // 3 % fee and its GST are deducted; 0.1 % a day for 15 days.
  expect(least).toMatchObject({
    fee: rupees(60),
    gst: 1_080,
    interest: rupees(30),
    netDisbursed: 192_920,
  });
  expect(previewQuotes(n15, day)).toHaveLength(5);
  expect(previewQuotes({ ...n15, coolingOffDays: 0 }, day)).toBeNull();
  expect(previewQuotes({ ...n15, feePpm: 900_000 }, day)).toBeNull();
});

test('a comparison names each fact that differs', () => {
  expect(productDifferences(n15, n15)).toEqual([]);

  const other = {
    ...n15,
    feePpm: 20_000,
    minPrincipal: paise(100_000),
    extension: { ...n15.extension, days: [7] },
  };
  expect(productDifferences(n15, other)).toEqual(['minPrincipal', 'feePpm', 'extension.days']);
  expect(Object.keys(productFacts(n15)).sort()).toEqual([...PRODUCT_FACTS].sort());
});
