import { type Bill, billDetail } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useCall } from '../../api/hooks.tsx';
import { WaitingForLoan } from '../../ui/feedback/waiting-for-loan.tsx';
import { Amount } from './hidden-amounts.tsx';

export const REFRESH_EVERY_MS = 3_000;

/** One order that is being paid out, polled. */
export function WaitingOrder({ bill }: { bill: Bill }) {
  const detail = useCall(billDetail, {
    params: { repayId: bill.repayId },
    everyMs: REFRESH_EVERY_MS,
  });
  const { payout = null, history = [] } = detail.data ?? {};
  const reached = history.findLast((move) => move.borrowStatus === bill.borrowStatus);

  return (
    <WaitingForLoan
      productName={bill.productName}
      amount={<Amount paise={bill.netPaise} />}
      stage={bill.borrowStatus === OrderStatus.disbursing ? 'sending' : 'review'}
      isUnconfirmed={payout?.state === 'unknown'}
      appliedAt={bill.appliedAt}
      since={payout?.since ?? reached?.at ?? bill.appliedAt}
      accountLast4={payout?.accountLast4 ?? null}
    />
  );
}
