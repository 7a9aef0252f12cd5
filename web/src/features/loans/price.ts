import type { Product } from '@noren/contract/loans';
import type { Coupon } from '@noren/core/lending/coupon';
import { priceLoan, type Quote } from '@noren/core/lending/offer';
import { paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';

/** The price of a loan as the breakdown shows it. */
export type Price = Pick<
  Quote,
  | 'principal'
  | 'fee'
  | 'feeDiscount'
  | 'gst'
  | 'netDisbursed'
  | 'interest'
  | 'totalRepayable'
  | 'dueDay'
  | 'tenorDays'
  | 'aprHundredths'
>;

/** Prices an offered amount of a product from a business day with the server's rules. */
export function computePrice(
  product: Product,
  request: { principalPaise: number; coupon: Coupon | undefined },
  today: string,
): Price {
  const { coupon } = request;
  const loan = {
    product: toTerms(product),
    principal: paise(request.principalPaise),
    startDay: businessDay(today),
  };

  return priceLoan({ ...loan, ...(coupon && { coupon }) });
}

/** The offered amount nearest to a typed one; halfway, the lower. */
export function nearestOffered(
  { leastPaise, offeredPaise, stepPaise }: Product,
  amount: number,
): number {
  const steps = Math.ceil((amount - leastPaise) / stepPaise - 0.5);
  return Math.min(Math.max(leastPaise + steps * stepPaise, leastPaise), offeredPaise);
}

/**
 * Where the amount starts: at the draft's, else at what was last asked for this product, else at
 * the least for which a coupon can be used, else at the least.
 * @param couponsFrom the least principals of the usable coupons
 */
export function firstAmount(
  product: Product,
  kept: number | undefined,
  couponsFrom: readonly number[],
): number {
  const before = kept ?? product.lastRequestedPaise;
  if (before !== undefined) return nearestOffered(product, before);

  const { leastPaise, offeredPaise, stepPaise } = product;
  if (couponsFrom.length === 0) return leastPaise;

  const steps = Math.max(Math.ceil((Math.min(...couponsFrom) - leastPaise) / stepPaise), 0);
  const withCoupon = leastPaise + steps * stepPaise;

  return withCoupon <= offeredPaise ? withCoupon : leastPaise;
}

type Terms = Parameters<typeof priceLoan>[0]['product'];

/**
 * The terms used for pricing; later charges (penal charge, extension) are only in the key facts.
 */
function toTerms(product: Product): Terms {
  return {
    code: product.productCode,
    version: product.productVersion,
    name: product.productName,
    tenorDays: product.tenorDays,
    minPrincipal: paise(product.leastPaise),
    maxPrincipal: paise(product.mostPaise),
    stepPrincipal: paise(product.stepPaise),
    interestPpmPerDay: product.interestPpmPerDay,
    feePpm: product.feePpm,
    gstPpm: product.gstPpm,
    coolingOffDays: product.coolingOffDays,
    isFeeKeptOnReturn: product.isFeeKeptOnReturn,
    minBizStatus: UserStatus.certified,
    penal: { ppmPerDay: 0, graceDays: 0, maxDays: 0 },
    extension: {
      feePpm: 0,
      gstPpm: 0,
      opensDaysBeforeDue: 0,
      closesDaysAfterDue: 0,
      maxTimes: 0,
      days: [],
    },
  };
}
