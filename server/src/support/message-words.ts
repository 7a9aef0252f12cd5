import type { Language } from '@noren/contract/fields';
import type { Message } from '@noren/contract/support';
import { type NoticeKind, noticeWords } from '../notice-words.ts';
import type { KeptMessage } from './messages-store.ts';

/** Where each leads; a kind left out does not compile. */
const PLACES: Record<NoticeKind, Message['place']> = {
  loan_paid_out: 'repay',
  loan_settled: 'order',
  review_done: 'none',
  signed_out: 'none',
  due_date_moved: 'repay',
  extension_lapsed: 'repay',
  return_missed: 'repay',
  coupon_missed: 'repay',
  refund_made: 'order',
  payment_taken_back: 'repay',
  offer_ready: 'order',
  payout_failed: 'order',
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

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(PLACES, kind);

/** A kept message in a language's words; undefined for a kind that is no more. */
export function showMessage(language: Language, { messageId, kind, values, sentAt, isRead }: KeptMessage) {
  if (!isKind(kind)) return undefined;
  const repayId = values.repayId ?? null;
  const place = PLACES[kind];
  const message: Message = {
    messageId,
    ...noticeWords(language, kind, values),
    sentAt,
    isRead,
    place: place === 'repay' && repayId === null ? 'order' : place,
    repayId,
  };
  return message;
}
