import { describe, expect, test } from 'vitest';
import { businessDay } from '../money/time.ts';
import {
  defaultProducts,
  findProduct,
  maxLoanAmount,
  regulatoryRowOn,
  regulatoryRows,
} from './terms.ts';

const today = businessDay('2026-11-20');

describe('products', () => {
  // Columns: code, tenure, least, greatest and step in rupees, interest and fee in ppm, status.
  test.each([
    ['N07', 7, 1_000, 10_000, 500, 1_000, 30_000, 60],
    ['N15', 15, 2_000, 25_000, 500, 1_000, 30_000, 60],
    ['N30', 30, 3_000, 80_000, 1_000, 800, 25_000, 70],
  ])('%s', (code, tenor, least, greatest, step, interest, fee, status) => {
    const product = findProduct(defaultProducts, code)!;
    const { minPrincipal, maxPrincipal, stepPrincipal } = product;

    expect([minPrincipal, maxPrincipal, stepPrincipal]).toEqual([
      least * 100,
      greatest * 100,
      step * 100,
    ]);

    expect([
      product.tenorDays,
      product.interestPpmPerDay,
      product.feePpm,
      product.minBizStatus,
    ]).toEqual([tenor, interest, fee, status]);
  });

  test.each(defaultProducts.map((product) => [product.code, product] as const))(
    '%s keeps the law',
    (_code, product) => {
      expect(product.gstPpm).toBe(regulatoryRowOn('gstOnFeesPpm', today).value);
      expect(product.coolingOffDays).toBeGreaterThanOrEqual(
        regulatoryRowOn('coolingOffLeastDays', today).value,
      );
      expect(product.maxPrincipal).toBeLessThanOrEqual(maxLoanAmount);
      expect((product.maxPrincipal - product.minPrincipal) % product.stepPrincipal).toBe(0);
    },
  );
  test('an unknown code has no product', () =>
    expect(findProduct(defaultProducts, 'N99')).toBeUndefined());
});

describe('regulatory rows', () => {
  const day = businessDay;
  const rows = [
    {
      name: 'gstOnFeesPpm',
      value: 1,
      effectiveFrom: day('2020-01-01'),
      effectiveTo: day('2020-12-31'),
      citation: 'a',
    },
    { name: 'gstOnFeesPpm', value: 2, effectiveFrom: day('2021-01-01'), citation: 'b' },
    { name: 'gstOnFeesPpm', value: 3, effectiveFrom: day('2022-01-01'), citation: 'c' },
  ] as const;

  test.each([
    ['2020-01-01', 1],
    ['2020-12-31', 1],
    ['2021-06-01', 2],
    ['2022-01-01', 3],
  ])('on %s row %i holds', (on, value) =>
    expect(regulatoryRowOn('gstOnFeesPpm', day(on), rows).value).toBe(value),
  );
  test('before the first row there is none', () => {
    expect(() => regulatoryRowOn('gstOnFeesPpm', day('2019-12-31'), rows)).toThrow(RangeError);
  });
  test.each([
    ['kfsValidWorkingDays', '2025-11-27', /RBI\/2024-25\/18/],
    ['kfsValidWorkingDays', '2025-11-28', /2025-26\/362, 28 November 2025, para 29$/],
    ['kfsValidWorkingDays', '2026-07-01', /updated 1 July 2026, para 29$/],
    ['coolingOffLeastDays', '2025-11-28', /2025-26\/347/],
    ['complaintAnswerDays', '2026-06-30', /2021$/],
    ['complaintAnswerDays', '2026-07-01', /2026$/],
    ['dunningUntilHour', '2026-12-31', /updated 1 July 2026, para 100$/],
    ['dunningUntilHour', '2027-01-01', /RBI\/2026-27\/230.*para 100Y$/],
  ] as const)('%s on %s cites what is in force', (name, on, citation) =>
    expect(regulatoryRowOn(name, day(on)).citation).toMatch(citation),
  );
  test.each([
    ['2026-12-31', 0, 1, 0],
    ['2027-01-01', 1, 7, 6],
  ])('the rules of recovery on %s', (on, email, days, months) =>
    expect(
      (['dunningHasEmail', 'penalMessageDays', 'callRecordingMonths'] as const).map(
        (name) => regulatoryRowOn(name, day(on)).value,
      ),
    ).toEqual([email, days, months]),
  );
  test('each row cites its source and holds today', () => {
    for (const { name, citation } of regulatoryRows) {
      expect(citation.length).toBeGreaterThan(10);
      expect(regulatoryRowOn(name, today).name).toBe(name);
    }
  });
});
