import { APP_FILES } from 'virtual:preload-manifest';
import type {} from '../api/wire.ts';

/**
 * The page's last inline script: runs the app's files. A server-rendered screen is painted first;
 * cached files would otherwise run before it, and a second visit would show something later than a
 * first one.
 */

const RETRY_AFTER_MS = 2_000;
/** After a reload: a permanent failure must not keep reloading the page while it is used. */
const RETRY_AFTER_RELOAD_MS = 60_000;

const { relList } = document.createElement('link');
// Without modulepreload the last file is enough: it imports the others.
const files = relList.supports('modulepreload') ? APP_FILES : APP_FILES.slice(-1);

/** Runs each file in its own task, so that a tap between them is handled. */
async function loadApp(): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ `/${file}`).catch((cause: unknown) => reloadWhenOnline(cause));
    await new Promise((resume) => setTimeout(resume));
  }
}

/**
 * Reloads the page once the network is back, because a browser fetches a lost module again only
 * after a reload. The typed phone is kept.
 * @throws an error of the app itself
 */
async function reloadWhenOnline(cause: unknown): Promise<never> {
  // The messages of Chrome, Safari and Firefox.
  const isLost =
    cause instanceof TypeError &&
    /dynamically imported module|importing a module/i.test(cause.message);
  if (!isLost) throw cause;

  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  for (
    let wait = navigation?.type === 'reload' ? RETRY_AFTER_RELOAD_MS : RETRY_AFTER_MS;
    ;
    wait = RETRY_AFTER_MS
  ) {
    await new Promise((resume) => setTimeout(resume, wait));

    const isOnline = await Promise.all(files.map((file) => fetch(`/${file}`))).then(
      (answers) => answers.every(({ ok }) => ok),
      () => false,
    );
    if (!isOnline) continue;

    await window.norenKeepTypedPhone?.();
    location.reload();

    return new Promise(() => undefined);
  }
}

/**
 * Longer than the first view takes on a slow network; an app that runs meanwhile would delay it on
 * a slow phone.
 */
const FIRST_VIEW_WAIT_MS = 1_500;

async function start(): Promise<void> {
  const firstView = window.norenFirstView?.settled;
  if (firstView)
    await Promise.race([
      firstView,
      new Promise((resume) => setTimeout(resume, FIRST_VIEW_WAIT_MS)),
    ]);

  const isServerRendered = document.getElementById('app')?.hasAttribute('data-shell');
  // A page in the background is not painted. At the second frame the first one is on the screen.
  if (isServerRendered && !document.hidden)
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  setTimeout(loadApp);
}

void start();
