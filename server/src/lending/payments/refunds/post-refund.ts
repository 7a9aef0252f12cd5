import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import type { LockedOrder } from '../../close/close-order.ts';

/** Posts a refund of an order that the caller has locked. */
export async function postRefund(
  tx: Tx,
  { order, journals }: LockedOrder,
  refund: { refundRef: string; day: BusinessDay; amountPaise: number; bookedAt: number },
) {
  const { refundRef, ...event } = refund;
  const posted = await postLoanEvent(tx, order, journals, {
    ...event,
    kind: 'refund',
    cause: refundRef,
    detail: { refundRef },
  });
  if (!posted) throw new Error(`a refund of order ${order.repayId} was not posted under its lock`);

  return posted;
}
