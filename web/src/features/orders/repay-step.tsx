import type { Bill } from '@noren/contract/orders';
import { useT } from '../../i18n/index.ts';
import { paymentPath } from '../../shared/loan/payment-channels.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Row } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

/**
 * A link to repay an order; before it the payment in progress with its reference, if there is one.
 */
export function RepayStep({ bill }: { bill: Bill }) {
  const t = useT();
  const to = `/repay/${bill.repayId}`;
  if (!bill.checking) return <ButtonLink to={to}>{t('orders.repay')}</ButtonLink>;

  const { code, channel } = bill.checking;

  return (
    <Stack gap={2}>
      <Callout tone="due" title={t('orders.checking')} text={t('repay.checking_text')} />
      <Row label={t('pay.reference')} value={code} />
      <ButtonLink to={paymentPath(code, channel, true)}>{t('repay.see_payment')}</ButtonLink>
      <ButtonLink kind="ghost" to={to}>
        {t('orders.repay')}
      </ButtonLink>
    </Stack>
  );
}
