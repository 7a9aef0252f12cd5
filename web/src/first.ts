import { EARLY, type EarlyCall, LANGUAGE_TEXTS, ROUTE_PARTS, WIRE } from 'virtual:first-needs';
import { readBoot } from './boot.ts';
import { detectLanguage, keepLanguage } from './i18n/choice.ts';
import type { FromWorker } from './service-worker-scope.ts';
import { DEVICE, readCookie, TOKEN } from './session-cookie.ts';
import { keepDraft, readDraft, SIGN_IN } from './session-draft.ts';

/**
 * The page's first script, written into it: shows the screen that came with the page and asks for what the address
 * needs, while the app is still on its way. All that it does is done again by an app that comes without it.
 */

const app = document.getElementById('app') as HTMLElement;
const token = readCookie(TOKEN);
const language = detectLanguage();
// A link that signs in leads elsewhere at once, and a code that is on its way is asked for again.
const isElsewhere = location.href.includes('openToken=') || history.state?.usr;
const isWritten = token === null && language === document.documentElement.lang && !isElsewhere;

function show(): void {
  const path = location.hash.slice(1);
  const template = document.getElementById(`shell-${path}`);
  if (!(template instanceof HTMLTemplateElement)) return;
  app.replaceChildren(template.content.cloneNode(true));
  app.dataset.shell = path;
  const field = document.getElementById('phone');
  if (field instanceof HTMLInputElement) field.value = readDraft(SIGN_IN).phone ?? '';
}

/** Does it for as long as the app has not taken over. */
function until<E extends keyof WindowEventMap>(kind: E, act: (event: WindowEventMap[E]) => void): void {
  addEventListener(kind, (event) => app.hasAttribute('data-shell') && act(event));
}

if (['', '#', '#/'].includes(location.hash)) history.replaceState(null, '', '#/noren');
if (isWritten) {
  show();
  until('hashchange', show);
  until('submit', (event) => {
    event.preventDefault();
    app.dataset.sent = '';
  });
  // As the app does: the page may be loaded anew before it is there, in another language most of all.
  until('input', ({ target }) => {
    if (target instanceof HTMLInputElement) keepDraft(SIGN_IN, { phone: target.value });
  });
  until('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    keepLanguage(target.value as typeof language);
    location.reload();
  });
}

// A notification tapped while the app is on its way; once it is there it hears of it too.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === 'open') location.hash = `#${data.place}`;
});

function preload(file: string): void {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', href: `/${file}`, crossOrigin: '' });
  if (isStyle) link.as = 'style';
  document.head.append(link);
}

const [room = '', parameter = ''] = location.hash.slice(2).split('?')[0]?.split('/') ?? [];
// Who comes to the front door is most often led home.
const place = token !== null && room === 'noren' ? 'home' : room;
// Before all else: the answers are the longest way.
askEarly(EARLY[place]);
const [firstTexts, dailyTexts] = LANGUAGE_TEXTS[language] ?? [];
if (readBoot().texts?.language !== language && firstTexts) preload(firstTexts);
for (const file of ROUTE_PARTS[place] ?? []) preload(file);
if (ROUTE_PARTS[place] && dailyTexts) preload(dailyTexts);

/** Has the calls of the address asked for at once: the client comes alone, long before the app. */
function askEarly(calls: readonly EarlyCall[] | undefined): void {
  const deviceId = readCookie(DEVICE);
  const { sealKey } = readBoot();
  if (!calls || token === null || deviceId === null || !sealKey || !globalThis.crypto?.randomUUID) return;
  window.norenEarly = {
    token,
    deviceId,
    language,
    sealKey,
    calls: calls.map((call) => ({ ...call, ...(call.names && { params: { [call.names]: parameter } }) })),
  };
  void import(/* @vite-ignore */ WIRE).catch((cause: Error) => console.info('Nothing was asked early', cause.name));
}
