import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import { activateLanguage, detectLanguage } from './i18n/index.ts';
import { startWhereUserStands } from './start.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');

// Each navigation starts at the top (specification §2), going back included.
history.scrollRestoration = 'manual';

await activateLanguage(detectLanguage(readBoot().language));
void startWhereUserStands();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
