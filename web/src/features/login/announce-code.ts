import { useEffect, useRef } from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** What identifies the code that the screen waits for; another value is another code. */
export type CodeKey = string | number | null;

/**
 * Says that another code was sent: its empty field has the focus, which alone says nothing of it.
 */
export function useCodeAnnouncement(codeKey: CodeKey): void {
  const announced = useRef(codeKey);

  useEffect(() => {
    if (announced.current === codeKey) return;
    announced.current = codeKey;
    toast(t('login.resent'));
  }, [codeKey]);
}
