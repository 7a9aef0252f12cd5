import { type Bill, billDetail } from '@noren/contract/orders';
import { useCall } from '../../api/hooks.tsx';
import { WaitingOrderView } from '../../shared/loan/waiting-order.tsx';
import { Amount } from './hidden-amounts.tsx';

export const REFRESH_EVERY_MS = 3_000;

/** One order that is being paid out, polled. */
export function WaitingOrder({ bill }: { bill: Bill }) {
  const detail = useCall(billDetail, {
    params: { repayId: bill.repayId },
    everyMs: REFRESH_EVERY_MS,
  });

  return (
    <WaitingOrderView
      bill={bill}
      progress={detail.data}
      amount={<Amount paise={bill.netPaise} />}
    />
  );
}
