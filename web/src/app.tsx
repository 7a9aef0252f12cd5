import { HashRouter } from 'react-router';
import { Screens } from './routes.tsx';
import { backPlaces } from './session-back.ts';
import { BackContext } from './ui/header.tsx';
import { Toaster } from './ui/toast.tsx';

export function App() {
  return (
    <HashRouter>
      <BackContext value={backPlaces}>
        <Screens />
      </BackContext>
      <Toaster />
    </HashRouter>
  );
}
