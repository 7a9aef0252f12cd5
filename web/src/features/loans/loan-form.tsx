import type { Product } from '@noren/contract/loans';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Chip, Notice } from '../../ui/feedback/notice.tsx';
import { MoneyInput } from '../../ui/form/digits-input.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Slider } from '../../ui/form/slider.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { OutcomeDialog } from './applied.tsx';
import { Breakdown } from './breakdown.tsx';
import { CouponRow, priceWith, useFeeCoupons } from './coupon-choice.tsx';
import { KeyFacts } from './key-facts.tsx';
import { readLoanDraft, saveLoanDraft } from './loan-draft.ts';
import { OfferTrouble } from './offer-trouble.tsx';
import { firstAmount } from './price.ts';
import { PurposeField } from './purpose-field.tsx';
import { useOffer } from './use-offer.ts';

type Props = {
  product: Product;
  today: string;
  /** The limit is still being evaluated. */
  isEarly: boolean;
  /** The coupon chosen for this loan; null (the default) for none. */
  couponId: string | null;
};

const whole = (paise: number) => formatMoney(paise, 'whole');

/** Amount, price and purpose; then the key facts. */
export function LoanForm({ product, today, isEarly, couponId }: Props) {
  const t = useT();
  const { productCode } = product;
  const [draft] = useState(() => readLoanDraft(productCode));
  const [principal, setPrincipal] = useState<number | null>(() => firstAmount(product, draft.principalPaise));
  const [purpose, setPurpose] = useState(draft.purpose ?? '');
  const [purposeName, setPurposeName] = useState(draft.purposeName);
  const [judged, setJudged] = useState({ amount: false, purpose: false });
  const offer = useOffer(productCode, draft.proposalNo);
  const coupons = useFeeCoupons(couponId);
  const { price, couponUsed } = priceWith(product, { principal, coupon: coupons.chosen }, today);
  const isOver = offer.outcome.kind !== 'none';
  const proposalNo = offer.shown?.kfs.proposalNo ?? (offer.isReopening ? draft.proposalNo : undefined);

  useEffect(() => {
    if (isOver) return saveLoanDraft(null);
    saveLoanDraft({
      productCode,
      ...(principal !== null && { principalPaise: principal }),
      ...(purpose !== '' && { purpose }),
      ...(purposeName !== undefined && { purposeName }),
      ...(proposalNo !== undefined && { proposalNo }),
    });
  }, [productCode, principal, purpose, purposeName, proposalNo, isOver]);

  const see = () => {
    setJudged({ amount: true, purpose: true });
    if (price === null) focusField('principal');
    else if (purpose === '') focusField('purpose');
    else void offer.ask(price.principal, couponUsed);
  };
  return (
    <Page
      title={product.productName}
      back="/home"
      right={<HelpButton />}
      footer={
        <Button busy={offer.isAsking} onClick={see}>
          {t('loans.see_key_facts')}
        </Button>
      }
    >
      {isEarly && <Notice title={t('loans.early')} text={t('loans.early_text')} />}
      {!offer.shown && <OfferTrouble trouble={offer.trouble} onAskAgain={see} busy={offer.isAsking} />}
      <AmountField
        {...{ product, principal }}
        onChange={setPrincipal}
        onLeave={() => setJudged({ ...judged, amount: true })}
        error={judged.amount && price === null ? amountProblem(product, t) : undefined}
      />
      {principal !== null && <CouponRow {...{ coupons, product, principal, today }} />}
      {price && <Breakdown product={product} price={price} />}
      <PurposeField
        {...{ purpose, purposeName }}
        error={judged.purpose && purpose === '' ? t('loans.purpose_needed') : undefined}
        onChange={(code, name) => {
          setPurpose(code);
          setPurposeName(name);
        }}
      />
      <Text size="xs">{t('loans.cooling_off', { days: product.coolingOffDays })}</Text>
      <KeyFacts offer={offer} purpose={purpose} onAskAgain={see} />
      <OutcomeDialog outcome={offer.outcome} />
    </Page>
  );
}

const amountProblem = (product: Product, t: ReturnType<typeof useT>) =>
  t('loans.amount_problem', {
    from: whole(product.leastPaise),
    to: whole(product.offeredPaise),
    step: whole(product.stepPaise),
  });

type AmountProps = {
  product: Product;
  principal: number | null;
  onChange: (paise: number | null) => void;
  onLeave: () => void;
  error: string | undefined;
};

function AmountField({ product, principal, onChange, onLeave, error }: AmountProps) {
  const t = useT();
  const { leastPaise, offeredPaise, stepPaise } = product;
  const atScale = Math.min(Math.max(principal ?? leastPaise, leastPaise), offeredPaise);
  return (
    <div>
      <Field id="principal" label={t('loans.you_ask_for')} error={error}>
        <MoneyInput
          hero
          value={principal}
          onChange={onChange}
          onBlur={onLeave}
          suffix={<Chip>{t('loans.days', { days: product.tenorDays })}</Chip>}
        />
      </Field>
      {offeredPaise > leastPaise && (
        <Slider
          label={t('loans.amount')}
          value={atScale}
          onChange={onChange}
          min={leastPaise}
          max={offeredPaise}
          step={stepPaise}
          format={whole}
        />
      )}
    </div>
  );
}
