import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paise, rupees } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import type { Coupon } from './coupon.ts';
import { viewLoan } from './loan.ts';
import { OfferError, priceLoan, principalRange, toLoanTerms } from './offer.ts';
import { defaultProducts, findProduct } from './terms.ts';

const startDay = businessDay('2026-11-20');
const product = (code: string) => findProduct(defaultProducts, code)!;

const feeCoupon: Coupon = {
  id: 'c1',
  kind: 'fee',
  discount: { amount: rupees(100) },
  minPrincipal: rupees(1_000),
  expiresOn: startDay,
};

// Columns: fee, GST, in hand, interest, to repay (rupees), due, APR in hundredths of a percent.
test.each([
  ['N15', 10_000, 300, 54, 9_646, 150, 10_150, '2026-12-05', 12714],
  ['N07', 10_000, 300, 54, 9_646, 70, 10_070, '2026-11-27', 22920],
  ['N30', 10_000, 250, 45, 9_705, 240, 10_240, '2026-12-20', 6707],
  ['N07', 1_000, 30, 5.4, 964.6, 7, 1_007, '2026-11-27', 22920],
])('%s of %i', (code, principal, fee, gst, net, interest, total, dueDay, apr) => {
  expect(
    priceLoan({ product: product(code), principal: rupees(principal), startDay }),
  ).toMatchObject({
    fee: rupees(fee),
    gst: rupees(gst),
    netDisbursed: rupees(net),
    interest: rupees(interest),
    totalRepayable: rupees(total),
    dueDay,
    aprHundredths: apr,
    feeDiscount: 0,
  });
});

test('a coupon comes off the fee before GST, and the rate falls with it', () => {
  const quote = priceLoan({
    product: product('N15'),
    principal: rupees(10_000),
    startDay,
    coupon: feeCoupon,
  });
  expect(quote).toMatchObject({
    fee: rupees(200),
    gst: rupees(36),
    netDisbursed: rupees(9_764),
    couponId: 'c1',
  });
  expect(quote.aprHundredths).toBe(Math.round((((10_150 - 9_764) / 9_764) * 365 * 10_000) / 15));
});

describe('what is not on offer', () => {
  test.each<[string, number, Partial<Coupon> | undefined, string]>([
    ['N07', 500, undefined, 'below-min'],
    ['N07', 10_500, undefined, 'above-max'],
    ['N07', 1_250, undefined, 'off-step'],
    ['N30', 3_500, undefined, 'off-step'],
    ['N07', 1_000, { expiresOn: addDays(startDay, -1) }, 'coupon-expired'],
    ['N07', 1_000, { kind: 'repay' }, 'coupon-wrong-kind'],
    ['N07', 1_000, { minPrincipal: rupees(2_000) }, 'coupon-below-min-principal'],
  ])('%s of %i, coupon %j: %s', (code, principal, more, reason) => {
    const input = { product: product(code), principal: rupees(principal), startDay };
    const attempt = () => priceLoan(more ? { ...input, coupon: { ...feeCoupon, ...more } } : input);
    expect(attempt).toThrow(OfferError);
    expect(attempt).toThrow(expect.objectContaining({ reason }));
  });
});

test.each([
  [12_500, { min: 200_000, max: 1_250_000, step: 50_000 }],
  [12_499, { min: 200_000, max: 1_200_000, step: 50_000 }],
  [90_000, { min: 200_000, max: 2_500_000, step: 50_000 }],
  [2_000, { min: 200_000, max: 200_000, step: 50_000 }],
  [1_999, undefined],
  [0, undefined],
])('with %i available N15 offers %j', (available, expected) => {
  expect(principalRange(product('N15'), rupees(available))).toEqual(expected);
});

test('every amount on offer adds up, and the loan engine owes on the due date what the quote said', () => {
  const loans = fc.constantFrom(...defaultProducts).chain((chosen) => {
    const steps = (chosen.maxPrincipal - chosen.minPrincipal) / chosen.stepPrincipal;
    return fc.tuple(fc.constant(chosen), fc.integer({ min: 0, max: steps }));
  });
  fc.assert(
    fc.property(loans, fc.nat(1_000), ([chosen, step], later) => {
      const principal = paise(chosen.minPrincipal + step * chosen.stepPrincipal);
      const day = addDays(startDay, later);
      const quote = priceLoan({ product: chosen, principal, startDay: day });

      expect(quote.fee + quote.gst + quote.netDisbursed).toBe(principal);
      expect(quote.principal + quote.interest).toBe(quote.totalRepayable);

      const view = viewLoan(
        toLoanTerms(quote),
        [{ kind: 'disbursement', id: 'd', day }],
        quote.dueDay,
      );
      expect(view.totalOwed).toBe(quote.totalRepayable);
      expect(view.dueDay).toBe(quote.dueDay);
    }),
  );
});
