import '../ui/style/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readBoot, readDailyTexts } from '../api/boot.ts';
import { detectLanguage, provideTexts, switchLanguage } from '../i18n/index.ts';
import { watchInstall } from '../pwa/install.ts';
import { readSession } from '../session/session.ts';
import { cleanAddress } from '../tracking/clean-address.ts';
import { watchFaults } from '../tracking/script-faults.ts';
import { showLanguageFailure } from '../ui/form/language-switch.tsx';
import { whenIdle } from '../ui/routing/idle.ts';
import { warmUpTouchListeners } from '../ui/routing/warm-up-touch.ts';
import { App } from './app.tsx';
import { FIRST_SCREENS } from './first-screens.ts';
import { startWhereUserStands, watchLinks } from './start.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');

// Each navigation starts at the top (specification §2), going back included.
history.scrollRestoration = 'manual';
watchFaults();
// The built page's first script has done it: a second time would take the mark off again.
if (!import.meta.env.PROD) void cleanAddress();
watchInstall();

const { texts } = readBoot();
if (texts) provideTexts(texts, readDailyTexts());
const spoken = detectLanguage();
// Not awaited by the module itself: the bundler would leave small files that do nothing but hand on another's exports.
void switchLanguage(spoken, () => showLanguageFailure(spoken)).then(() => showApp(root));

/** How long the front page waits for where a signed-in user is led from it: it would only flash by. */
const FRONT_WAIT_MS = 3_000;

async function showApp(root: HTMLElement): Promise<void> {
  watchLinks();
  const started = startWhereUserStands();
  const isWaiting = root.dataset.shell === 'waiting';
  if (isWaiting && isFirstScreen())
    await Promise.race([started, new Promise((resume) => setTimeout(resume, FRONT_WAIT_MS))]);
  const app = (
    <StrictMode>
      <App onLive={standBack} />
    </StrictMode>
  );
  // A screen that came with the page is taken over as it stands, with what was typed and where the focus is.
  const isWritten = isWaiting ? !isFirstScreen() : root.dataset.shell === location.hash.slice(1);
  if (!isWritten) createRoot(root).render(app);
  else
    hydrateRoot(root, app, {
      // Rendered anew by React: right, only slower.
      onRecoverableError: (cause) => console.info('The written screen was not taken over', (cause as Error).message),
    });
}

/** Whether the app shows a screen at once here: one that came with it. */
function isFirstScreen(): boolean {
  return FIRST_SCREENS.includes(location.hash.slice(1).split('?')[0] ?? '');
}

declare global {
  interface Window {
    /** The button tapped before the app was there, kept by the page's first script. */
    norenTapped?: HTMLElement | undefined;
  }
}

/** From here on the app answers, and the page's first script stands back; what was sent or tapped meanwhile is done now. */
function standBack(): void {
  const wasSent = root?.hasAttribute('data-sent');
  root?.removeAttribute('data-shell');
  root?.removeAttribute('data-sent');
  if (wasSent) root?.querySelector('form')?.requestSubmit();
  const tapped = window.norenTapped;
  window.norenTapped = undefined;
  if (tapped?.isConnected) tapped.click();
  if (root) warmUpTouchListeners(root);
}

/** What nobody waits for, once the first screen stands and the phone has nothing else to do. */
const LATER = [
  () => import('../pwa/service-worker-start.ts').then(({ startServiceWorker }) => startServiceWorker()),
  () => import('./start-tracking.ts').then(({ startTracking }) => startTracking()),
  // A visitor has none before signing in.
  async () => readSession().token !== null && (await import('../ui/routing/lazy-with-preload.tsx')).enablePreloading(),
];
const QUIET_MS = 1_500;
const LONGEST_WAIT_MS = 10_000;

/** Once nothing came for a while: what a screen asks for by itself is still on its way when the page is whole. */
function atRest(): void {
  const wholeAt = performance.now();
  const begin = () => {
    comings.disconnect();
    whenIdle(startLater);
  };
  let timer = setTimeout(begin, QUIET_MS);
  const comings = new PerformanceObserver(() => {
    clearTimeout(timer);
    // A screen that asks again and again is not waited for.
    const left = wholeAt + LONGEST_WAIT_MS - performance.now();
    timer = setTimeout(begin, Math.max(0, Math.min(QUIET_MS, left)));
  });
  comings.observe({ type: 'resource' });
}

// The language may have come after the page was whole.
if (document.readyState === 'complete') atRest();
else addEventListener('load', atRest, { once: true });

function startLater(): void {
  for (const start of LATER) start().catch((cause: unknown) => console.info('Not started', cause));
}
