import type { Bill, billList } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { LastOrder } from '../../pwa/last-order.tsx';
import { SeeLoans } from '../../shared/loan/see-loans.tsx';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import style from './bill-panel.module.css';
import { PayoutDeadline } from './payout-deadline.tsx';
import { RepayStep } from './repay-step.tsx';
import { OfferStep } from './review-offer.tsx';
import { isMoving, wordsOfStatus } from './status-words.ts';
import { WaitingBill } from './waiting-bill.tsx';

/** Short, so that two fit a screen: their details say when they were applied for. */
const OFFERED = new Set<number>([OrderStatus.reserved, OrderStatus.awaitingAcceptance]);

type Props = {
  list: ReturnType<typeof useCall<typeof billList>>;
  isCompleted: boolean;
  onOpen: (repayId: string) => void;
};

/** A list of orders, with its loading, empty and error states. */
export function BillPanel({ list, isCompleted, onOpen }: Props) {
  const t = useT();
  if (!list.data)
    return list.isError ? (
      <>
        <ErrorState
          title={t('orders.failed')}
          text={list.error.message}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
        {!isCompleted && <LastOrder />}
      </>
    ) : (
      <Stack gap={3}>
        <Skeleton height={10} />
        <Skeleton height={10} />
      </Stack>
    );

  if (list.data.details.length === 0)
    return (
      <EmptyState
        icon="order"
        title={t(isCompleted ? 'orders.none_completed' : 'orders.none_processing')}
        text={t(isCompleted ? 'orders.none_completed_text' : 'orders.none_processing_text')}
        action={<SeeLoans />}
      />
    );

  return (
    <Stack gap={3} as="ul">
      {list.data.details.map((bill) => (
        <li key={bill.repayId}>
          {isMoving(bill.borrowStatus) ? (
            <WaitingBill bill={bill} onOpen={() => onOpen(bill.repayId)} />
          ) : (
            <BillCard bill={bill} onOpen={() => onOpen(bill.repayId)} />
          )}
        </li>
      ))}
    </Stack>
  );
}

/** One order: product, status, and the next step. */
function BillCard({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const t = useT();
  const { text, tone } = wordsOfStatus(bill);

  return (
    <Card label={bill.productName}>
      <div className={style.head}>
        <h2>{bill.productName}</h2>
        <span role="status">
          <Chip tone={tone}>{t(text)}</Chip>
        </span>
      </div>
      <p className={style.amount}>{formatMoney(bill.principalPaise, 'whole')}</p>
      <div className={style.facts}>
        {!OFFERED.has(bill.borrowStatus) && (
          <Row label={t('orders.applied')} value={formatMoment(bill.appliedAt)} />
        )}
        {bill.dueDay !== null && <Row label={t('orders.due')} value={formatDay(bill.dueDay)} />}
        {bill.overdueDays > 0 && (
          <Row
            strong
            label={t('orders.overdue')}
            value={t('loans.days', { days: bill.overdueDays })}
          />
        )}
        {bill.owedPaise > 0 && (
          <Row strong label={t('orders.to_pay_today')} value={formatMoney(bill.owedPaise)} />
        )}
      </div>
      <NextStep bill={bill} onOpen={onOpen} />
      {bill.mayReturn && (
        <RowLink label={t('orders.return')} to={`/repay/${bill.repayId}?do=return`} />
      )}
      <RowLink label={t('orders.details')} onClick={onOpen} />
    </Card>
  );
}

function NextStep({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const t = useT();
  switch (bill.next) {
    case 'repay':
      return <RepayStep bill={bill} />;
    case 'fix_bank':
      return (
        <Stack gap={2}>
          <PayoutDeadline bill={bill} />
          <Button onClick={onOpen}>{t('orders.fix_bank')}</Button>
        </Stack>
      );
    case 'wait':
    case 'review':
      return <OfferStep bill={bill} />;
    case null:
      return null;
    default: {
      const missing: never = bill.next;
      throw new RangeError(`unknown next step: ${missing}`);
    }
  }
}
