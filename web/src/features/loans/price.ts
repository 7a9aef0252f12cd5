import type { Product } from '@noren/contract/loans';
import type { Coupon } from '@noren/core/lending/coupon';
import { OfferError, priceLoan, type Quote } from '@noren/core/lending/offer';
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

/** Prices an amount of a product from a business day with the server's rules; null when the amount is not offered. */
export function priceOf(
  product: Product,
  request: { principalPaise: number; coupon: Coupon | undefined },
  today: string,
): Price | null {
  if (request.principalPaise > product.offeredPaise) return null;
  const { coupon } = request;
  const loan = { product: termsOf(product), principal: paise(request.principalPaise), startDay: businessDay(today) };
  try {
    return priceLoan({ ...loan, ...(coupon && { coupon }) });
  } catch (cause) {
    if (cause instanceof OfferError) return null;
    throw cause;
  }
}

/** The draft's amount if the product offers it, else the product's minimum. */
export function firstAmount(product: Product, stored: number | undefined): number {
  return stored !== undefined && isOnOffer(product, stored) ? stored : product.leastPaise;
}

function isOnOffer(product: Product, amount: number): boolean {
  const { leastPaise, offeredPaise, stepPaise } = product;
  return amount >= leastPaise && amount <= offeredPaise && (amount - leastPaise) % stepPaise === 0;
}

type Terms = Parameters<typeof priceLoan>[0]['product'];

/** The terms used for pricing; later charges (penal charge, extension) are only in the key facts. */
function termsOf(product: Product): Terms {
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
    isFeeKeptOnReturn: false,
    minBizStatus: UserStatus.certified,
    penal: { ppmPerDay: 0, graceDays: 0, maxDays: 0 },
    extension: { feePpm: 0, gstPpm: 0, opensDaysBeforeDue: 0, closesDaysAfterDue: 0, maxTimes: 0, days: [] },
  };
}
