import type { Bill } from '@noren/contract/orders';
import { isOrderStatus, OrderStatus } from '@noren/core/lending/order-status';
import type { TextId } from '../../i18n/index.ts';
import type { Tone } from '../../ui/feedback/callout.tsx';

const WORDS: Record<OrderStatus, { text: TextId; tone: Tone }> = {
  [OrderStatus.underReview]: { text: 'orders.status_review', tone: 'plain' },
  [OrderStatus.reserved]: { text: 'orders.status_reserved', tone: 'plain' },
  [OrderStatus.awaitingAcceptance]: { text: 'orders.status_acceptance', tone: 'due' },
  [OrderStatus.declined]: { text: 'orders.status_declined', tone: 'plain' },
  [OrderStatus.cancelled]: { text: 'orders.status_cancelled', tone: 'plain' },
  [OrderStatus.disbursing]: { text: 'orders.status_disbursing', tone: 'plain' },
  [OrderStatus.disbursementFailed]: { text: 'orders.status_failed', tone: 'due' },
  [OrderStatus.active]: { text: 'orders.status_active', tone: 'good' },
  [OrderStatus.overdue]: { text: 'orders.status_overdue', tone: 'bad' },
  [OrderStatus.settled]: { text: 'orders.status_settled', tone: 'good' },
  [OrderStatus.returned]: { text: 'orders.status_returned', tone: 'good' },
  [OrderStatus.writtenOff]: { text: 'orders.status_written_off', tone: 'plain' },
};

/**
 * An order's status as text with its tone; a settled order is "Repaid" only where the borrower
 * repaid it.
 * @throws RangeError for an unknown status
 */
export function wordsOfStatus({
  borrowStatus,
  isRepaid,
}: Pick<Bill, 'borrowStatus' | 'isRepaid'>): {
  text: TextId;
  tone: Tone;
} {
  if (!isOrderStatus(borrowStatus)) throw new RangeError(`not an order status: ${borrowStatus}`);

  const { text, tone } = WORDS[borrowStatus];
  return {
    text: borrowStatus === OrderStatus.settled && !isRepaid ? 'orders.status_closed' : text,
    tone,
  };
}

/** Whether the status changes without the user's action, so that the screen polls. */
export function isMoving(borrowStatus: number): boolean {
  return borrowStatus === OrderStatus.underReview || borrowStatus === OrderStatus.disbursing;
}
