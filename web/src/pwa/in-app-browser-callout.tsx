import { type ComponentType, useEffect, useState } from 'react';
import { wasPrompted } from '../session/prompt-history.ts';
import { detectBrowser } from './in-app-browser.ts';

/**
 * In an in-app browser, where camera and install do not work, shows once how to open the page in a
 * full browser. The guide is loaded only there. Source: specification §2, full-screen guides.
 */
export function InAppBrowserCallout() {
  const [Guide, setGuide] = useState<ComponentType<{ onClose: () => void }>>();
  useEffect(() => {
    if (detectBrowser(navigator.userAgent).inApp === null || wasPrompted('outside')) return;
    import('./in-app-browser-guide.tsx').then(
      ({ InAppBrowserModal }) => setGuide(() => InAppBrowserModal),
      (cause: Error) => console.info('The guide did not load', cause.name),
    );
  }, []);

  return Guide ? <Guide onClose={() => setGuide(undefined)} /> : null;
}
