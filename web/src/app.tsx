import { Screens } from './routes.tsx';
import { backPlaces } from './session-back.ts';
import { watchInstall } from './session-install.ts';
import { OutsideGuide } from './session-outside.tsx';
import { BackContext } from './ui/header.tsx';
import { HashRouter } from './ui/router.tsx';
import { Toaster } from './ui/toast.tsx';

watchInstall();

export function App() {
  return (
    <HashRouter>
      <BackContext value={backPlaces}>
        <Screens />
      </BackContext>
      <OutsideGuide />
      <Toaster />
    </HashRouter>
  );
}
