import { useState } from 'react';
import type { MessageId } from '../i18n/index.ts';

/**
 * Notifications on this phone: why its browser takes none, or null where it may be asked; and asking it, which it does
 * only right after a tap.
 */
export function useNotifyHere(): { hindrance: MessageId | null; allow: () => Promise<boolean> } {
  const [hindrance, setHindrance] = useState(findHindrance);
  const allow = async () => {
    const isAllowed = (await Notification.requestPermission()) === 'granted';
    setHindrance(findHindrance);
    return isAllowed;
  };
  return { hindrance, allow };
}

function findHindrance(): MessageId | null {
  const isAble = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  if (!isAble) return 'permission.unsupported';
  return Notification.permission === 'denied' ? 'permission.blocked' : null;
}
