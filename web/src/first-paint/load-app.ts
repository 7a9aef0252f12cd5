import { APP_FILES } from 'virtual:preload-manifest';

/**
 * The page's last script, written into it: begins the app. Where a screen came with the page that screen is painted first:
 * files that the phone kept would else run before it, and a second start show something later than a first.
 */

const AGAIN_AFTER_MS = 2_000;
/** Of a page that was loaded anew already: what keeps failing must not reload it under the user's hands. */
const LONG_AFTER_MS = 60_000;

const { relList } = document.createElement('link');
// A browser that did not ask ahead asks for all by the last, which imports the others.
const files = relList.supports('modulepreload') ? APP_FILES : APP_FILES.slice(-1);

/** Each file in a task of its own, so that a tap between them is answered. */
async function begin(): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ `/${file}`).catch((cause: unknown) => loadAnew(cause));
    await new Promise((resume) => setTimeout(resume));
  }
}

/**
 * A browser asks for a lost file again only when the page is loaded anew; that is done once the line is back. What was
 * typed is kept.
 * @throws what is wrong with the app itself
 */
async function loadAnew(cause: unknown): Promise<never> {
  // In the words of Chrome, Safari and Firefox.
  const isLost = cause instanceof TypeError && /dynamically imported module|importing a module/i.test(cause.message);
  if (!isLost) throw cause;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  for (let wait = navigation?.type === 'reload' ? LONG_AFTER_MS : AGAIN_AFTER_MS; ; wait = AGAIN_AFTER_MS) {
    await new Promise((resume) => setTimeout(resume, wait));
    const isBack = await Promise.all(files.map((file) => fetch(`/${file}`))).then(
      (answers) => answers.every(({ ok }) => ok),
      () => false,
    );
    if (!isBack) continue;
    location.reload();
    return new Promise(() => undefined);
  }
}

const isWritten = document.getElementById('app')?.hasAttribute('data-shell');
// A page in the background is not painted.
if (isWritten && !document.hidden) requestAnimationFrame(() => setTimeout(begin));
else void begin();
