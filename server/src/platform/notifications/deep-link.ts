import type { Message } from '@noren/contract/support';
import type { NoticeKind } from './notice-texts.ts';

/** Where each leads; a kind left out does not compile. */
const PLACES: Record<NoticeKind, Message['place']> = {
  loan_paid_out: 'repay',
  loan_settled: 'order',
  review_done: 'none',
  signed_out: 'none',
  account_changed: 'none',
  due_date_moved: 'repay',
  dues_corrected: 'repay',
  extension_lapsed: 'repay',
  return_missed: 'repay',
  coupon_missed: 'repay',
  refund_made: 'order',
  payment_reversed: 'repay',
  offer_ready: 'order',
  payout_failed: 'order',
  payout_reversed: 'order',
  payout_ends: 'order',
  due_soon: 'repay',
  due_today: 'repay',
  overdue: 'repay',
  penal_charged: 'repay',
  feedback_answered: 'feedback',
  feedback_closed: 'feedback',
  export_ready: 'data',
  erasure_asked: 'data',
  erasure_stopped: 'data',
  correction_decided: 'data',
};

/** Whether a kind is one that is told still. */
export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(PLACES, kind);

/** Where a notice leads, and to which order. */
export function deepLinkOf(
  kind: NoticeKind,
  values: Readonly<Record<string, string>>,
): Pick<Message, 'place' | 'repayId'> {
  const repayId = values.repayId ?? null;
  const place = PLACES[kind];
  return { place: place === 'repay' && repayId === null ? 'order' : place, repayId };
}
