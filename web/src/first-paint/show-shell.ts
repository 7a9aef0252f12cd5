import { readCookie } from '../browser/cookies.ts';
import { detectLanguage } from '../i18n/choice.ts';
import { readDraft, SIGN_IN } from '../session/drafts.ts';
import { TOKEN } from '../session/session-cookie.ts';

/**
 * Written into the page right behind the screens that come with it: shows a visitor's, while the rest of the page is still
 * on its way. What it found out is for the page's next script.
 */

const app = document.getElementById('app') as HTMLElement;
const token = readCookie(TOKEN);
const language = detectLanguage();
// A link that signs in leads elsewhere at once, and a code that is on its way is asked for again.
const isElsewhere = location.href.includes('openToken=') || Boolean(history.state?.usr);
/** The page is written in it, and brings the texts along. */
const isSpoken = language === document.documentElement.lang;

/** The screen itself, where it came with the page and is a visitor's; else what stands there until the app is. */
function show(): void {
  if (!isSpoken || isElsewhere) return;
  const [path = ''] = location.hash.slice(1).split('?');
  const screen = token === null ? document.getElementById(`shell-${path}`) : null;
  const template = screen ?? document.getElementById('shell-waiting');
  const shell = screen ? path : 'waiting';
  if (!(template instanceof HTMLTemplateElement) || app.dataset.shell === shell) return;
  app.replaceChildren(template.content.cloneNode(true));
  app.dataset.shell = shell;
  const field = document.getElementById('phone');
  if (field instanceof HTMLInputElement) field.value = readDraft(SIGN_IN).phone ?? '';
}

declare global {
  interface Window {
    norenPage: {
      readonly token: string | null;
      readonly language: typeof language;
      readonly isSpoken: boolean;
      readonly show: () => void;
    };
  }
}
window.norenPage = { token, language, isSpoken, show };

if (['', '#', '#/'].includes(location.hash)) history.replaceState(null, '', '#/noren');
// Who is signed in waits for answers: they are asked for before anything is painted.
if (token === null) {
  show();
  document.querySelector('link[rel="expect"]')?.remove();
}
