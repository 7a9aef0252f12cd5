import { saveLanguage } from '@noren/contract/login';
import { useEffect, useRef } from 'react';
import { NoAnswer, send } from '../../api/api.ts';
import { useLanguage } from '../../i18n/index.ts';

/** Sends a changed language to the server, for messages and documents. */
export function useLanguageSaved(): void {
  const language = useLanguage();
  const saved = useRef(language);
  useEffect(() => {
    if (saved.current === language) return;
    saved.current = language;
    send(saveLanguage, { body: { language } }).catch((cause: unknown) => {
      // The failure was shown by a toast. The screen has the language already, and the next change is sent again.
      if (!(cause instanceof NoAnswer)) console.info('The language was not saved', (cause as Error).name);
    });
  }, [language]);
}
