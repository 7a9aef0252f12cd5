import { isOrderStatus, type OrderStatus } from '@noren/core/lending/order-status';
import type { MessageId } from '../../i18n/index.ts';
import type { Tone } from '../../ui/feedback/notice.tsx';

const WORDS: Record<OrderStatus, { text: MessageId; tone: Tone }> = {
  10: { text: 'orders.status_review', tone: 'plain' },
  15: { text: 'orders.status_reserved', tone: 'plain' },
  20: { text: 'orders.status_acceptance', tone: 'due' },
  30: { text: 'orders.status_declined', tone: 'plain' },
  35: { text: 'orders.status_cancelled', tone: 'plain' },
  40: { text: 'orders.status_disbursing', tone: 'plain' },
  45: { text: 'orders.status_failed', tone: 'due' },
  50: { text: 'orders.status_active', tone: 'good' },
  60: { text: 'orders.status_overdue', tone: 'bad' },
  70: { text: 'orders.status_settled', tone: 'good' },
  75: { text: 'orders.status_returned', tone: 'good' },
  80: { text: 'orders.status_written_off', tone: 'plain' },
};

/** An order's status in words, and the colour it is said in. Throws RangeError for a status that is not one. */
export function wordsOfStatus(borrowStatus: number): { text: MessageId; tone: Tone } {
  if (!isOrderStatus(borrowStatus)) throw new RangeError(`not an order status: ${borrowStatus}`);
  return WORDS[borrowStatus];
}

/** Whether an order moves by itself, so that its screen keeps asking. */
export function isMoving(borrowStatus: number): boolean {
  return borrowStatus === 10 || borrowStatus === 40;
}
