import { aprOfSingle } from '../money/apr.ts';
import { add, applyPpm, min, type Paise, paise, subtract, zeroPaise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import { type Coupon, type CouponRefusal, couponDiscount } from './coupon.ts';
import type { LoanTerms } from './loan-events.ts';
import { type Instalment, singleInstalment } from './schedule.ts';
import type { PenalTerms, ProductTerms } from './terms.ts';

/** A priced offer: all amounts in paise, rates in ppm, the APR in hundredths of a percent. */
export type Quote = {
  productCode: string;
  productVersion: number;
  productName: string;
  principal: Paise;
  /** The processing fee before GST, after the coupon. */
  fee: Paise;
  gst: Paise;
  /** What a fee coupon took off, and which; 0 without one. */
  feeDiscount: Paise;
  couponId: string | undefined;
  netDisbursed: Paise;
  /** Interest if held to the due date. */
  interest: Paise;
  totalRepayable: Paise;
  startDay: BusinessDay;
  dueDay: BusinessDay;
  tenorDays: number;
  interestPpmPerDay: number;
  feePpm: number;
  gstPpm: number;
  aprHundredths: number;
  penal: PenalTerms;
  schedule: Instalment[];
};

/** Why an amount or a coupon cannot be priced. */
export type OfferRefusal = 'below-min' | 'above-max' | 'off-step' | `coupon-${CouponRefusal}`;

/** The requested loan is not on offer. A user can cause this. */
export class OfferError extends Error {
  override readonly name = 'OfferError';
  readonly reason: OfferRefusal;
  constructor(reason: OfferRefusal) {
    super(`the loan is not on offer: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Prices one loan of a product from `startDay` on. Fee and GST are rounded half up and deducted
 * from what is disbursed; the interest is for the whole tenure. Throws OfferError for an amount
 * outside the product's range or off its step, or a coupon that does not apply;
 * AprDisagreementError when the APR cannot be trusted. Source: `docs/domain.md`, products and APR.
 */
export function priceLoan(request: {
  product: ProductTerms;
  principal: Paise;
  startDay: BusinessDay;
  coupon?: Coupon;
}): Quote {
  const { product, principal, startDay, coupon } = request;
  checkPrincipal(product, principal);

  const fullFee = applyPpm(principal, product.feePpm, 'half-up');
  const feeDiscount = coupon
    ? computeFeeDiscount(coupon, { principal, base: fullFee, day: startDay })
    : zeroPaise;
  const fee = subtract(fullFee, feeDiscount);
  const gst = applyPpm(fee, product.gstPpm, 'half-up');
  const netDisbursed = subtract(principal, fee, gst);
  const { interestPpmPerDay, tenorDays } = product;
  const schedule = singleInstalment({ principal, interestPpmPerDay, startDay, tenorDays });
  const { interest, amount: totalRepayable, dueDay } = schedule[0]!;

  return {
    productCode: product.code,
    productVersion: product.version,
    productName: product.name,
    principal,
    fee,
    gst,
    feeDiscount,
    couponId: coupon?.id,
    netDisbursed,
    interest,
    totalRepayable,
    startDay,
    dueDay,
    tenorDays,
    interestPpmPerDay,
    feePpm: product.feePpm,
    gstPpm: product.gstPpm,
    aprHundredths: aprOfSingle({ received: netDisbursed, repaid: totalRepayable, days: tenorDays }),
    penal: product.penal,
    schedule,
  };
}

/** The terms of owing that an accepted quote sets for the loan engine (`viewLoan`). */
export function toLoanTerms(quote: Quote): LoanTerms {
  return {
    principal: quote.principal,
    interestPpmPerDay: quote.interestPpmPerDay,
    tenorDays: quote.tenorDays,
    penal: quote.penal,
  };
}

/**
 * The amounts of a product within what is available, in its steps; undefined when not even the
 * least is.
 */
export function principalRange(
  product: ProductTerms,
  available: Paise,
): { min: Paise; max: Paise; step: Paise } | undefined {
  const top = min(product.maxPrincipal, available);
  if (top < product.minPrincipal) return undefined;

  const steps = Math.floor((top - product.minPrincipal) / product.stepPrincipal);
  const greatest = add(product.minPrincipal, paise(steps * product.stepPrincipal));

  return { min: product.minPrincipal, max: greatest, step: product.stepPrincipal };
}

function checkPrincipal(product: ProductTerms, principal: Paise): void {
  if (principal < product.minPrincipal) throw new OfferError('below-min');
  if (principal > product.maxPrincipal) throw new OfferError('above-max');
  if ((principal - product.minPrincipal) % product.stepPrincipal !== 0)
    throw new OfferError('off-step');
}

function computeFeeDiscount(
  coupon: Coupon,
  use: { principal: Paise; base: Paise; day: BusinessDay },
): Paise {
  const answer = couponDiscount(coupon, { ...use, kind: 'fee' });
  if (!answer.ok) throw new OfferError(`coupon-${answer.reason}`);
  return answer.amount;
}
