import type { AnswerOf } from '@noren/contract/call';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { refresh, useCall, useSend } from '../api-hooks.tsx';
import { formatDay, formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Row, RowLink } from '../ui/card.tsx';
import { Chip, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { ExplainAmount } from './explain-amount.tsx';

const CHECKING_EVERY_MS = 5_000;

type Detail = AnswerOf<typeof repayDetail>;

/** What is owed on an order today, why, and the one way to pay it. */
export function RepayScreen() {
  const t = useT();
  const { repayId = '' } = useParams();
  const detail = useCall(repayDetail, {
    params: { repayId },
    everyMs: (answer) => (answer?.openIntent ? CHECKING_EVERY_MS : undefined),
  });
  const owes = detail.data !== undefined && detail.data.totalPaise > 0;
  return (
    <Page
      title={t('repay.title')}
      back="/order"
      right={<HelpButton />}
      footer={owes && <PayFooter detail={detail.data} onRefused={() => void detail.refetch()} />}
    >
      {owes ? (
        <Owed detail={detail.data} />
      ) : detail.data ? (
        <NothingOwed detail={detail.data} />
      ) : detail.isError ? (
        <ErrorState text={detail.error.message} busy={detail.isFetching} onRetry={() => void detail.refetch()} />
      ) : (
        <>
          <Skeleton height={6} />
          <Skeleton height={16} />
        </>
      )}
    </Page>
  );
}

function Owed({ detail }: { detail: Detail }) {
  const t = useT();
  const days = detail.overdueDays;
  return (
    <>
      <Figure
        label={t('repay.to_pay', { day: formatDay(detail.asOfDay) })}
        value={formatMoney(detail.totalPaise)}
        aside={days > 0 && <Chip tone="bad">{t('repay.days_overdue', { days })}</Chip>}
      />
      <UnderWay detail={detail} />
      <Figures detail={detail} />
      <Text size="xs">{t('repay.payee', { lender: detail.lenderName })}</Text>
    </>
  );
}

/** The fields of the specification's repay details, and the interest that makes up the total. */
function Figures({ detail }: { detail: Detail }) {
  const t = useT();
  const [isExplained, setExplained] = useState(false);
  const dayOr = (day: string | null) => (day === null ? t('repay.none') : formatDay(day));
  return (
    <Card rows label={t('repay.details')}>
      <Row label={t('repay.product')} value={detail.productName} />
      <Row label={t('repay.principal')} value={formatMoney(detail.principalPaise)} />
      <Row
        label={t('repay.interest', { days: t('loans.days', { days: detail.interestDays }) })}
        value={formatMoney(detail.interestPaise)}
      />
      <Row label={t('repay.overdue_days')} value={t('loans.days', { days: detail.overdueDays })} />
      <Row
        label={t('repay.overdue_fee', { days: t('loans.days', { days: detail.penalDays }) })}
        value={formatMoney(detail.overdueFeePaise)}
      />
      <Row label={t('repay.waived')} value={formatMoney(detail.waivedPaise)} />
      <Row label={t('repay.paid')} value={formatMoney(detail.paidPaise)} />
      <Row label={t('repay.coupon')} value={t('repay.none')} />
      <Row label={t('orders.due')} value={dayOr(detail.dueDay)} />
      <Row label={t('repay.extended_due')} value={dayOr(detail.extendedDueDay)} />
      <Row strong label={t('repay.total')} value={formatMoney(detail.totalPaise)} />
      <RowLink label={t('repay.explain')} onClick={() => setExplained(true)} />
      {isExplained && <ExplainAmount detail={detail} onClose={() => setExplained(false)} />}
    </Card>
  );
}

/** A payment that was begun and has not ended. */
function UnderWay({ detail }: { detail: Detail }) {
  const t = useT();
  if (detail.openIntent === null) return null;
  const isChecking = detail.openIntent.state === 'checking';
  return (
    <Notice
      tone={isChecking ? 'due' : 'plain'}
      title={t(isChecking ? 'repay.checking' : 'repay.begun')}
      text={t(isChecking ? 'repay.checking_text' : 'repay.begun_text')}
      action={
        <ButtonLink kind="quiet" to={`/sky-scan?code=${detail.openIntent.code}`}>
          {t('repay.see_payment')}
        </ButtonLink>
      }
    />
  );
}

function PayFooter({ detail, onRefused }: { detail: Detail; onRefused: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { send, isSending } = useSend(startPayment);
  const { repayId } = detail;
  const pay = async () => {
    const answer = await send({ body: { repayId, kind: 'full', channel: 'upi_qr' } }, onRefused);
    if (!answer) return;
    refresh(repayDetail);
    navigate(`/sky-scan?code=${answer.code}`, { state: { repayId } });
  };
  // Money that is being checked is not asked for twice.
  if (detail.openIntent?.state === 'checking')
    return <ButtonLink to={`/sky-scan?code=${detail.openIntent.code}`}>{t('repay.see_payment')}</ButtonLink>;
  return (
    <Button busy={isSending} onClick={() => void pay()}>
      {t('repay.pay', { amount: formatMoney(detail.totalPaise) })}
    </Button>
  );
}

function NothingOwed({ detail }: { detail: Detail }) {
  const t = useT();
  const isSettled = detail.borrowStatus === 70;
  return (
    <EmptyState
      icon={isSettled ? 'check' : 'order'}
      title={t(isSettled ? 'repay.settled' : 'repay.nothing')}
      text={t(isSettled ? 'repay.settled_text' : 'repay.nothing_text', { amount: formatMoney(detail.paidPaise) })}
      action={
        <ButtonLink kind="ghost" to="/order">
          {t('repay.to_orders')}
        </ButtonLink>
      }
    />
  );
}
