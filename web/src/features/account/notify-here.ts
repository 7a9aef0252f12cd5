import { useState } from 'react';
import type { TextId } from '../../i18n/index.ts';
import { notificationState } from '../../pwa/notification-state.ts';

/**
 * Notifications on this phone: why its browser blocks them, or null if permission can be requested;
 * and `allow`, which shows the browser's prompt and works only directly after a tap.
 */
export function useNotifyHere(): { hindrance: TextId | null; allow: () => Promise<boolean> } {
  const [hindrance, setHindrance] = useState(findHindrance);

  const allow = async () => {
    const isAllowed = (await Notification.requestPermission()) === 'granted';
    setHindrance(findHindrance);
    return isAllowed;
  };

  return { hindrance, allow };
}

function findHindrance(): TextId | null {
  const state = notificationState();
  if (state === 'unsupported') return 'permission.unsupported';
  return state === 'denied' ? 'permission.blocked' : null;
}
