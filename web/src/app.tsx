import { HashRouter } from 'react-router';
import { Screens } from './routes.tsx';
import { Toaster } from './ui/toast.tsx';

export function App() {
  return (
    <HashRouter>
      <Screens />
      <Toaster />
    </HashRouter>
  );
}
