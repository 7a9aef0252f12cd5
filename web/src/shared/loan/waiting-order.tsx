import type { AnswerOf } from '@noren/contract/call';
import type { Bill, billDetail } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { ReactNode } from 'react';
import { WaitingForLoan } from '../../ui/feedback/waiting-for-loan.tsx';

type Progress = Partial<Pick<AnswerOf<typeof billDetail>, 'payout' | 'history'>>;
type Props = { bill: Bill; progress: Progress | undefined; amount: ReactNode };

/** How far the payout of an order is. */
export function WaitingOrderView({ bill, progress, amount }: Props) {
  const { payout = null, history = [] } = progress ?? {};
  const reached = history.findLast((move) => move.borrowStatus === bill.borrowStatus);

  return (
    <WaitingForLoan
      productName={bill.productName}
      amount={amount}
      stage={bill.borrowStatus === OrderStatus.disbursing ? 'sending' : 'review'}
      isUnconfirmed={payout?.state === 'unknown'}
      appliedAt={bill.appliedAt}
      since={payout?.since ?? reached?.at ?? bill.appliedAt}
      accountLast4={payout?.accountLast4 ?? null}
    />
  );
}
