/** The browser's permission for notifications. */
export type NotificationState = NotificationPermission | 'unsupported';

/** Reads the permission without prompting. */
export function notificationState(): NotificationState {
  const isAble =
    'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  return isAble ? Notification.permission : 'unsupported';
}
