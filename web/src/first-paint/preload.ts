import {
  PRELOADED_CALLS,
  type PreloadedCall,
  ROUTE_FILES,
  ROUTES_WITH_ALL_TEXTS,
  TEXT_FILES,
} from 'virtual:preload-manifest';
import { addressOf } from '@noren/contract/call';
import type { PreloadedRequest } from '@noren/contract/client';
import { REQUEST_TIMEOUT_MS } from '@noren/contract/envelope';
import { prepareSeal, requestHeaders } from '@noren/contract/request-headers';
import { readBoot } from '../api/boot.ts';
import { readCookie } from '../browser/cookies.ts';
import { saveLanguageChoice } from '../i18n/choice.ts';
import type { FromWorker } from '../pwa/service-worker-scope.ts';
import { DEVICE } from '../session/session-cookie.ts';
import { cleanAddress } from '../tracking/clean-address.ts';
import { keepTypedPhone, restoreTypedPhone } from './typed-phone.ts';

/**
 * Inlined into the page: handles input on the server-rendered screen (see show-shell.ts) and requests the files and calls
 * of the address while the app is loading. The app works without it, only later.
 */

void cleanAddress();

const app = document.getElementById('app') as HTMLElement;
const { token, language, isPageLanguage, show } = window.norenPage;

/** Listens until the app has taken over the page. */
function onUntilHydrated<E extends keyof WindowEventMap>(kind: E, handle: (event: WindowEventMap[E]) => void): void {
  addEventListener(kind, (event) => app.hasAttribute('data-shell') && handle(event));
}

window.norenKeepTypedPhone = keepTypedPhone;
show();
if (app.hasAttribute('data-shell')) {
  void restoreTypedPhone();
  onUntilHydrated('hashchange', () => {
    if (app.hasAttribute('data-started')) return;
    show();
    void restoreTypedPhone();
  });
  onUntilHydrated('submit', (event) => {
    event.preventDefault();
    app.dataset.sent = '';
    window.norenTapped = undefined;
  });
  // The app clicks the last tapped button again once it is loaded.
  onUntilHydrated('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type="button"]');
    if (!button) return;
    window.norenTapped = button;
    delete app.dataset.sent;
  });
  onUntilHydrated('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    saveLanguageChoice(target.value as typeof language);
    // Otherwise the app starts in the chosen language, with what was typed.
    if (await keepTypedPhone()) location.reload();
  });
}

// A notification tapped while the app is loading; later the app listens itself as well.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === 'open') location.hash = `#${data.path}`;
});

function preloadFile(file: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href: `/${file}`, crossOrigin: '' }));
}

const [segment = '', parameter = ''] = location.hash.slice(2).split('?')[0]?.split('/') ?? [];
// A signed-in user on the landing page or at the login is usually led home.
const route = token !== null && (segment === 'noren' || segment === 'login') ? 'home' : segment;
// A browser opens six connections to a server: the largest file first, then the calls of the first view, then the rest.
const [largestFile, ...otherFiles] = ROUTE_FILES[route] ?? [];
if (largestFile) preloadFile(largestFile);
const calls = PRELOADED_CALLS[route] ?? [];
void preloadCalls(
  calls.filter(({ isLowPriority }) => !isLowPriority),
  preloadOtherFiles,
  calls.filter(({ isLowPriority }) => isLowPriority),
).catch((cause: Error) => {
  console.info('No calls were preloaded', cause.name);
  preloadOtherFiles();
});

function preloadOtherFiles(): void {
  const [firstTexts, dailyTexts, remainingTexts] = TEXT_FILES[language] ?? [];
  if (!isPageLanguage && firstTexts) preloadFile(firstTexts);
  if (largestFile && dailyTexts && !(isPageLanguage && readBoot().texts?.isDailyToFollow)) preloadFile(dailyTexts);
  if (remainingTexts && ROUTES_WITH_ALL_TEXTS.includes(route)) preloadFile(remainingTexts);
  for (const file of otherFiles) preloadFile(file);
}

/** Sends the route's calls before the code that opens their answers is loaded; requests the files between them. */
async function preloadCalls(
  first: readonly PreloadedCall[],
  preloadFiles: () => void,
  later: readonly PreloadedCall[],
): Promise<void> {
  // Nothing more is read for a visitor: the first frame waits for the end of this script.
  if (token === null || first.length === 0) return preloadFiles();
  const deviceId = readCookie(DEVICE);
  const { sealKey } = readBoot();
  if (deviceId === null || !sealKey || !globalThis.crypto?.subtle) return preloadFiles();
  const { keyPair, header } = await prepareSeal(sealKey.keyId);
  const byAddress = new Map<string, PreloadedRequest>();
  const send = (call: PreloadedCall): void => {
    const { path, pathParam, params = pathParam ? { [pathParam]: parameter } : {}, query } = call;
    const address = addressOf({ path }, { params, query });
    const now = Math.round(performance.timeOrigin + performance.now());
    const headers = requestHeaders({ deviceId, token, language, requestId: crypto.randomUUID(), now, seal: header });
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = fetch(address, { headers, credentials: 'same-origin', cache: 'no-store', signal });
    // The client handles the failure if a screen asks for this call.
    response.catch(() => undefined);
    byAddress.set(address, { headers, response });
  };
  for (const call of first) send(call);
  window.norenPreloaded = { token, language, sealKeyPair: keyPair, byAddress };
  preloadFiles();
  for (const call of later) send(call);
}
