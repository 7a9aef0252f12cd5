import type { Language } from '@noren/contract/fields';
import type { Message } from '@noren/contract/support';
import { deepLinkOf, isNoticeKind } from '../../platform/notifications/deep-link.ts';
import { noticeWords } from '../../platform/notifications/notice-texts.ts';
import type { KeptMessage } from './messages-store.ts';

/** A kept message in a language's words; undefined for a kind that is no more. */
export function showMessage(language: Language, { messageId, kind, values, sentAt, isRead }: KeptMessage) {
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
