import type { Language } from '@noren/contract/fields';
import type { Notification } from '@noren/contract/support';
import { isNotificationKind, toDeepLink } from '../../notifications/deep-link.ts';
import { notificationText } from '../../notifications/notification-texts.ts';
import type { InboxNotification } from './inbox-store.ts';

/** An inbox notification as sent to the app; undefined for a kind that no longer exists. */
export function notificationView(
  language: Language,
  { notificationId, kind, values, sentAt, isRead }: InboxNotification,
) {
  if (!isNotificationKind(kind)) return undefined;

  const notification: Notification = {
    notificationId,
    ...notificationText(language, kind, values),
    sentAt,
    isRead,
    ...toDeepLink(kind, values),
  };
  return notification;
}
