import type { AnswerOf } from '@noren/contract/call';
import type { viewPayment } from '@noren/contract/repayment';
import { formatMoment, formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card, Row } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Figure, Stack, Text } from '../ui/text.tsx';

type Payment = AnswerOf<typeof viewPayment>;
type Whose = { isSignedIn: boolean; repayId: string | undefined };

/** The bank has been told to pay and has not confirmed: neither paid nor failed. */
export function InChecking({ payment }: { payment: Payment }) {
  const t = useT();
  return (
    <Stack gap={4}>
      <Figure label={t('pay.to', { payee: payment.payeeName })} value={formatMoney(payment.amountPaise)} />
      <Notice tone="due" title={t('pay.state_checking')} text={t('pay.checking_text')} />
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.reference')} value={payment.reference} />
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
      </Card>
    </Stack>
  );
}

/** Paid: what, when, under which reference. */
export function Receipt({ payment, isSignedIn, repayId }: Whose & { payment: Payment }) {
  const t = useT();
  return (
    <Stack gap={4}>
      <Notice tone="good" title={t('pay.state_paid')} text={t('pay.paid_text', { payee: payment.payeeName })} />
      <Figure label={t('pay.received')} value={formatMoney(payment.amountPaise)} />
      <Card rows label={t('pay.receipt')}>
        <Row label={t('pay.payee')} value={payment.payeeName} />
        <Row label={t('pay.reference')} value={payment.reference} />
        {payment.paidAt !== null && <Row label={t('pay.time')} value={formatMoment(payment.paidAt)} />}
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
      </Card>
      {isSignedIn ? (
        <ButtonLink replace to={repayId ? `/order?id=${repayId}` : '/order'}>
          {t('pay.see_order')}
        </ButtonLink>
      ) : (
        <Text>{t('pay.may_close')}</Text>
      )}
    </Stack>
  );
}

/** No longer to be paid with this code. */
export function Ended({ state, isSignedIn, repayId }: Whose & { state: 'expired' | 'cancelled' }) {
  const t = useT();
  return (
    <EmptyState
      icon="alert"
      title={t(`pay.state_${state}`)}
      text={t(isSignedIn ? 'pay.ended_text' : 'pay.ended_text_helper')}
      action={
        isSignedIn && (
          <ButtonLink replace to={repayId ? `/repay/${repayId}` : '/order'}>
            {t(repayId ? 'pay.new_code' : 'repay.to_orders')}
          </ButtonLink>
        )
      }
    />
  );
}
