import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import { bringLanguage, detectLanguage } from './i18n/index.ts';
import { startWhereUserStands } from './start.ts';
import { sayNotLoaded } from './ui/language-switch.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');

// Each navigation starts at the top (specification §2), going back included.
history.scrollRestoration = 'manual';

const spoken = detectLanguage(readBoot().language);
await bringLanguage(spoken, () => sayNotLoaded(spoken));
void startWhereUserStands();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
