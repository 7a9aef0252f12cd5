import { firstSupported, LANGUAGES, type Language } from '@noren/contract/languages';
import { useSyncExternalStore } from 'react';
import { readBoot } from '../../api/boot.ts';
import { readChoice } from '../../i18n/choice.ts';
import { language, setLanguage, subscribe } from '../../i18n/index.ts';
import { showLanguageFailure } from '../../ui/form/language-switch.tsx';
import { Button } from '../../ui/layout/button.tsx';

/** The language that the browser prefers to the one shown, until the user has chosen. */
function readOffer(): Language | null {
  if (readChoice() !== undefined) return null;
  const preferred = firstSupported(navigator.languages);
  return preferred === undefined || preferred === language() ? null : preferred;
}

/**
 * The server reads the browser's languages from the request, so that the line is there from the
 * start and shifts nothing.
 */
const readServerOffer = (): Language | null => readBoot().offeredLanguage ?? null;

/**
 * One line in the language of the browser, which offers it: the app itself starts in English.
 * Source: specification §1.
 */
export function LanguageOffer() {
  const offer = useSyncExternalStore(subscribe, readOffer, readServerOffer);
  if (offer === null) return null;

  const accept = () => void setLanguage(offer, () => showLanguageFailure(offer));
  return (
    <Button kind="quiet" lang={offer} onClick={accept}>
      {LANGUAGES[offer].offer}
    </Button>
  );
}
