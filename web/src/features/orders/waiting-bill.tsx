import type { AnswerOf } from '@noren/contract/call';
import { type Bill, billDetail } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useCall } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { WaitingForLoan } from '../../ui/feedback/waiting-for-loan.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

type Detail = AnswerOf<typeof billDetail>;

const REFRESH_EVERY_MS = 3_000;

/**
 * A list item for an order under review or being paid out: its progress, polled, and a link to its
 * details.
 */
export function WaitingBill({ bill, onOpen }: { bill: Bill; onOpen: () => void }) {
  const t = useT();
  const detail = useCall(billDetail, {
    params: { repayId: bill.repayId },
    everyMs: () => REFRESH_EVERY_MS,
  });

  return (
    <Stack gap={2}>
      <WaitingView
        bill={bill}
        payout={detail.data?.payout ?? null}
        history={detail.data?.history ?? []}
      />
      <Card rows>
        <RowLink label={t('orders.details')} onClick={onOpen} />
      </Card>
    </Stack>
  );
}

export function WaitingView({
  bill,
  payout,
  history,
}: Pick<Detail, 'bill' | 'payout' | 'history'>) {
  const reached = history.findLast((move) => move.borrowStatus === bill.borrowStatus);
  return (
    <WaitingForLoan
      productName={bill.productName}
      amount={formatMoney(bill.netPaise)}
      stage={bill.borrowStatus === OrderStatus.disbursing ? 'sending' : 'review'}
      isUnconfirmed={payout?.state === 'unknown'}
      appliedAt={bill.appliedAt}
      since={payout?.since ?? reached?.at ?? bill.appliedAt}
      accountLast4={payout?.accountLast4 ?? null}
    />
  );
}
