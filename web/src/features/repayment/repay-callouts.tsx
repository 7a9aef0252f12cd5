import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { CHANNEL_SCREENS, paymentPath } from '../../shared/loan/payment-channels.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { NothingToPay } from './nothing-to-pay.tsx';

const DocumentRow = lazyWithPreload(
  async () => (await import('../../shared/loan/document-viewer.tsx')).DocumentRow,
);

type Detail = AnswerOf<typeof repayDetail>;

/** The payment in progress, if there is one. */
export function PaymentInProgress({ detail }: { detail: Detail }) {
  const t = useT();
  const { openIntent } = detail;
  if (openIntent === null) return null;

  const { code, state, kind, channel } = openIntent;
  const isChecking = state === 'checking';

  return (
    <Callout
      tone={isChecking ? 'due' : 'plain'}
      title={t(isChecking ? 'repay.checking' : 'repay.begun', {
        what: t(`pay.kind_${kind}`),
        way: t(CHANNEL_SCREENS[channel].name),
      })}
      text={
        isChecking
          ? `${t('repay.checking_text')} ${t('pay.reference')}: ${code}`
          : t('repay.begun_text')
      }
      action={
        !isChecking && (
          <ButtonLink kind="quiet" to={paymentPath(code, channel, true)}>
            {t('repay.see_payment')}
          </ButtonLink>
        )
      }
    />
  );
}

/** Shown when nothing is owed: repaid, returned, written off, or not paid out yet. */
export function NothingOwed({ detail }: { detail: Detail }) {
  const t = useT();
  const { title, text, isDone } = describeEnd(detail);

  return (
    <>
      <NothingToPay
        icon={isDone ? 'check' : 'order'}
        title={t(title)}
        text={t(text, { amount: formatMoney(detail.paidPaise) })}
      />
      <Card rows>
        {isDone && (
          <DocumentRow documentId={`closing.${detail.repayId}`} label={t('docs.kind_closing')} />
        )}
        <RowLink label={t('docs.of_order')} to={`/documents?order=${detail.repayId}`} />
      </Card>
    </>
  );
}

function describeEnd({ borrowStatus, dueDay, isWaived }: Detail): {
  title: TextId;
  text: TextId;
  isDone: boolean;
} {
  switch (borrowStatus) {
    case OrderStatus.settled:
      if (isWaived) return { title: 'repay.waived_title', text: 'repay.waived_text', isDone: true };
      return { title: 'repay.settled', text: 'repay.settled_text', isDone: true };
    case OrderStatus.returned:
      return { title: 'repay.returned', text: 'repay.returned_text', isDone: true };
    case OrderStatus.writtenOff:
      return { title: 'repay.written_off', text: 'repay.written_off_text', isDone: false };
    default:
      return dueDay === null
        ? { title: 'repay.not_out', text: 'repay.not_out_text', isDone: false }
        : { title: 'repay.nothing', text: 'repay.nothing_text', isDone: false };
  }
}
