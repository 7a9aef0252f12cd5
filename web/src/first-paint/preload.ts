import { EARLY, type EarlyCall, LANGUAGE_TEXTS, ROUTE_PARTS, SAY_MORE } from 'virtual:preload-manifest';
import { addressOf } from '@noren/contract/call';
import type { PreloadedRequest } from '@noren/contract/client';
import { REQUEST_TIMEOUT_MS } from '@noren/contract/envelope';
import { prepareSeal, requestHeaders } from '@noren/contract/request-headers';
import { readBoot } from '../api/boot.ts';
import { readCookie } from '../browser/cookies.ts';
import { saveLanguageChoice } from '../i18n/choice.ts';
import type { FromWorker } from '../pwa/service-worker-scope.ts';
import { SIGN_IN, saveDraft } from '../session/drafts.ts';
import { DEVICE } from '../session/session-cookie.ts';
import { cleanAddress } from '../tracking/clean-address.ts';

/**
 * Written into the page: sees to the screen that came with it (see show-shell.ts) and asks for what the address needs, while the
 * app is still on its way. All that it does is done again by an app that comes without it.
 */

void cleanAddress();

const app = document.getElementById('app') as HTMLElement;
const { token, language, isSpoken, show } = window.norenPage;

/** Does it for as long as the app has not taken over. */
function until<E extends keyof WindowEventMap>(kind: E, act: (event: WindowEventMap[E]) => void): void {
  addEventListener(kind, (event) => app.hasAttribute('data-shell') && act(event));
}

show();
if (app.hasAttribute('data-shell')) {
  until('hashchange', show);
  until('submit', (event) => {
    event.preventDefault();
    app.dataset.sent = '';
    window.norenTapped = undefined;
  });
  // What only the app can do is done once it is there, by the very button: the last one that was tapped.
  until('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type="button"]');
    if (!button) return;
    window.norenTapped = button;
    delete app.dataset.sent;
  });
  // As the app does: the page may be loaded anew before it is there, in another language most of all.
  until('input', ({ target }) => {
    if (target instanceof HTMLInputElement) saveDraft(SIGN_IN, { phone: target.value });
  });
  until('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    saveLanguageChoice(target.value as typeof language);
    location.reload();
  });
}

// A notification tapped while the app is on its way; once it is there it hears of it too.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === 'open') location.hash = `#${data.place}`;
});

function preload(file: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href: `/${file}`, crossOrigin: '' }));
}

const [room = '', parameter = ''] = location.hash.slice(2).split('?')[0]?.split('/') ?? [];
// Who comes to the front door is most often led home.
const place = token !== null && room === 'noren' ? 'home' : room;
// A browser asks a server for six things at once: the largest first, then what is shown first, then what is soon there.
const [largest, ...parts] = ROUTE_PARTS[place] ?? [];
if (largest) preload(largest);
const calls = EARLY[place] ?? [];
void askEarly(
  calls.filter(({ isLater }) => !isLater),
  preloadParts,
  calls.filter(({ isLater }) => isLater),
).catch((cause: Error) => {
  console.info('Nothing was asked early', cause.name);
  preloadParts();
});

function preloadParts(): void {
  const [firstTexts, dailyTexts, otherTexts] = LANGUAGE_TEXTS[language] ?? [];
  if (!isSpoken && firstTexts) preload(firstTexts);
  if (largest && dailyTexts && !(isSpoken && readBoot().texts?.isDailyToFollow)) preload(dailyTexts);
  if (otherTexts && SAY_MORE.includes(place)) preload(otherTexts);
  for (const file of parts) preload(file);
}

/** Sends the calls of the address long before what opens their answers is there; `between` is done amid them, or alone. */
async function askEarly(first: readonly EarlyCall[], between: () => void, later: readonly EarlyCall[]): Promise<void> {
  // What a visitor does not need is not read: the first screen is not painted before this script has ended.
  if (token === null || first.length === 0) return between();
  const deviceId = readCookie(DEVICE);
  const { sealKey } = readBoot();
  if (deviceId === null || !sealKey || !globalThis.crypto?.subtle) return between();
  const { keyPair, header } = await prepareSeal(sealKey.keyId);
  const byAddress = new Map<string, PreloadedRequest>();
  const send = ({ path, names, params = names ? { [names]: parameter } : {}, query }: EarlyCall): void => {
    const address = addressOf({ path }, { params, query });
    const now = Math.round(performance.timeOrigin + performance.now());
    const headers = requestHeaders({ deviceId, token, language, requestId: crypto.randomUUID(), now, seal: header });
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = fetch(address, { headers, credentials: 'same-origin', cache: 'no-store', signal });
    // Told to whom it is handed; nobody may ask.
    response.catch(() => undefined);
    byAddress.set(address, { headers, response });
  };
  for (const call of first) send(call);
  window.norenPreloaded = { token, language, sealKeyPair: keyPair, byAddress };
  between();
  for (const call of later) send(call);
}
