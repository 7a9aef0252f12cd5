import { type Coupon, couponList, receiveCoupon } from '@noren/contract/coupons';
import { type CouponRefusal, couponDiscount } from '@noren/core/lending/coupon';
import { paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { useEffect } from 'react';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { type TextId, type Translate, useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import {
  conditionsInWords,
  NO_COUPON,
  termsOfCoupon,
  worthInWords,
} from '../../shared/loan/coupon-text.ts';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';

/** The loan a coupon is chosen for. */
interface ForLoan {
  readonly productCode: string;
  readonly principalPaise: number;
  readonly chosen: string | null;
}

/**
 * Coupons: usable, reserved, used, expired; for a loan, which can be used and why others cannot.
 */
export function CouponScreen() {
  const t = useT();
  const loan = useLoan();
  const list = useCall(couponList, {});

  useCouponNews();

  return (
    <Page
      title={t(loan ? 'coupon.choose_title' : 'coupon.title')}
      back={loan ? backTo(loan, loan.chosen) : '/user'}
      right={<HelpButton />}
      footer={
        loan && (
          <ButtonLink kind="ghost" replace to={backTo(loan, NO_COUPON)}>
            {t('coupon.without')}
          </ButtonLink>
        )
      }
    >
      {list.data ? (
        <Coupons
          coupons={list.data.details}
          loan={loan}
          today={businessDay(list.data.businessDay)}
        />
      ) : (
        <NotLoaded call={list}>
          <Skeleton height={10} />
        </NotLoaded>
      )}
    </Page>
  );
}

/** The loan in the address; undefined when the coupons were opened without one. */
function useLoan(): ForLoan | undefined {
  const [search] = useSearchParams();
  const productCode = search.get('product');
  const principalPaise = Number(search.get('amount'));
  if (productCode === null || !Number.isSafeInteger(principalPaise) || principalPaise <= 0)
    return undefined;

  return { productCode, principalPaise, chosen: search.get('chosen') };
}

/** The address of the loan page with this coupon, with `NO_COUPON`, or without a choice. */
function backTo(loan: ForLoan, couponId: string | null): `/${string}` {
  const query = new URLSearchParams({
    product: loan.productCode,
    ...(couponId && { coupon: couponId }),
  });
  return `/loan?${query}`;
}

/** Requests the certification coupon, in case an earlier response was lost. */
function useCouponNews(): void {
  const { send } = useSend(receiveCoupon, 'quiet');
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once per opening
  useEffect(() => {
    void send({}).then((answer) => answer?.isNew && refresh(couponList));
  }, []);
}

const GROUPS = ['usable', 'held', 'used', 'expired'] as const;

type ListProps = { coupons: readonly Coupon[]; loan: ForLoan | undefined; today: BusinessDay };

function Coupons({ coupons, loan, today }: ListProps) {
  const t = useT();
  if (coupons.length === 0)
    return <EmptyState title={t('coupon.none')} text={t('coupon.none_text')} />;

  const groups = GROUPS.map((state) => ({
    state,
    of: coupons.filter((coupon) => coupon.state === state),
  }));

  return groups
    .filter(({ of }) => of.length > 0)
    .map(({ state, of }) => (
      <section key={state} aria-labelledby={`coupons-${state}`}>
        <Stack gap={3}>
          <h2 id={`coupons-${state}`}>{t(`coupon.${state}`)}</h2>
          <Stack gap={3} as="ul">
            {of.map((coupon) => (
              <li key={coupon.couponId}>
                <CouponCard {...{ coupon, loan, today }} />
              </li>
            ))}
          </Stack>
        </Stack>
      </section>
    ));
}

type CardProps = { coupon: Coupon; loan: ForLoan | undefined; today: BusinessDay };

function CouponCard({ coupon, loan, today }: CardProps) {
  const t = useT();
  const worth = worthInWords(coupon, t);
  const whyUnusable = coupon.closedBecause ?? (loan && unusableReason(coupon, loan, today, t));

  return (
    <Card label={worth}>
      <Stack gap={2}>
        <h3>{worth}</h3>
        <Text>{conditionsInWords(coupon, t)}</Text>
        <Text size="sm">{t(`coupon.source_${coupon.source}`)}</Text>
        {whyUnusable && <Text tone="ink">{whyUnusable}</Text>}
        {!whyUnusable && loan && <Choose coupon={coupon} loan={loan} />}
      </Stack>
    </Card>
  );
}

function Choose({ coupon, loan }: { coupon: Coupon; loan: ForLoan }) {
  const t = useT();
  if (loan.chosen === coupon.couponId)
    return (
      <p>
        <Chip tone="good">{t('coupon.chosen')}</Chip>
      </p>
    );

  return (
    <ButtonLink replace to={backTo(loan, coupon.couponId)}>
      {t('coupon.use')}
    </ButtonLink>
  );
}

const REFUSALS: Record<CouponRefusal, TextId> = {
  'wrong-kind': 'coupon.not_fee',
  expired: 'coupon.not_in_time',
  'below-min-principal': 'coupon.not_so_small',
};

/**
 * Why a coupon cannot be used for this loan, by the server's pricing rule; undefined when it can.
 */
function unusableReason(
  coupon: Coupon,
  loan: ForLoan,
  day: BusinessDay,
  t: Translate,
): string | undefined {
  const principal = paise(loan.principalPaise);
  const answer = couponDiscount(termsOfCoupon(coupon), {
    kind: 'fee',
    principal,
    base: principal,
    day,
  });
  if (answer.ok) return undefined;

  return t(REFUSALS[answer.reason], { amount: formatMoney(loan.principalPaise, 'whole') });
}
