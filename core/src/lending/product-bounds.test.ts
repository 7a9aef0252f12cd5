import { expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { checkProduct } from './product-bounds.ts';
import { defaultProducts, maxLoanAmount, type ProductTerms, regulatoryRows } from './terms.ts';

const day = businessDay('2026-11-23');
const [legal] = defaultProducts as [ProductTerms];
const rulesBroken = (change: Partial<ProductTerms>) =>
  checkProduct({ ...legal, ...change }, day, { maxLoan: maxLoanAmount }).map(({ rule }) => rule);

test.each(defaultProducts)('$code may be offered', (product) =>
  expect(checkProduct(product, day)).toEqual([]),
);

test.each<[string, Partial<ProductTerms>, string[]]>([
  ['no cooling-off', { coolingOffDays: 0 }, ['coolingOffLeastDays']],
  [
    'cooling-off that is no number',
    { coolingOffDays: Number.NaN },
    ['coolingOffLeastDays', 'rates'],
  ],
  ['GST of 5 %', { gstPpm: 50_000 }, ['gstOnFeesPpm']],
  ['other GST on extensions', { extension: { ...legal.extension, gstPpm: 0 } }, ['gstOnFeesPpm']],
  [
    'penal charge of 20 % a day',
    { penal: { ...legal.penal, ppmPerDay: 200_000 } },
    ['penalMostPpmPerDay'],
  ],
  ['more than anybody may borrow', { maxPrincipal: rupees(81_000) }, ['amounts']],
  ['amounts that no step leads to', { stepPrincipal: rupees(700) }, ['amounts']],
  ['no amount', { minPrincipal: rupees(0) }, ['amounts']],
  ['tenor of no day', { tenorDays: 0 }, ['tenor']],
  ['negative interest', { interestPpmPerDay: -1 }, ['rates']],
  ['fee above the loan', { feePpm: 1_000_001 }, ['rates']],
  ['extension of half a day', { extension: { ...legal.extension, days: [0.5] } }, ['extension']],
])('%s is refused', (_, change, rules) => expect(rulesBroken(change)).toEqual(rules));

test('a fault names the bound and its source', () => {
  const [fault] = checkProduct({ ...legal, coolingOffDays: 0 }, day);
  expect(fault?.fault).toEqual({
    code: 'cooling_off_short',
    leastDays: 1,
    days: 0,
    citation:
      'RBI (NBFC - Credit Facilities) Directions, 2025, RBI/DOR/2025-26/347, 28 November 2025, para 10',
  });
});

test('a product that was legal is no longer from the day that the rate changes', () => {
  const from = businessDay('2027-04-01');
  const rows = [
    ...regulatoryRows,
    {
      name: 'gstOnFeesPpm' as const,
      value: 120_000,
      effectiveFrom: from,
      citation: 'a later notification',
    },
  ];

  expect(checkProduct(legal, businessDay('2027-03-31'), { rows })).toEqual([]);
  expect(checkProduct(legal, from, { rows }).map(({ rule }) => rule)).toEqual(['gstOnFeesPpm']);
});

test.each<[string, Partial<ProductTerms>, string[]]>([
  ['the cooling-off period', { coolingOffDays: 0 }, ['coolingOffDays']],
  ['the extension’s GST', { extension: { ...legal.extension, gstPpm: 0 } }, ['extension.gstPpm']],
  ['the least amount', { minPrincipal: rupees(0) }, ['minPrincipal']],
  ['the most amount', { maxPrincipal: rupees(500) }, ['maxPrincipal']],
  ['the step', { stepPrincipal: rupees(700) }, ['stepPrincipal']],
  ['the rate that is wrong', { feePpm: -1 }, ['feePpm']],
  [
    'the lengths of an extension',
    { extension: { ...legal.extension, days: [0] } },
    ['extension.days'],
  ],
])('a fault names %s as the field to change', (_, change, fields) => {
  const faults = checkProduct({ ...legal, ...change }, day, { maxLoan: maxLoanAmount });
  expect(faults.map(({ field }) => field)).toEqual(fields);
});
