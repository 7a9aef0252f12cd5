import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  applyPpm,
  applyRatio,
  divideRounded,
  formatPercent,
  formatRate,
  formatRupees,
  max,
  min,
  type Paise,
  paise,
  type Rounding,
  rupees,
  splitPaise,
  subtract,
  sum,
} from './money.ts';

const amounts = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map(paise);
const roundings = fc.constantFrom<Rounding>('half-up', 'half-even', 'down', 'up');

describe('paise', () => {
  test.each([0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])('%s is refused', (amount) => {
    expect(() => paise(amount)).toThrow(RangeError);
  });
  test('minus zero is zero', () => expect(Object.is(paise(-0), 0)).toBe(true));
  test.each([
    [9646, 964600],
    [12.5, 1250],
    [0.07, 7],
    [-80_000, -8_000_000],
  ])('%s rupees are %s paise', (amount, expected) => expect(rupees(amount)).toBe(expected));

  test.each([
    0.001,
    Number.NaN,
    Infinity,
    1.005,
    80_000.001,
    -80_000.001,
    1_000_000.005,
    9_999_999.999,
    2 ** 46 + 0.25,
  ])('%s rupees are refused', (amount) => {
    expect(() => rupees(amount)).toThrow(RangeError);
  });

  test('every amount of paise is itself again, and a thousandth of a rupee beside it is refused', () => {
    const most = 2 ** 43 * 100;
    fc.assert(
      fc.property(
        fc.integer({ min: -most, max: most }),
        fc.integer({ min: 1, max: 9 }),
        (amount, thousandths) => {
          expect(rupees(amount / 100)).toBe(amount);

          const finer = Number(
            `${amount < 0 ? '-' : ''}${BigInt(Math.abs(amount)) / 100n}.${String(Math.abs(amount) % 100).padStart(2, '0')}${thousandths}`,
          );
          if (Math.abs(finer) < 2 ** 40) expect(() => rupees(finer)).toThrow(RangeError);
        },
      ),
    );
  });
  test('a sum that leaves the safe range is refused', () => {
    expect(() => add(paise(Number.MAX_SAFE_INTEGER), paise(1))).toThrow(RangeError);
  });
  test('least and greatest', () => {
    expect(min(paise(3), paise(-2), paise(9))).toBe(-2);
    expect(max(paise(3), paise(-2), paise(9))).toBe(9);
  });
});

describe('a rate of an amount', () => {
  test.each<[number, number, Rounding, number]>([
    [1_000_000, 30_000, 'half-up', 30_000],
    [30_000, 180_000, 'half-up', 5_400],
    [50, 10_000, 'half-up', 1],
    [50, 10_000, 'half-even', 0],
    [150, 10_000, 'half-even', 2],
    [50, 10_000, 'down', 0],
    [1, 1, 'up', 1],
    [-50, 10_000, 'half-up', -1],
    [-51, 10_000, 'down', 0],
    [Number.MAX_SAFE_INTEGER, 1_000_000, 'half-up', Number.MAX_SAFE_INTEGER],
  ])('%s × %s ppm, %s, is %s', (amount, ppm, rounding, expected) => {
    expect(applyPpm(paise(amount), ppm, rounding)).toBe(expected);
  });

  test('a fractional rate and a denominator of 0 are refused', () => {
    expect(() => applyPpm(paise(1), 0.5, 'down')).toThrow(RangeError);
    expect(() => applyRatio(paise(1), 1, 0, 'down')).toThrow(RangeError);
  });

  test('rounding moves less than one paisa, and the same for both signs', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.bigInt(1n, 10n ** 9n),
        roundings,
        (n, d, rounding) => {
          const rounded = divideRounded(n, d, rounding);
          const off = rounded * d - n;
          expect(off < d && off > -d).toBe(true);
          expect(divideRounded(-n, d, rounding)).toBe(-rounded);
        },
      ),
    );
  });
});

describe('splitPaise', () => {
  test.each<[number, number[], number[]]>([
    [1_000_000, [1, 1, 1], [333_333, 333_333, 333_334]],
    [12, [200, 100], [8, 4]],
    [0, [1, 2], [0, 0]],
    [5, [0, 1], [0, 5]],
    [-7, [1, 1], [-3, -4]],
  ])('%s by %j is %j', (whole, weights, expected) =>
    expect(splitPaise(paise(whole), weights)).toEqual(expected),
  );
  test.each([[[]], [[0]], [[-1, 2]], [[0.5]]])('weights %j are refused', (weights) => {
    expect(() => splitPaise(paise(1), weights)).toThrow(RangeError);
  });
  test('the parts sum to the whole and lie within a paisa of their share', () => {
    const weights = fc
      .array(fc.nat(10_000), { minLength: 1, maxLength: 30 })
      .filter((all) => all.some((w) => w > 0));
    fc.assert(
      fc.property(amounts, weights, (whole, all) => {
        const parts = splitPaise(whole, all);
        const total = all.reduce((a, b) => a + b, 0);

        expect(sum(parts)).toBe(whole);
        parts.forEach((part, i) => {
          expect(Math.abs(part - (whole * all[i]!) / total)).toBeLessThanOrEqual(1.001);
        });
      }),
    );
  });
});

describe('formatRupees', () => {
  test.each<[number, 'always' | 'never' | undefined, string]>([
    [8_000_000, undefined, '₹80,000'],
    [964_600, 'always', '₹9,646.00'],
    [0, undefined, '₹0'],
    [5, undefined, '₹0.05'],
    [99_999, undefined, '₹999.99'],
    [100_000, 'never', '₹1,000'],
    [99_950, 'never', '₹1,000'],
    [-20, 'never', '₹0'],
    [10_000_000, undefined, '₹1,00,000'],
    [-1_234_567_890, undefined, '-₹1,23,45,678.90'],
  ])('%s paise (%s) read %s', (amount, show, expected) => {
    expect(formatRupees(paise(amount), show ? { paise: show } : {})).toBe(expected);
  });

  test("writes as the platform's own format for India does", () => {
    const icu = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    fc.assert(
      fc.property(amounts, (amount: Paise) => {
        expect(formatRupees(amount, { paise: 'always' })).toBe(icu.format(amount / 100));
      }),
    );
  });

  test('the digits are those of the amount', () => {
    fc.assert(
      fc.property(amounts, (amount: Paise) => {
        const digits = formatRupees(amount, { paise: 'always' }).replace(/[₹,.]/g, '');
        expect(paise(Number(digits))).toBe(amount);
      }),
    );
  });

  test('subtract undoes add', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(subtract(add(a, b), b)).toBe(a);
      }),
    );
  });
});

test.each([
  [1000, '0.10%', '0.1%'],
  [30_000, '3.00%', '3%'],
  [1_271_400, '127.14%', '127.14%'],
  [0, '0.00%', '0%'],
])('%s parts per million read %s and %s', (ppm, percent, rate) => {
  expect([formatPercent(ppm), formatRate(ppm)]).toEqual([percent, rate]);
});
