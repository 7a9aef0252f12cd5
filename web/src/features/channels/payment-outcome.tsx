import { repayDetail } from '@noren/contract/repayment';
import { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { share } from '../../shared/loan/share.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Figure, Stack, Text } from '../../ui/layout/text.tsx';
import { AmountToPay } from './amount-to-pay.tsx';
import { PaidButton } from './paid-button.tsx';
import style from './payment-outcome.module.css';
import type { Payment } from './use-payment.ts';

type Viewer = { isSignedIn: boolean; repayId: string | undefined };

/**
 * A payment that the payer or the bank reported and that is not confirmed yet: neither paid nor
 * failed.
 */
export function InChecking({ payment, isSignedIn, repayId }: Viewer & { payment: Payment }) {
  const t = useT();

  return (
    <Stack gap={4}>
      <AmountToPay payment={payment} />
      <Callout tone="due" title={t('pay.state_checking')} text={t('pay.checking_text')} />
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.kind')} value={t(`pay.kind_${payment.kind}`)} />
        <Row label={t('pay.reference')} value={payment.reference} />
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
        {isSignedIn && <NotShown repayId={repayId} />}
      </Card>
      <Text size="sm">{t('pay.live')}</Text>
    </Stack>
  );
}

/** A link to send a proof. */
export function NotShown({ repayId }: { repayId: string | undefined }) {
  const t = useT();

  return (
    <RowLink
      label={t('proof.not_shown')}
      note={t('proof.not_shown_note')}
      to={repayId ? `/upload-voucher?id=${repayId}` : '/upload-voucher'}
    />
  );
}

/** Paid: amount, time, reference, and the next step. */
export function Receipt({ payment, isSignedIn, repayId }: Viewer & { payment: Payment }) {
  const t = useT();
  const { amountPaise, missingPaise, reversedPaise, payeeName: payee } = payment;
  // Less than requested does not serve its purpose: it counts as a part payment.
  const kind = missingPaise > 0 ? 'part' : payment.kind;

  const order = {
    params: { repayId: repayId ?? '' },
    query: {},
    isOn: kind === 'extension' && repayId !== undefined,
  };
  const newDueDay = useCall(repayDetail, order).data?.extendedDueDay;
  const isOver = (kind === 'full' || kind === 'return') && reversedPaise === 0;
  const amounts = {
    amount: formatMoney(amountPaise),
    asked: formatMoney(amountPaise + missingPaise),
    missing: formatMoney(missingPaise),
  };

  return (
    <Stack gap={4}>
      <div className={style.paid}>
        <span className={style.tick}>
          <Icon name="check" size={32} />
        </span>
        <h2>{t('pay.state_paid')}</h2>
        <p className={style.amount}>{amounts.amount}</p>
        <p>
          {missingPaise > 0
            ? t('pay.paid_part_text', { payee, ...amounts })
            : t('pay.paid_text', { payee })}
        </p>
      </div>
      <Card rows label={t('pay.receipt')}>
        <Row label={t('pay.kind')} value={t(`pay.kind_${kind}`)} />
        {missingPaise > 0 && <Row strong label={t('pay.missing')} value={amounts.missing} />}
        {reversedPaise > 0 && (
          <Row strong label={t('pay.reversed_part')} value={formatMoney(reversedPaise)} />
        )}
        {newDueDay && <Row strong label={t('pay.new_due_day')} value={formatDay(newDueDay)} />}
        <PaidRows payment={payment} />
      </Card>
      {!isSignedIn ? (
        <Text>{t('pay.may_close')}</Text>
      ) : repayId && !isOver ? (
        <ButtonLink replace to={`/repay/${repayId}`}>
          {t('pay.see_left')}
        </ButtonLink>
      ) : (
        <ButtonLink replace to={repayId ? `/order?id=${repayId}` : '/order'}>
          {t('pay.see_order')}
        </ButtonLink>
      )}
      <Button
        kind="ghost"
        onClick={() => void share({ text: receiptWords(payment, t) }, t('pay.receipt_copied'))}
      >
        {t('pay.share_receipt')}
      </Button>
    </Stack>
  );
}

/** The receipt in one sentence. */
function receiptWords(
  { amountPaise, payeeName: payee, orderLast4, reference, paidAt }: Payment,
  t: Translate,
): string {
  const time = paidAt === null ? '' : formatMoment(paidAt);

  return t('pay.receipt_words', {
    amount: formatMoney(amountPaise),
    payee,
    time,
    last4: orderLast4,
    reference,
  });
}

function PaidRows({ payment }: { payment: Payment }) {
  const t = useT();

  return (
    <>
      <Row label={t('pay.payee')} value={payment.payeeName} />
      {payment.paidAt !== null && (
        <Row label={t('pay.time')} value={formatMoment(payment.paidAt)} />
      )}
      <Row label={t('pay.order_label')} value={t('pay.order', { last4: payment.orderLast4 })} />
      <Row
        label={t('pay.reference')}
        value={<small className={style.reference}>{payment.reference}</small>}
      />
    </>
  );
}

/** A reversed payment: it no longer counts, with a next step. */
export function ReversedPayment({ payment, isSignedIn, repayId }: Viewer & { payment: Payment }) {
  const t = useT();
  const words = t(isSignedIn ? 'pay.reversed_text' : 'pay.reversed_text_helper');

  return (
    <Stack gap={4}>
      <Callout tone="bad" title={t('pay.state_reversed')} text={words} />
      <Figure label={t('pay.received')} value={formatMoney(payment.amountPaise)} />
      <Card rows label={t('pay.receipt')}>
        <Row strong label={t('pay.reversed_part')} value={formatMoney(payment.reversedPaise)} />
        <PaidRows payment={payment} />
      </Card>
      {isSignedIn && (
        <ButtonLink replace to={repayId ? `/repay/${repayId}` : '/order'}>
          {t(repayId ? 'pay.see_left' : 'repay.to_orders')}
        </ButtonLink>
      )}
    </Stack>
  );
}

/** An expired or cancelled code; a user who paid anyway can report it. */
export function Ended({
  state,
  code,
  isSignedIn,
  repayId,
}: Viewer & { state: 'expired' | 'cancelled'; code: string }) {
  const t = useT();

  return (
    <EmptyState
      icon="alert"
      title={t(`pay.state_${state}`)}
      text={t(isSignedIn ? 'pay.ended_text' : 'pay.ended_text_helper')}
      action={
        <Stack gap={3}>
          {isSignedIn && (
            <ButtonLink replace to={repayId ? `/repay/${repayId}` : '/order'}>
              {t(repayId ? 'pay.new_code' : 'repay.to_orders')}
            </ButtonLink>
          )}
          {state === 'expired' && <PaidButton code={code} kind="ghost" />}
        </Stack>
      }
    />
  );
}
