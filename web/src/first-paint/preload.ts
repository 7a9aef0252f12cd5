import {
  BUILD,
  FIRST_VIEW_CALL,
  PRELOADED_CALLS,
  type PreloadedCall,
  ROUTE_FILES,
  ROUTES_WITH_ALL_TEXTS,
  TEXT_FILES,
} from 'virtual:preload-manifest';
import { buildAddress } from '@noren/contract/call';
import { REQUEST_TIMEOUT_MS } from '@noren/contract/envelope';
import { prepareSeal, requestHeaders } from '@noren/contract/request-headers';
import { readBoot } from '../api/boot.ts';
import type { SentFirstView } from '../api/wire.ts';
import { readCookie } from '../browser/cookies.ts';
import { saveLanguageChoice } from '../i18n/choice.ts';
import type { FromWorker } from '../pwa/service-worker-scope.ts';
import { DEVICE } from '../session/session-cookie.ts';
import { cleanAddress } from '../tracking/clean-address.ts';
import { keepTypedPhone, restoreTypedPhone } from './typed-phone.ts';

/**
 * Inlined into the page: handles input on the server-rendered screen (see show-shell.ts) and
 * requests the files and calls of the address while the app is loading. The app works without it,
 * only later.
 */

void cleanAddress();

const app = document.getElementById('app') as HTMLElement;
const { token, language, isPageLanguage, isByLink, isLedHome, show } = window.norenPage;

/** Listens until the app has taken over the page. */
function onUntilHydrated<E extends keyof WindowEventMap>(
  kind: E,
  handle: (event: WindowEventMap[E]) => void,
): void {
  addEventListener(kind, (event) => app.hasAttribute('data-shell') && handle(event));
}

window.norenKeepTypedPhone = keepTypedPhone;
show();
if (app.hasAttribute('data-shell')) void restoreTypedPhone();

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
  const button =
    target instanceof Element && target.closest<HTMLButtonElement>('button[type="button"]');
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

// A notification tapped while the app is loading; later the app listens itself as well.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === 'open') location.hash = `#${data.path}`;
});

function preloadFile(file: string): void {
  const link = document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'modulepreload', href: `/${file}`, crossOrigin: '' }),
  );
}

const [path = '', search] = location.hash.slice(2).split('?');
const [segment = '', parameter = ''] = path.split('/');
// A signed-in user on the landing page or at the login is usually led home.
const route = isLedHome() ? 'home' : segment;
const files = ROUTE_FILES[route] ?? [];

// The first view before the files: its screen is shown without them.
void requestFirstView(PRELOADED_CALLS[route] ?? [])
  .catch((cause: Error) => {
    console.info('The first view was not requested', cause.name);
    window.norenFirstView?.settle();
  })
  .then(preloadFiles);

function preloadFiles(): void {
  const [firstTexts, dailyTexts, remainingTexts] = TEXT_FILES[language] ?? [];
  if (!isPageLanguage && firstTexts) preloadFile(firstTexts);
  if (files.length > 0 && dailyTexts && !(isPageLanguage && readBoot().texts?.isDailyToFollow))
    preloadFile(dailyTexts);
  if (remainingTexts && ROUTES_WITH_ALL_TEXTS.includes(route)) preloadFile(remainingTexts);
  for (const file of files) preloadFile(file);
}

/**
 * Requests the calls of the address, and its screen as HTML, before the code of either is loaded.
 * The script at the end of a signed-in user's page opens the answer (open-first-view.ts), in
 * another page the app does.
 */
async function requestFirstView(calls: readonly PreloadedCall[]): Promise<void> {
  // Nothing more is read for a visitor: the first frame waits for the end of this script.
  if (token === null || calls.length === 0 || isByLink) return;

  const deviceId = readCookie(DEVICE);
  const { sealKey, texts } = readBoot();
  if (deviceId === null || !sealKey || !globalThis.crypto?.subtle) return;

  const at = isLedHome() ? '/home' : `/${path}${search === undefined ? '' : `?${search}`}`;
  const addresses = calls.map(
    ({ path, pathParam, params = pathParam ? { [pathParam]: parameter } : {}, query }) =>
      buildAddress({ path }, { params, query }),
  );
  const query = { at, build: BUILD, ...(hidesAmounts() && { hidesAmounts: '1' as const }) };
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const sent: SentFirstView = { token, language, query, addresses, settled, settle };

  window.norenFirstView = sent;
  // Nothing in the page opens it.
  if (!texts?.isDailyToFollow) settle();

  const { keyPair, header } = await prepareSeal(sealKey.keyId);
  await untilPageIsRead();

  const now = Math.round(performance.timeOrigin + performance.now());
  const headers = requestHeaders({
    deviceId,
    token,
    language,
    requestId: crypto.randomUUID(),
    now,
    seal: header,
  });
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const address = buildAddress(FIRST_VIEW_CALL, { query });
  const response = fetch(address, {
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });

  // The app handles the failure.
  response.catch(() => undefined);
  sent.request = { sealKeyPair: keyPair, headers, response };
  window.norenOpenFirstView?.();
}

/** Then the connection of the page is free; another would take two round trips to open. */
async function untilPageIsRead(): Promise<void> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (page?.responseEnd !== 0 || document.readyState !== 'loading') return;
  await new Promise((resume) => addEventListener('DOMContentLoaded', resume));
}

/**
 * The switch of features/loans/hidden-amounts.tsx: what is hidden must not be shown by the server
 * either.
 */
function hidesAmounts(): boolean {
  try {
    return localStorage.getItem('noren.hide_amounts') === '1';
  } catch {
    return false;
  }
}
