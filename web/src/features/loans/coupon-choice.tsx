import { type Coupon, couponList } from '@noren/contract/coupons';
import type { Product } from '@noren/contract/loans';
import { couponDiscount } from '@noren/core/lending/coupon';
import { paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { useCall } from '../../api/hooks.tsx';
import { type Translate, useT } from '../../i18n/index.ts';
import { conditionsInWords, termsOfCoupon, worthInWords } from '../../shared/loan/coupon-text.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { type Price, priceOf } from './price.ts';

/** The coupons for a processing fee: how many are usable, and the chosen one if it is still usable. */
interface FeeCoupons {
  readonly usable: number;
  readonly chosen: Coupon | undefined;
}

/** Loads the coupons; a chosen coupon that was used in the meantime is no longer chosen. */
export function useFeeCoupons(couponId: string | null): FeeCoupons {
  const list = useCall(couponList, {});
  const usable = list.data?.details.filter(({ kind, state }) => kind === 'fee' && state === 'usable') ?? [];
  return { usable: usable.length, chosen: usable.find((coupon) => coupon.couponId === couponId) };
}

/** The price with the coupon if it applies, else without it; and the coupon that was applied. */
export function priceWith(
  product: Product,
  chosen: { principal: number | null; coupon: Coupon | undefined },
  today: string,
): { price: Price | null; couponUsed: string | null } {
  const { principal } = chosen;
  if (principal === null) return { price: null, couponUsed: null };
  const coupon = chosen.coupon && appliesTo(chosen.coupon, principal, today) ? termsOfCoupon(chosen.coupon) : undefined;
  const price = priceOf(product, { principalPaise: principal, coupon }, today);
  return { price, couponUsed: coupon?.id ?? null };
}

type Props = { coupons: FeeCoupons; product: Product; principal: number; today: string };

/** A link to the coupons with the current choice; none is preselected. Hidden from users without coupons. */
export function CouponRow({ coupons, product, principal, today }: Props) {
  const t = useT();
  const { usable, chosen } = coupons;
  if (usable === 0) return null;
  const query = new URLSearchParams({ product: product.productCode, amount: String(principal) });
  if (chosen) query.set('chosen', chosen.couponId);
  return (
    <Card rows label={t('coupon.title_one')}>
      <RowLink
        to={`/coupon?${query}`}
        label={t('coupon.title_one')}
        note={chosen ? noteOf(chosen, { principal, today }, t) : t('coupon.you_have', { count: usable })}
        aside={t(chosen ? 'coupon.change' : 'coupon.choose')}
      />
    </Card>
  );
}

function noteOf(chosen: Coupon, at: { principal: number; today: string }, t: Translate): string {
  if (appliesTo(chosen, at.principal, at.today)) return worthInWords(chosen, t);
  return t('coupon.not_for_this', { conditions: conditionsInWords(chosen, t) });
}

function appliesTo(coupon: Coupon, amount: number, today: string): boolean {
  const principal = paise(amount);
  const use = { kind: 'fee' as const, principal, base: principal, day: businessDay(today) };
  return couponDiscount(termsOfCoupon(coupon), use).ok;
}
