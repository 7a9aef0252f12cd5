import '../ui/style/base.css';
import { StrictMode, startTransition } from 'react';
import { readBoot, readDailyTexts } from '../api/boot.ts';
import { renewLanguageChoice } from '../i18n/choice.ts';
import { detectLanguage, provideTexts, switchLanguage } from '../i18n/index.ts';
import { watchInstall } from '../pwa/install.ts';
import { readSession } from '../session/session.ts';
import { cleanAddress } from '../tracking/clean-address.ts';
import { watchFaults } from '../tracking/script-faults.ts';
import { showLanguageFailure } from '../ui/form/language-switch.tsx';
import { blockDoubleTaps } from '../ui/routing/double-tap.ts';
import { whenIdle } from '../ui/routing/idle.ts';
import { warmUpTouchListeners } from '../ui/routing/warm-up-touch.ts';
import { App } from './app.tsx';
import { FIRST_SCREENS } from './first-screens.ts';
import { provideFirstStatus } from './guards.tsx';
import { createRoot, hydrateRoot } from './react-root.ts';
import { preloadScreen } from './routes.tsx';
import { startAtOnboardingStatus, watchLinks } from './start.ts';

const root = document.getElementById('app') as HTMLElement;

// Each navigation starts at the top (specification §2), going back included.
history.scrollRestoration = 'manual';
watchFaults();
// In the built page request-first-view.ts has done it; a second time would remove the tracking
// parameter.
if (!import.meta.env.PROD) void cleanAddress();
watchInstall();

const { texts } = readBoot();
if (texts) provideTexts(texts, readDailyTexts());
const userLanguage = detectLanguage();

// No top-level await: the bundler would emit small chunks that only re-export others.
void switchLanguage(userLanguage, () => showLanguageFailure(userLanguage)).then(showApp);

/** A signed-in user is redirected from the landing page, which would otherwise flash by. */
const REDIRECT_WAIT_MS = 3_000;

async function showApp(): Promise<void> {
  watchLinks();

  const isFirstView = await prepareFirstView(root.dataset.shell);
  const started = startAtOnboardingStatus();
  const isLoadingScreen = root.dataset.shell === 'waiting';

  if (isLoadingScreen && isFirstScreen())
    await Promise.race([started, new Promise((resume) => setTimeout(resume, REDIRECT_WAIT_MS))]);

  const app = (
    <StrictMode>
      <App onHydrated={takeOver} />
    </StrictMode>
  );
  // A server-rendered screen is hydrated, which keeps typed text and focus.
  const isWhole = isFirstScreen() || isFirstView;
  const isServerRendered = isLoadingScreen
    ? !isWhole
    : isWhole && root.dataset.shell === location.hash.slice(1);

  // From here on the elements are React's: preload.ts must not replace them when the address
  // changes.
  root.dataset.started = '';

  if (!isServerRendered) return createRoot(root).render(app);

  // In a transition React hydrates in slices, and frames are painted between them.
  startTransition(() => {
    hydrateRoot(root, app, {
      // React renders the screen again: correct, only slower.
      onRecoverableError: (cause) =>
        console.info('The screen was not hydrated', (cause as Error).message),
    });
  });
}

/**
 * Loads what the server-rendered screen of a signed-in user is hydrated with: its code, and the
 * answers it was rendered from.
 * @returns false where the screen must be rendered again: it is another one, or something is
 * missing
 */
async function prepareFirstView(shell: string | undefined): Promise<boolean> {
  if (!shell || shell === 'waiting' || isFirstScreen()) return false;
  try {
    const [{ takeFirstStatus }] = await Promise.all([
      import('../api/onboarding-status.ts'),
      preloadScreen(shell),
    ]);
    const onboardingStatus = await takeFirstStatus();

    provideFirstStatus(onboardingStatus);

    return onboardingStatus !== undefined;
  } catch (cause) {
    console.info('The first view is rendered again', (cause as Error).name);
    return false;
  }
}

/** Whether the address is one of the screens in the first load. */
function isFirstScreen(): boolean {
  return FIRST_SCREENS.includes(location.hash.slice(1).split('?')[0] ?? '');
}

declare global {
  interface Window {
    /** The last button tapped before hydration, set by preload.ts. */
    norenTapped?: HTMLButtonElement | undefined;
  }
}

/**
 * After hydration: preload.ts stops listening, and a form that was sent, a button that was tapped or
 * a choice that was made meanwhile is handled.
 */
function takeOver(): void {
  provideFirstStatus(undefined);

  const { sent } = root.dataset;
  for (const mark of ['shell', 'started', 'sent']) delete root.dataset[mark];
  if (sent !== undefined) root.querySelector('form')?.requestSubmit();

  const tapped = window.norenTapped;
  window.norenTapped = undefined;
  // From here on: the tap that is handled now counts as the first.
  blockDoubleTaps(document);
  if (tapped?.isConnected) tapped.click();
  root.querySelectorAll<HTMLInputElement>('input[type=radio]:checked').forEach(chooseAgain);
  warmUpTouchListeners(root);
}

/**
 * React leaves a radio as the user set it before hydration, and takes that for what it rendered: it
 * would hear of no change.
 */
function chooseAgain(radio: HTMLInputElement): void {
  if (radio.defaultChecked) return;
  radio.checked = false;
  radio.click();
}

/** Started once the first screen is shown and the browser is idle. */
const BACKGROUND_TASKS = [
  () =>
    import('../pwa/service-worker-start.ts').then(({ startServiceWorker }) => startServiceWorker()),
  () => import('./start-tracking.ts').then(({ startTracking }) => startTracking()),
  async () => renewLanguageChoice(),
  // A visitor needs none of the lazy components.
  async () =>
    readSession().token !== null &&
    (await import('../ui/routing/lazy-with-preload.tsx')).enablePreloading(),
];

const QUIET_MS = 1_500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Starts the background tasks when no resource has been loaded for a while: a screen's own calls
 * run after the load event.
 */
function startWhenQuiet(): void {
  const loadedAt = performance.now();

  const start = () => {
    observer.disconnect();
    whenIdle(startBackgroundTasks);
  };

  let timer = setTimeout(start, QUIET_MS);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    // A polling screen must not delay them forever.
    const left = loadedAt + LONGEST_WAIT_MS - performance.now();
    timer = setTimeout(start, Math.max(0, Math.min(QUIET_MS, left)));
  });

  observer.observe({ type: 'resource' });
}

// The texts may have loaded after the page.
if (document.readyState === 'complete') startWhenQuiet();
else addEventListener('load', startWhenQuiet, { once: true });

function startBackgroundTasks(): void {
  for (const start of BACKGROUND_TASKS)
    start().catch((cause: unknown) => console.info('A background task did not start', cause));
}
