import { type ComponentType, useEffect, useState } from 'react';
import { wasPrompted } from '../session/prompt-history.ts';
import { browserOf } from './in-app-browser.ts';

/**
 * In another app's own browser, where camera and install do not work, tells once how to open the page outside; loaded
 * only there. Source: specification §2, full-screen guides.
 */
export function OutsideGuide() {
  const [Guide, setGuide] = useState<ComponentType<{ onClose: () => void }>>();
  useEffect(() => {
    if (browserOf(navigator.userAgent).inApp === null || wasPrompted('outside')) return;
    import('./in-app-browser-guide.tsx').then(
      ({ OutsideModal }) => setGuide(() => OutsideModal),
      // Nothing is lost but advice.
      (cause: Error) => console.info('The guide did not load', cause.name),
    );
  }, []);
  return Guide ? <Guide onClose={() => setGuide(undefined)} /> : null;
}
