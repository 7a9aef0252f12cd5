import { APP_FILES } from 'virtual:first-needs';

/**
 * The page's last script, written into it: begins the app. Where a screen came with the page that screen is painted first:
 * files that the phone kept would else run before it, and a second start would show something later than a first.
 */

/** A line that comes and goes: after the last a start by hand is needed. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 30_000];

/** Each file in a task of its own, so that a tap between them is answered. */
async function begin(): Promise<void> {
  for (const file of APP_FILES) {
    await import(/* @vite-ignore */ `/${file}`);
    await new Promise((resume) => setTimeout(resume));
  }
}

async function beginOrTryAgain(): Promise<void> {
  for (const wait of AGAIN_AFTER_MS) {
    try {
      return await begin();
    } catch (cause) {
      console.info('The app has not come yet', (cause as Error).name);
      await new Promise((resume) => setTimeout(resume, wait));
    }
  }
  return begin();
}

const isWritten = document.getElementById('app')?.hasAttribute('data-shell');
// A page in the background is not painted.
if (isWritten && !document.hidden) requestAnimationFrame(() => setTimeout(beginOrTryAgain));
else void beginOrTryAgain();
