import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchActivity } from '../api/activity.ts';
import { applyAppearance } from '../shell/appearance.ts';
import '../ui/style/base.css';
import { App } from './app.tsx';
import { Providers } from './providers.tsx';
import { SCREENS } from './screens.ts';

applyAppearance();
watchActivity();

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the console');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <App folders={SCREENS} />
    </Providers>
  </StrictMode>,
);
