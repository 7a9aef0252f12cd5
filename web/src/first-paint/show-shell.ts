import { readCookie } from '../browser/cookies.ts';
import { detectLanguage } from '../i18n/choice.ts';
import { TOKEN } from '../session/session-cookie.ts';

/**
 * Inlined into the page: shows the visitor's screen while the rest of the page is still arriving,
 * and leaves what it read for the other scripts. A visitor's page contains it right after the
 * server-rendered screens, a signed-in user's page in its head.
 */

const token = readCookie(TOKEN);
const language = detectLanguage();
const isByLink = location.href.includes('openToken=');
// A magic link leads to another screen, and router state means that a code was sent already.
const skipsShell = isByLink || Boolean(history.state?.usr);
/** The page is in the user's language and contains its texts. */
const isPageLanguage = language === document.documentElement.lang;

/** Shows the screen, if the page contains it and nobody is signed in, or the loading screen. */
function show(): void {
  const app = document.getElementById('app');
  if (!app || !isPageLanguage || skipsShell) return;

  const [path = ''] = location.hash.slice(1).split('?');
  const screen = token === null ? document.getElementById(`shell-${path}`) : null;
  const template = screen ?? document.getElementById('shell-waiting');
  const shell = screen ? path : 'waiting';
  if (!(template instanceof HTMLTemplateElement) || app.dataset.shell === shell) return;

  app.replaceChildren(template.content.cloneNode(true));
  app.dataset.shell = shell;
  // Computes the styles in this task, so that the first frame only has the layout left to do.
  void getComputedStyle(app).color;
}

declare global {
  interface Window {
    norenPage: {
      readonly token: string | null;
      readonly language: typeof language;
      readonly isPageLanguage: boolean;
      /** Opened by a magic link, which signs in. */
      readonly isByLink: boolean;
      readonly show: () => void;
      /** Whether a signed-in user is where the app is entered, from where it leads home. */
      readonly isLedHome: () => boolean;
    };
  }
}
const isLedHome = (): boolean => token !== null && /^#\/(noren|login)?$/.test(location.hash);
window.norenPage = { token, language, isPageLanguage, isByLink, show, isLedHome };

if (['', '#', '#/'].includes(location.hash)) history.replaceState(null, '', '#/noren');
// A signed-in user's first frame waits for preload.ts.
if (token === null) {
  show();
  document.querySelector('link[rel="expect"]')?.remove();
}
