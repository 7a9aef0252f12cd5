import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Screens } from './routes.tsx';
import { backPlaces } from './session-back.ts';
import { OutsideGuide } from './session-outside.tsx';
import { Banner } from './ui/banner.tsx';
import { BackContext } from './ui/header.tsx';
import { HashRouter } from './ui/router.tsx';
import { Toaster } from './ui/toast.tsx';

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
      <BackContext value={backPlaces}>
        <Banner />
        <Screens />
      </BackContext>
      <OutsideGuide />
      <Toaster />
    </Router>
  );
}
