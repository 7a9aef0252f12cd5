import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { ApiError } from '../../api/api.ts';
import { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { DocumentRow } from '../../shared/loan/document-viewer.tsx';
import { WaitingOrderView } from '../../shared/loan/waiting-order.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { StepList } from '../../ui/layout/steps.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { FixPayout } from './fix-payout.tsx';
import { RepayStep } from './repay-step.tsx';
import { DeclinedBecause, OfferStep } from './review-offer.tsx';
import { isMoving, wordsOfStatus } from './status-words.ts';
import { Withdraw } from './withdraw.tsx';

const AutopayPart = lazyWithPreload(
  async () => (await import('../../shared/loan/autopay-parts.tsx')).AutopayPart,
  { isOptional: true },
);

const REFRESH_EVERY_MS = 3_000;
/** Ended after a payout: repaid, returned or written off. */
const OVER = new Set<number>([OrderStatus.settled, OrderStatus.returned, OrderStatus.writtenOff]);

const WITHDRAWN_HERE = new Set<number>([
  OrderStatus.reserved,
  OrderStatus.awaitingAcceptance,
  OrderStatus.disbursing,
]);

type Detail = AnswerOf<typeof billDetail>;

/** One order: next step, figures, history. */
export function OrderDetails({ repayId, onClose }: { repayId: string; onClose: () => void }) {
  const t = useT();
  const detail = useCall(billDetail, {
    params: { repayId },
    everyMs: (answer) =>
      answer && isMoving(answer.bill.borrowStatus) ? REFRESH_EVERY_MS : undefined,
  });

  return (
    <Sheet open title={detail.data?.bill.productName ?? t('ui.tab_order')} onClose={onClose}>
      {detail.data ? (
        <OrderView detail={detail.data} />
      ) : isUnknownOrder(detail.error) ? (
        <EmptyState
          icon="order"
          title={t('repay.unknown')}
          text={t('repay.unknown_text')}
          action={<Button onClick={onClose}>{t('repay.to_orders')}</Button>}
        />
      ) : (
        <NotLoaded call={detail} />
      )}
    </Sheet>
  );
}

/** The id in the address is not an order of this user, so a retry would not help. */
const isUnknownOrder = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === CODES.notFound || error.code === CODES.invalidInput);

function OrderView({ detail }: { detail: Detail }) {
  const t = useT();
  const { bill } = detail;

  return (
    <Stack gap={4}>
      <NextStep detail={detail} />
      <DeclinedBecause reasons={detail.declinedBecause} />
      <OfferStep bill={bill} />
      <Card rows label={t('orders.details')}>
        <Row label={t('orders.status')} value={t(wordsOfStatus(bill).text)} />
        <Row label={t('orders.amount')} value={formatMoney(bill.principalPaise)} />
        <NetRow bill={bill} />
        {bill.dueDay !== null && <Row label={t('orders.due')} value={formatDay(bill.dueDay)} />}
        {bill.owedPaise > 0 && (
          <Row strong label={t('orders.to_pay_today')} value={formatMoney(bill.owedPaise)} />
        )}
        {detail.payout && (
          <Row label={t('orders.payout')} value={<PayoutWords payout={detail.payout} />} />
        )}
        <Row label={t('orders.lender')} value={detail.lenderName} />
        <Row label={t('orders.number')} value={bill.repayId} />
        <Row label={t('orders.proposal')} value={detail.proposalNo} />
      </Card>
      {bill.next === 'repay' && <RepayStep bill={bill} />}
      {WITHDRAWN_HERE.has(bill.borrowStatus) && <Withdraw bill={bill} />}
      {detail.autopay && <AutopayPart autopay={detail.autopay} />}
      <ReturnAndRepayLinks bill={bill} />
      <Papers bill={bill} />
      <History history={detail.history} isRepaid={bill.isRepaid} />
    </Stack>
  );
}

/**
 * The net amount: paid out, or to be paid out; nothing for an order that ended without a payout.
 */
function NetRow({ bill }: { bill: Bill }) {
  const t = useT();
  const net = formatMoney(bill.netPaise);
  if (bill.dueDay !== null) return <Row label={t('loans.net')} value={net} />;

  return bill.borrowStatus === OrderStatus.declined ||
    bill.borrowStatus === OrderStatus.cancelled ? null : (
    <Row label={t('orders.to_send')} value={net} />
  );
}

/**
 * A link to the return during the cooling-off days; for an ended order, to its charges and
 * payments.
 */
function ReturnAndRepayLinks({ bill }: { bill: Bill }) {
  const t = useT();
  const isOver = OVER.has(bill.borrowStatus);
  if (!isOver && !bill.mayReturn) return null;

  return (
    <Card rows>
      {bill.mayReturn && (
        <RowLink label={t('orders.return')} to={`/repay/${bill.repayId}?do=return`} />
      )}
      {isOver && <RowLink label={t('orders.see_figures')} to={`/repay/${bill.repayId}`} />}
    </Card>
  );
}

/** The loan's documents; for a repaid loan, the closing letter first. */
function Papers({ bill }: { bill: Bill }) {
  const t = useT();
  const isPaidBack =
    bill.borrowStatus === OrderStatus.settled || bill.borrowStatus === OrderStatus.returned;

  return (
    <Card rows>
      {isPaidBack && (
        <DocumentRow documentId={`closing.${bill.repayId}`} label={t('docs.kind_closing')} />
      )}
      <RowLink label={t('docs.of_order')} to={`/documents?order=${bill.repayId}`} />
    </Card>
  );
}

function NextStep({ detail }: { detail: Detail }) {
  const { bill, payout } = detail;
  if (bill.next === 'fix_bank') return <FixPayout bill={bill} payout={payout} />;
  return isMoving(bill.borrowStatus) ? (
    <WaitingOrderView bill={bill} progress={detail} amount={formatMoney(bill.netPaise)} />
  ) : null;
}

function PayoutWords({ payout }: { payout: NonNullable<Detail['payout']> }) {
  const t = useT();
  return t(`orders.payout_${payout.state}`, {
    last4: payout.accountLast4,
    moment: formatMoment(payout.since),
  });
}

/**
 * A status of before: money that was on its way is no more, and what was settled then may have been
 * waived.
 */
const wordsOfPast = (borrowStatus: number) =>
  borrowStatus === OrderStatus.disbursing
    ? ('orders.history_sent' as const)
    : wordsOfStatus({ borrowStatus, isRepaid: false }).text;

function History({ history, isRepaid }: { history: Detail['history']; isRepaid: boolean }) {
  const t = useT();
  if (history.length === 0) return null;

  return (
    <section>
      <Stack gap={2}>
        <h3>{t('orders.history')}</h3>
        <StepList
          items={history.map((move, index) => ({
            label: t(
              index === history.length - 1
                ? wordsOfStatus({ borrowStatus: move.borrowStatus, isRepaid }).text
                : wordsOfPast(move.borrowStatus),
            ),
            note: [formatMoment(move.at), move.reason].filter(Boolean).join(' · '),
            state: 'done' as const,
          }))}
        />
      </Stack>
    </section>
  );
}
