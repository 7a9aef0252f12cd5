import { saveLanguage } from '@noren/contract/login';
import { useEffect, useRef } from 'react';
import { useSend } from '../../api/hooks.tsx';
import { useLanguage } from '../../i18n/index.ts';

/** Sends a changed language to the server, for messages and documents. */
export function useLanguageSaved(): void {
  const language = useLanguage();
  const saved = useRef(language);
  const { send } = useSend(saveLanguage);

  useEffect(() => {
    if (saved.current === language) return;
    saved.current = language;
    // A failure is shown by a toast. The screen has the language already, and the next change is
    // sent again.
    void send({ body: { language } });
  }, [language, send]);
}
