import type { Language } from '@noren/contract/fields';
import type { Message } from '@noren/contract/support';
import { formatDay, isBusinessDay } from '@noren/core/time';
import { type MessageId, say } from '../messages.ts';
import type { SmsTemplate } from '../outside/sms/sms.ts';
import type { KeptMessage } from './messages-store.ts';

/** What a message in the app is about: what is sent by SMS, codes left out, and what is told here alone. */
export type MessageKind = Exclude<SmsTemplate, 'login_code' | 'confirm_code'> | 'feedback_answered' | 'feedback_closed';

/** Where each leads; a kind left out does not compile. */
const PLACES: Record<MessageKind, Message['place']> = {
  loan_paid_out: 'repay',
  loan_settled: 'order',
  review_done: 'none',
  due_date_moved: 'repay',
  extension_lapsed: 'repay',
  return_missed: 'repay',
  coupon_missed: 'repay',
  refund_made: 'order',
  payment_taken_back: 'repay',
  offer_ready: 'order',
  payout_ends: 'order',
  due_soon: 'repay',
  due_today: 'repay',
  overdue: 'repay',
  penal_charged: 'repay',
  feedback_answered: 'feedback',
  feedback_closed: 'feedback',
};

const isKind = (kind: string): kind is MessageKind => Object.hasOwn(PLACES, kind);

/** A kept message in a language's words; undefined for a kind that is no more. */
export function showMessage(language: Language, { messageId, kind, values, sentAt, isRead }: KeptMessage) {
  if (!isKind(kind)) return undefined;
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isBusinessDay(value) ? formatDay(value) : value]),
  );
  const repayId = values.repayId ?? null;
  const place = PLACES[kind];
  const message: Message = {
    messageId,
    title: say(language, `message.${kind}` satisfies MessageId, shown),
    text: say(language, `message.${kind}_text` satisfies MessageId, shown),
    sentAt,
    isRead,
    place: place === 'repay' && repayId === null ? 'order' : place,
    repayId,
  };
  return message;
}
