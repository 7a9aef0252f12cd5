import type { Coupon } from '@noren/contract/coupons';
import type { Product } from '@noren/contract/loans';
import { couponDiscount } from '@noren/core/lending/coupon';
import { applyPpm, paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { type Translate, useT } from '../../i18n/index.ts';
import {
  conditionsInWords,
  NO_COUPON,
  termsOfCoupon,
  worthInWords,
} from '../../shared/loan/coupon-text.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';
import { computePrice, type Price } from './price.ts';

/** A loan to price: the product, an offered amount and the business day. */
interface Loan {
  readonly product: Product;
  readonly principal: number;
  readonly today: string;
}

/**
 * Which coupon the loan has: the one chosen, none (`NO_COUPON`), or, while nothing was chosen
 * (null), the best one.
 */
export function couponFor(
  usable: readonly Coupon[],
  choice: string | null,
  loan: Loan,
): Coupon | undefined {
  if (choice !== null) return usable.find(({ couponId }) => couponId === choice);

  let best: { coupon: Coupon; discount: number } | undefined;
  // Of equal ones the first: the list starts with the soonest to expire.
  for (const coupon of usable) {
    const discount = computeDiscount(coupon, loan);
    if (discount > (best?.discount ?? 0)) best = { coupon, discount };
  }

  return best?.coupon;
}

/** The price with the coupon if it applies, else without it; and the coupon that was applied. */
export function priceWith(
  coupon: Coupon | undefined,
  loan: Loan,
): { price: Price; couponUsed: string | null } {
  const used = coupon && computeDiscount(coupon, loan) > 0 ? termsOfCoupon(coupon) : undefined;
  const price = computePrice(
    loan.product,
    { principalPaise: loan.principal, coupon: used },
    loan.today,
  );

  return { price, couponUsed: used?.id ?? null };
}

/** The coupons for a processing fee that can be used now. */
export const usableForFee = (coupons: readonly Coupon[]): readonly Coupon[] =>
  coupons.filter(({ kind, state }) => kind === 'fee' && state === 'usable');

type Props = {
  usable: readonly Coupon[];
  coupon: Coupon | undefined;
  choice: string | null;
  loan: Loan;
};

/**
 * The coupon in the price, with a link to the others and a tap to go without. Hidden from users
 * without coupons.
 */
export function CouponRow({ usable, coupon, choice, loan }: Props) {
  const t = useT();
  const [, setSearch] = useSearchParams();

  if (usable.length === 0) return null;

  const { productCode } = loan.product;
  const query = new URLSearchParams({ product: productCode, amount: String(loan.principal) });
  const chosen = coupon?.couponId ?? choice;

  if (chosen !== null) query.set('chosen', chosen);

  const takeOff = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('coupon', NO_COUPON);
        return next;
      },
      { replace: true },
    );

  return (
    <Card rows label={t('coupon.title_one')}>
      <RowLink
        to={`/coupon?${query}`}
        label={t('coupon.title_one')}
        note={<span role="status">{describeChoice({ usable, coupon, choice, loan }, t)}</span>}
        aside={t(coupon ? 'coupon.change' : 'coupon.choose')}
      />
      {coupon && <RowLink label={t('coupon.take_off')} onClick={takeOff} opensNothing />}
    </Card>
  );
}

function describeChoice({ usable, coupon, choice, loan }: Props, t: Translate): string {
  // Nothing chosen and none applies: the amount is too small for each of them.
  const shown = coupon ?? (choice === null ? usable[0] : undefined);
  if (!shown) return t('coupon.you_have', { count: usable.length });
  if (computeDiscount(shown, loan) === 0)
    return t('coupon.not_for_this', { conditions: conditionsInWords(shown, t) });

  const worth = worthInWords(shown, t);
  return choice === null ? t('coupon.best_used', { worth }) : worth;
}

/** What a coupon takes off the processing fee; 0 when it does not apply. */
function computeDiscount(coupon: Coupon, { product, principal, today }: Loan): number {
  const amount = paise(principal);
  const base = applyPpm(amount, product.feePpm, 'half-up');
  const use = { kind: 'fee' as const, principal: amount, base, day: businessDay(today) };
  const answer = couponDiscount(termsOfCoupon(coupon), use);

  return answer.ok ? answer.amount : 0;
}
