import type { AnswerOf } from '@noren/contract/call';
import { repayDetail } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { businessDay, daysBetween } from '@noren/core/money/time';
import { useState } from 'react';
import { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoney, formatWeekday } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { LastOrder } from '../../pwa/last-order.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { paymentPath } from '../../shared/loan/payment-channels.tsx';
import { Callout, Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Figure, Text } from '../../ui/layout/text.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { useParams, useSearchParams } from '../../ui/routing/router.tsx';
import { CouponRow, CouponSheet } from './coupon-sheet.tsx';
import { Figures } from './figures.tsx';
import { isUnknownOrder, UnknownOrder } from './nothing-to-pay.tsx';
import { Grievance, OverdueFacts } from './overdue.tsx';
import { NothingOwed, PaymentInProgress } from './repay-callouts.tsx';
import { addendumDraft } from './use-extension.ts';
import { type PaymentFlow, usePay } from './use-pay.ts';
import { WaySheet } from './way-sheet.tsx';
import { type Way, Ways } from './ways.tsx';

const ChannelSheet = lazyWithPreload(
  async () => (await import('./channel-sheet.tsx')).ChannelSheet,
);
const ShareSheet = lazyWithPreload(async () => (await import('./share-sheet.tsx')).ShareSheet);
const RareCallouts = lazyWithPreload(
  async () => (await import('./rare-callouts.tsx')).RareCallouts,
);

const CHECKING_EVERY_MS = 5_000;
/** An operator's waiver or reversal shows without leaving the page. */
const FRESH_EVERY_MS = 60_000;

type Detail = AnswerOf<typeof repayDetail>;

/** The amount owed on an order today, its explanation, and how to pay it. */
export function RepayScreen() {
  const t = useT();
  const { repayId = '' } = useParams();
  const [couponId, setCoupon] = useState<string | null>(null);

  const plain = useCall(repayDetail, {
    params: { repayId },
    query: {},
    everyMs: (answer) => (answer?.openIntent ? CHECKING_EVERY_MS : FRESH_EVERY_MS),
  });

  const withCoupon = useCall(repayDetail, {
    params: { repayId },
    query: { couponId: couponId ?? '' },
    isOn: couponId !== null,
  });
  // The price with a coupon is invalid if the coupon is not usable or a payment is being checked.
  const isPriced =
    couponId !== null && !withCoupon.isError && plain.data?.openIntent?.state !== 'checking';
  const detail = (isPriced && withCoupon.data) || plain.data;
  const paymentFlow = usePay(plain.data?.channels ?? []);
  const owes = detail !== undefined && detail.totalPaise > 0;
  const [search] = useSearchParams();
  const [opened, setOpened] = useState(() => findRequestedWay(repayId, search.get('do')));
  const [way, setWay] = useState(opened ?? 'full');

  return (
    <Page
      title={t('repay.title')}
      back="/order"
      right={<HelpButton />}
      footer={
        owes && (
          <PayFooter
            {...{ detail, paymentFlow, way }}
            isPricing={couponId !== null && withCoupon.isFetching}
            onOpen={() => setOpened(way)}
          />
        )
      }
    >
      {detail ? (
        <RepayView
          {...{ detail, paymentFlow, couponId, way, opened }}
          onChoose={setWay}
          onClose={() => setOpened(null)}
          couponProblem={couponId === null ? undefined : withCoupon.error?.message}
          onCoupon={setCoupon}
        />
      ) : isUnknownOrder(plain.error) ? (
        <UnknownOrder />
      ) : plain.isError ? (
        <>
          <ErrorState
            text={plain.error.message}
            busy={plain.isFetching}
            onRetry={() => void plain.refetch()}
          />
          <LastOrder repayId={repayId} />
        </>
      ) : (
        <>
          <Skeleton height={6} />
          <Skeleton height={16} />
        </>
      )}
    </Page>
  );
}

type RepayViewProps = {
  detail: Detail;
  paymentFlow: PaymentFlow;
  way: Way;
  /** The way whose sheet is open. */
  opened: Way | null;
  onChoose: (way: Way) => void;
  onClose: () => void;
  couponId: string | null;
  couponProblem: string | undefined;
  onCoupon: (couponId: string | null) => void;
};

function RepayView(props: RepayViewProps) {
  const { detail, paymentFlow, couponId, couponProblem, onCoupon } = props;
  const [isChoosing, setChoosing] = useState(false);
  const owes = detail.totalPaise > 0;

  return (
    <>
      {owes ? <Owed detail={detail} /> : <NothingOwed detail={detail} />}
      <PaymentInProgress detail={detail} />
      {(detail.overpaidPaise > 0 || detail.debit || detail.settlement || detail.addendum) && (
        <RareCallouts detail={detail} onPay={paymentFlow.open} />
      )}
      {owes && detail.openIntent?.state !== 'checking' && <Ways {...props} />}
      {/* Before the payout nothing is owed: showing a principal would mislead. */}
      {detail.dueDay !== null && (
        <Figures
          detail={detail}
          coupon={<CouponRow detail={detail} chosen={couponId} onOpen={() => setChoosing(true)} />}
        />
      )}
      {couponProblem && (
        <div role="alert">
          <Text tone="bad">{couponProblem}</Text>
        </div>
      )}
      {owes && <Further detail={detail} />}
      {(detail.overdueDays > 0 || detail.borrowStatus === OrderStatus.writtenOff) && <Grievance />}
      <WaySheet
        way={props.opened}
        detail={detail}
        onClose={props.onClose}
        onPay={paymentFlow.open}
      />
      {isChoosing && (
        <CouponSheet
          detail={detail}
          chosen={couponId}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            onCoupon(chosen);
          }}
        />
      )}
      {paymentFlow.requested && (
        <ChannelSheet
          paymentFlow={paymentFlow}
          requested={paymentFlow.requested}
          channels={detail.channels}
          lenderName={detail.lenderName}
        />
      )}
    </>
  );
}

/** A proof of what was paid, a link for another payer, and to whom the money goes. */
function Further({ detail: { repayId, lenderName } }: { detail: Detail }) {
  const t = useT();
  const [isSharing, setSharing] = useState(false);

  return (
    <>
      <Card rows>
        <RowLink
          label={t('proof.not_shown')}
          note={t('proof.not_shown_note')}
          to={`/upload-voucher?id=${repayId}`}
        />
        <RowLink
          label={t('pay.share')}
          note={t('repay.share_note')}
          onClick={() => setSharing(true)}
        />
      </Card>
      <Text size="sm">{t('repay.payee', { lender: lenderName })}</Text>
      {isSharing && <ShareSheet repayId={repayId} onClose={() => setSharing(false)} />}
    </>
  );
}

/**
 * The way whose sheet is open at first: that of the addendum that was read before a code was asked
 * for, or the one in the address.
 */
function findRequestedWay(repayId: string, requested: string | null): Way | null {
  const addendum = addendumDraft(repayId);
  if (addendum) return `extend-${addendum.days}`;
  return requested === 'return' ? 'return' : null;
}

function Owed({ detail }: { detail: Detail }) {
  const t = useT();
  const { overdueDays, asOfDay, borrowStatus } = detail;
  const isWrittenOff = borrowStatus === OrderStatus.writtenOff;
  const due = detail.extendedDueDay ?? detail.dueDay;
  const left = due === null ? 0 : daysBetween(businessDay(asOfDay), businessDay(due));

  return (
    <>
      <Figure
        label={t('repay.to_pay', { day: formatDay(asOfDay) })}
        value={formatMoney(detail.toPayPaise)}
        aside={
          overdueDays > 0 && (
            <Chip tone="bad">{t('repay.days_overdue', { days: overdueDays })}</Chip>
          )
        }
        note={
          !isWrittenOff &&
          overdueDays === 0 &&
          due !== null &&
          t('repay.due_in', { day: formatWeekday(due), days: left })
        }
      />
      {overdueDays > 0 && <OverdueFacts detail={detail} />}
      {isWrittenOff && (
        <Callout tone="due" title={t('repay.written_off')} text={t('repay.written_off_owed')} />
      )}
    </>
  );
}

type PayFooterProps = {
  detail: Detail;
  paymentFlow: PaymentFlow;
  way: Way;
  isPricing: boolean;
  /** Opens the sheet of the way. */
  onOpen: () => void;
};

function PayFooter({ detail, paymentFlow, way, isPricing, onOpen }: PayFooterProps) {
  const t = useT();
  const { repayId, openIntent, coupon, toPayPaise } = detail;

  // A payment being checked is not requested again.
  if (openIntent?.state === 'checking')
    return (
      <ButtonLink to={paymentPath(openIntent.code, openIntent.channel, true)}>
        {t('repay.see_payment')}
      </ButtonLink>
    );

  if (way !== 'full') return <Button onClick={onOpen}>{t(OPENERS[way] ?? 'extension.see')}</Button>;

  const couponId = coupon && !coupon.isUsed ? coupon.couponId : null;
  const requested = {
    repayId,
    kind: 'full' as const,
    shownPaise: toPayPaise,
    ...(couponId !== null && { couponId }),
  };
  const { isUpi, hasOthers, isSending } = paymentFlow;

  return (
    <>
      <Button busy={isSending || isPricing} onClick={() => paymentFlow.open(requested)}>
        {t(isUpi ? 'repay.pay_upi' : 'repay.pay', { amount: formatMoney(toPayPaise) })}
      </Button>
      {hasOthers && (
        <Button
          kind="quiet"
          disabled={isSending || isPricing}
          onClick={() => paymentFlow.ask(requested)}
        >
          {t('pay.other_ways')}
        </Button>
      )}
    </>
  );
}

const OPENERS: Partial<Record<Way, TextId>> = {
  part: 'repay.part_choose_amount',
  return: 'repay.return',
};
