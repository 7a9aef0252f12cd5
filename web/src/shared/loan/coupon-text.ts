import type { Coupon } from '@noren/contract/coupons';
import type { Coupon as CouponTerms } from '@noren/core/lending/coupon';
import { paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { formatDay, formatMoney, formatRate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/index.ts';

/**
 * In the loan page's address: the borrower goes without a coupon. Without any, the best one is
 * used.
 */
export const NO_COUPON = 'none';

/** A coupon as core reckons with it. */
export function termsOfCoupon({
  couponId,
  kind,
  discount,
  leastPrincipalPaise,
  expiresOn,
}: Coupon): CouponTerms {
  return {
    id: couponId,
    kind,
    discount:
      'amountPaise' in discount
        ? { amount: paise(discount.amountPaise) }
        : { ppm: discount.ppm, cap: paise(discount.capPaise) },
    minPrincipal: paise(leastPrincipalPaise),
    expiresOn: businessDay(expiresOn),
  };
}

/** What a coupon is worth, in a few words: '₹100 off the processing fee'. */
export function worthInWords({ discount, kind }: Coupon, t: Translate): string {
  const off = t(`coupon.off_${kind}`);
  if ('amountPaise' in discount)
    return t('coupon.amount', { amount: formatMoney(discount.amountPaise, 'whole'), off });

  return t('coupon.percent', {
    rate: formatRate(discount.ppm),
    off,
    most: formatMoney(discount.capPaise, 'whole'),
  });
}

/** For which loans, and until when. */
export function conditionsInWords(
  { leastPrincipalPaise, expiresOn }: Coupon,
  t: Translate,
): string {
  const day = formatDay(expiresOn);
  if (leastPrincipalPaise === 0) return t('coupon.until', { day });
  return t('coupon.until_from', { day, amount: formatMoney(leastPrincipalPaise, 'whole') });
}
