/** What a browser says of notifications on this phone. */
export type NotificationState = NotificationPermission | 'unsupported';

/** What the browser says, without asking it anything. */
export function notificationState(): NotificationState {
  const isAble = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  return isAble ? Notification.permission : 'unsupported';
}
