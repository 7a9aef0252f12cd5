import type { Campaign } from '@noren/core/lending/campaign';
import { formatRate, paise } from '@noren/core/money/money';
import { campaignTexts } from '../../texts/products.ts';
import { moneyText } from '../../ui/figures.tsx';

/** The discount of a coupon, in words. */
export function discountText({
  discount,
}: {
  readonly discount: Campaign['coupon']['discount'];
}): string {
  if ('amount' in discount) return moneyText(paise(discount.amount));

  return campaignTexts.upTo(formatRate(discount.ppm), moneyText(paise(discount.cap)));
}
