import { type ComponentType, type ReactNode, useEffect } from 'react';
import { showFailuresWith } from '../api/api.ts';
import { OutsideGuide } from '../pwa/in-app-browser-notice.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { BackContext } from '../ui/layout/header.tsx';
import { Toaster, toast } from '../ui/overlay/toast.tsx';
import { HashRouter } from '../ui/routing/router.tsx';
import { backPaths } from './back.ts';
import { Screens } from './routes.tsx';

showFailuresWith(toast);

type Props = {
  /** Another router than the address's: one that stands still, where the first screens are written. */
  Router?: ComponentType<{ children: ReactNode }>;
  /** Told once the app answers to taps. */
  onLive?: () => void;
};

export function App({ Router = HashRouter, onLive }: Props) {
  useEffect(() => onLive?.(), [onLive]);
  return (
    <Router>
      <BackContext value={backPaths}>
        <Banner />
        <Screens />
      </BackContext>
      <OutsideGuide />
      <Toaster />
    </Router>
  );
}
