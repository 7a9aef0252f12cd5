import type { Coupon } from '@noren/contract/coupons';
import type { Product } from '@noren/contract/loans';
import { useEffect, useMemo, useState } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout, Chip } from '../../ui/feedback/callout.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { Slider } from '../../ui/form/slider.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { OutcomeDialog } from './applied.tsx';
import { Breakdown } from './breakdown.tsx';
import { CouponRow, couponFor, priceWith, usableForFee } from './coupon-choice.tsx';
import { KeyFacts } from './key-facts.tsx';
import { readLoanDraft, saveLoanDraft } from './loan-draft.ts';
import { OfferTrouble } from './offer-trouble.tsx';
import { PurposeField, usePurpose } from './purpose-field.tsx';
import { type Amount, useAmount } from './use-amount.ts';
import { useHeld } from './use-held.ts';
import { useOffer } from './use-offer.ts';

type Props = {
  product: Product;
  today: string;
  /** The limit is still being evaluated. */
  isEarly: boolean;
  coupons: readonly Coupon[];
  /** The coupon chosen for this loan, `NO_COUPON`, or null while nothing was chosen. */
  couponChoice: string | null;
  lastPurpose: { code: string; name: string } | undefined;
};

const whole = (paise: number) => formatMoney(paise, 'whole');

/** Amount, price and purpose; then the key facts. */
export function LoanForm({ isEarly, couponChoice, lastPurpose, ...given }: Props) {
  const t = useT();
  const { productCode } = given.product;
  const [draft] = useState(() => readLoanDraft(productCode));

  const purpose = usePurpose(() =>
    draft.purpose === undefined
      ? { code: lastPurpose?.code ?? '', name: lastPurpose?.name }
      : { code: draft.purpose, name: draft.purposeName },
  );
  const [isJudged, setJudged] = useState(false);
  const offer = useOffer(productCode, draft.proposalNo);
  const isOver = offer.outcome.kind !== 'none';
  // Applying uses the limit and the coupon: behind the success dialog stays what was accepted.
  const product = useHeld(given.product, isOver);
  const coupons = useHeld(given.coupons, isOver);
  const today = useHeld(given.today, isOver);
  const usable = useMemo(() => usableForFee(coupons), [coupons]);
  const amount = useAmount(product, draft.principalPaise, usable);
  const loan = { product, principal: amount.offered, today };
  const coupon = couponFor(usable, couponChoice, loan);
  const { price, couponUsed } = priceWith(coupon, loan);
  const proposalNo =
    offer.shown?.kfs.proposalNo ?? (offer.isReopening ? draft.proposalNo : undefined);

  useEffect(() => {
    if (isOver) return saveLoanDraft(null);
    saveLoanDraft({
      productCode,
      principalPaise: amount.offered,
      ...(purpose.code !== '' && { purpose: purpose.code }),
      ...(purpose.name !== undefined && { purposeName: purpose.name }),
      ...(proposalNo !== undefined && { proposalNo }),
    });
  }, [productCode, amount.offered, purpose.code, purpose.name, proposalNo, isOver]);

  const see = () => {
    setJudged(true);
    if (!amount.settle()) focusField('principal');
    else if (purpose.code === '') focusField('purpose');
    else void offer.request(price.principal, couponUsed);
  };

  return (
    <Page
      title={product.productName}
      back="/home"
      right={<HelpButton />}
      footer={
        <Button busy={offer.isRequesting} onClick={see}>
          {t('loans.see_key_facts')}
        </Button>
      }
    >
      {isEarly && <Callout title={t('loans.early')} text={t('loans.early_text')} />}
      {!offer.shown && (
        <OfferTrouble trouble={offer.trouble} onRetry={see} busy={offer.isRequesting} />
      )}
      <AmountField product={product} amount={amount} />
      <CouponRow {...{ usable, coupon, choice: couponChoice, loan }} />
      <Breakdown product={product} price={price} />
      <PurposeField {...{ purpose, isJudged }} />
      <CoolingOff product={product} />
      <KeyFacts offer={offer} purpose={purpose.code} onRetry={see} />
      <OutcomeDialog outcome={offer.outcome} />
    </Page>
  );
}

function CoolingOff({
  product: { coolingOffDays: days, isFeeKeptOnReturn },
}: {
  product: Product;
}) {
  const t = useT();
  return (
    <Text size="sm">
      {t(isFeeKeptOnReturn ? 'loans.cooling_off' : 'loans.cooling_off_fee_back', { days })}
    </Text>
  );
}

function AmountField({ product, amount }: { product: Product; amount: Amount }) {
  const t = useT();
  const { leastPaise, offeredPaise, stepPaise, tenorDays } = product;

  return (
    <div>
      <Field
        id="principal"
        label={t('loans.you_ask_for')}
        hint={<AmountHint product={product} amount={amount} />}
        error={amount.fault && t(`ui.amount_${amount.fault}`)}
      >
        <MoneyInput
          hero
          value={amount.text}
          onChange={amount.type}
          onBlur={amount.settle}
          suffix={<Chip>{t('loans.days', { days: tenorDays })}</Chip>}
        />
      </Field>
      {offeredPaise > leastPaise && (
        <Slider
          label={t('loans.amount')}
          value={amount.offered}
          onChange={amount.choose}
          min={leastPaise}
          max={offeredPaise}
          step={stepPaise}
          format={whole}
        />
      )}
    </div>
  );
}

/**
 * That the price is of another amount than the one typed, and afterwards that the typed one was
 * changed.
 */
function AmountHint({ product, amount }: { product: Product; amount: Amount }) {
  const t = useT();
  const { leastPaise, offeredPaise, stepPaise } = product;
  const limits = { from: whole(leastPaise), to: whole(offeredPaise), step: whole(stepPaise) };
  const { typed, offered, changedFrom } = amount;

  return (
    <span role="status">
      {typed !== offered
        ? t('loans.price_of', { amount: whole(offered) })
        : changedFrom !== null &&
          `${t('loans.amount_changed', { from: whole(changedFrom), to: whole(offered) })} ${t('loans.amount_problem', limits)}`}
    </span>
  );
}
