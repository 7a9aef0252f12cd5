import { type Coupon, couponList } from '@noren/contract/coupons';
import { creditInfo, type Product, productList } from '@noren/contract/loans';
import { useState } from 'react';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';
import { LoanForm } from './loan-form.tsx';
import { ReviewOffer } from './review-offer.tsx';

const NO_COUPONS: readonly Coupon[] = [];

/** A product to apply for, or with `?offer=` an offer to accept. */
export function LoanScreen() {
  const [search] = useSearchParams();
  const offer = search.get('offer');

  return offer === null ? (
    <ProductScreen search={search} />
  ) : (
    <ReviewOffer key={offer} repayId={offer} />
  );
}

/** One product: choose the amount, see the full price, read the key facts, apply. */
function ProductScreen({ search }: { search: URLSearchParams }) {
  const t = useT();
  const list = useCall(productList, { params: { param: 'loan' } });
  // Loaded before the form, which opens with the best coupon in its price; without the coupons it
  // works too.
  const coupons = useCall(couponList, {});
  const product = list.data && chooseProduct(list.data.details, search.get('product'));
  // Once open, the form stays: applying uses the limit and may close the product below the success
  // dialog.
  const [entered, setEntered] = useState<Product>();

  if (product?.isOpen && product.offeredPaise >= product.leastPaise && product !== entered)
    setEntered(product);

  if (list.data && !coupons.isPending && entered && entered.productCode === product?.productCode)
    return (
      <LoanForm
        key={entered.productCode}
        product={entered}
        today={list.data.businessDay}
        isEarly={list.data.dependsOnLimit}
        coupons={coupons.data?.details ?? NO_COUPONS}
        couponChoice={search.get('coupon')}
        lastPurpose={list.data.purpose}
      />
    );

  return (
    <Page title={product?.productName ?? t('loans.title')} back="/home" right={<HelpButton />}>
      {list.data && !(product?.isOpen && coupons.isPending) ? (
        <NotOpen product={product} />
      ) : (
        <NotLoaded call={list}>
          <Skeleton height={6} />
          <Skeleton height={14} />
        </NotLoaded>
      )}
    </Page>
  );
}

function chooseProduct(products: readonly Product[], code: string | null): Product | undefined {
  return code === null
    ? products.find((product) => product.isOpen)
    : products.find((p) => p.productCode === code);
}

/**
 * Why no loan is available, and the next steps: repaying first when an overdue order locks the
 * limit.
 */
function NotOpen({ product }: { product: Product | undefined }) {
  const t = useT();
  const credit = useCall(creditInfo, {});
  const { onboardingStatus } = useSession();

  return (
    <EmptyState
      title={t('loans.not_open')}
      text={product?.closedBecause ?? t('loans.not_open_text')}
      action={
        <Stack gap={2}>
          {credit.data?.isLocked && (
            <ButtonLink
              to={onboardingStatus?.repayId ? `/repay/${onboardingStatus.repayId}` : '/order'}
            >
              {t('orders.repay')}
            </ButtonLink>
          )}
          <ButtonLink kind="ghost" to="/home">
            {t('loans.to_home')}
          </ButtonLink>
        </Stack>
      }
    />
  );
}
