import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, rupees } from '../money/money.ts';
import { type BorrowerWishes, type ProductOnOffer, rankProducts } from './recommend.ts';

const N07 = { code: 'N07', tenorDays: 7, minPrincipal: rupees(1_000), offered: rupees(10_000) };
const N15 = { code: 'N15', tenorDays: 15, minPrincipal: rupees(2_000), offered: rupees(25_000) };
const N30 = { code: 'N30', tenorDays: 30, minPrincipal: rupees(3_000), offered: rupees(80_000) };
const ALL = [N07, N15, N30];
const closed = (product: ProductOnOffer): ProductOnOffer => ({ ...product, offered: paise(0) });
const asked = (productCode: string, amount: number) => ({ productCode, principal: rupees(amount) });

type Case = [
  why: string,
  products: ProductOnOffer[],
  applications: string,
  purpose: string | null,
  order: string,
];

/** Applications are written `code:rupees`, newest first. */
test.each<Case>([
  ['nothing is known: the shortest costs least', ALL, '', null, 'N07 N15 N30'],
  ['a purpose until the next pay day', ALL, '', 'household', 'N07 N15 N30'],
  ['rent is due before the next pay day', ALL, '', 'rent', 'N07 N15 N30'],
  ['a purpose that lasts', ALL, '', 'education', 'N30 N15 N07'],
  [
    'a purpose that lasts, and the longest is closed',
    [N07, N15, closed(N30)],
    '',
    'medical',
    'N15 N07 N30',
  ],
  ['a purpose that is not in the list', ALL, '', 'yacht', 'N07 N15 N30'],
  ['the product applied for last', ALL, 'N15:5000', null, 'N15 N07 N30'],
  ['an application says more than the questionnaire', ALL, 'N07:5000', 'education', 'N07 N15 N30'],
  ['the newest application before the older', ALL, 'N30:5000 N07:5000', null, 'N30 N07 N15'],
  [
    'the same product twice counts by its newest',
    ALL,
    'N07:5000 N30:5000 N07:5000',
    null,
    'N07 N30 N15',
  ],
  ['others by whether they give the amount last asked for', ALL, 'N15:20000', null, 'N15 N30 N07'],
  ['others by the tenor nearest to the last one', ALL, 'N30:5000', null, 'N30 N15 N07'],
  ['what was applied for is closed now', [N07, closed(N15), N30], 'N15:5000', null, 'N07 N30 N15'],
  ['what was applied for is no longer offered at all', [N07, N30], 'N15:5000', null, 'N07 N30'],
  [
    'what was applied for has a lower limit now',
    [N07, { ...N15, offered: rupees(4_000) }],
    'N15:9000',
    null,
    'N15 N07',
  ],
  [
    'all are closed: no wish matters',
    [closed(N30), closed(N15), closed(N07)],
    'N30:5000',
    'medical',
    'N07 N15 N30',
  ],
  ['closed ones follow open ones', [closed(N07), N15, closed(N30)], '', 'medical', 'N15 N07 N30'],
  [
    'alike in all but their code',
    [
      { ...N07, code: 'B' },
      { ...N07, code: 'A' },
    ],
    '',
    null,
    'A B',
  ],
  ['no product', [], 'N15:5000', 'medical', ''],
])('%s', (_why, products, applications, purpose, order) => {
  const wishes: BorrowerWishes = {
    applications: applications
      .split(' ')
      .filter(Boolean)
      .map((text) => {
        const [code = '', amount] = text.split(':');
        return asked(code, Number(amount));
      }),
    purpose,
  };
  expect(
    rankProducts(products, wishes)
      .map(({ code }) => code)
      .join(' '),
  ).toBe(order);
});

const anyProduct = fc.record({
  code: fc.constantFrom('A', 'B', 'C', 'D'),
  tenorDays: fc.integer({ min: 1, max: 60 }),
  minPrincipal: fc.integer({ min: 0, max: 1_000 }).map(paise),
  offered: fc.integer({ min: 0, max: 2_000 }).map(paise),
});

const anyProducts = fc.uniqueArray(anyProduct, { selector: ({ code }) => code });

const anyWishes = fc.record({
  applications: fc.array(
    fc.record({
      productCode: fc.constantFrom('A', 'B', 'X'),
      principal: fc.integer({ min: 0, max: 2_000 }).map(paise),
    }),
  ),
  purpose: fc.constantFrom(null, 'medical', 'rent', 'other'),
});

test('each product stands once, open ones first, and the order does not depend on that of the input', () => {
  fc.assert(
    fc.property(anyProducts, anyWishes, (products, wishes) => {
      const ranked = rankProducts(products, wishes);
      expect(ranked.toSorted(byCode)).toEqual(products.toSorted(byCode));

      const firstClosed = ranked.findIndex(({ offered }) => offered === 0);
      if (firstClosed >= 0)
        expect(ranked.slice(firstClosed).every(({ offered }) => offered === 0)).toBe(true);
      expect(rankProducts(products.toReversed(), wishes)).toEqual(ranked);
    }),
  );
});

const byCode = (a: ProductOnOffer, b: ProductOnOffer): number => a.code.localeCompare(b.code);
