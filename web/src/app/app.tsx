import { type ComponentType, type ReactNode, useEffect } from 'react';
import { showFailuresWith } from '../api/failures.ts';
import { InAppBrowserCallout } from '../pwa/in-app-browser-callout.tsx';
import { encryptDraftsWith } from '../session/drafts.ts';
import { Banner } from '../ui/feedback/banner.tsx';
import { BackContext } from '../ui/layout/header.tsx';
import { Toaster, toast } from '../ui/overlay/toast.tsx';
import { HashRouter } from '../ui/routing/router.tsx';
import { backPaths } from './back.ts';
import { FloatingIcon } from './floating-icon.tsx';
import { PhoneChange } from './phone-change.tsx';
import { Screens } from './routes.tsx';

showFailuresWith(toast);
encryptDraftsWith(async () => (await import('../api/draft-key.ts')).loadDraftCipher());

type Props = {
  /** The server renders the first screens with a static router. */
  Router?: ComponentType<{ children: ReactNode }>;
  /** Called once the app can handle events. */
  onHydrated?: () => void;
};

export function App({ Router = HashRouter, onHydrated }: Props) {
  useEffect(() => onHydrated?.(), [onHydrated]);

  return (
    <Router>
      <BackContext value={backPaths}>
        <Banner />
        <PhoneChange />
        <Screens />
      </BackContext>
      <FloatingIcon />
      <InAppBrowserCallout />
      <Toaster />
    </Router>
  );
}
