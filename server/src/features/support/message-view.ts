import type { Language } from '@noren/contract/fields';
import type { Message } from '@noren/contract/support';
import { deepLinkOf, isNoticeKind } from '../../platform/notifications/deep-link.ts';
import { noticeWords } from '../../platform/notifications/notice-texts.ts';
import type { InboxMessage } from './inbox-store.ts';

/** An inbox message as sent to the app; undefined for a kind that no longer exists. */
export function messageView(language: Language, { messageId, kind, values, sentAt, isRead }: InboxMessage) {
  if (!isNoticeKind(kind)) return undefined;
  const message: Message = {
    messageId,
    ...noticeWords(language, kind, values),
    sentAt,
    isRead,
    ...deepLinkOf(kind, values),
  };
  return message;
}
