import {
  BUILD,
  FIRST_VIEW_CALL,
  PRELOADED_CALLS,
  type PreloadedCall,
} from 'virtual:preload-manifest';
import { buildAddress } from '@noren/contract/call';
import { REQUEST_TIMEOUT_MS } from '@noren/contract/envelope';
import { prepareSeal, requestHeaders } from '@noren/contract/request-headers';
import type { SentFirstView } from '../api/wire.ts';
import { readCookie } from '../browser/cookies.ts';
import { withStorage } from '../browser/storage.ts';
import { DEVICE } from '../session/session-cookie.ts';
import { cleanAddress } from '../tracking/clean-address.ts';

/**
 * Inlined into the page: requests the calls of the address, and its screen as HTML. A signed-in
 * user's page contains it in its head, so that the answer is on its way while the phone reads the
 * style sheet; a visitor's page at its end.
 */

void cleanAddress();

const { token, language, isByLink, isLedHome } = window.norenPage;
const [path = '', search] = location.hash.slice(2).split('?');
const [segment = '', parameter = ''] = path.split('/');
// A signed-in user on the landing page or at the login is usually led home.
const route = isLedHome() ? 'home' : segment;

declare global {
  interface Window {
    norenRequest: {
      /** The first segment of the address to open. */
      readonly route: string;
      /** Resolves once the first view is requested, or will not be. */
      readonly isSent: Promise<void>;
      /** Set while the request waits for the page: sends it if the page has arrived by now. */
      sendIfRead?: () => void;
    };
  }
}
const isSent = requestFirstView(PRELOADED_CALLS[route] ?? []).catch((cause: Error) => {
  console.info('The first view was not requested', cause.name);
  window.norenFirstView?.settle();
});
window.norenRequest = { route, isSent };

async function requestFirstView(calls: readonly PreloadedCall[]): Promise<void> {
  if (token === null || calls.length === 0 || isByLink) return;

  const deviceId = readCookie(DEVICE);
  const keyId = document.querySelector<HTMLMetaElement>('meta[name="noren-seal-key"]')?.content;
  if (deviceId === null || !keyId || !globalThis.crypto?.subtle) return;

  const preparing = prepareSeal(keyId);
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
  // Only a signed-in user's page, which is in its head now, opens it (open-first-view.ts).
  if (document.body) settle();

  const { keyPair, header } = await preparing;
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
  if (isPageRead()) return;

  await new Promise<void>((resume) => {
    addEventListener('DOMContentLoaded', () => resume());
    // No event says that a page has arrived which is not parsed to its end yet.
    window.norenRequest.sendIfRead = () => isPageRead() && resume();
  });
}

function isPageRead(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseEnd !== 0 || document.readyState !== 'loading';
}

/**
 * The switch of features/loans/hidden-amounts.tsx: what is hidden must not be shown by the server
 * either.
 */
function hidesAmounts(): boolean {
  return withStorage('localStorage', (storage) => storage.getItem('noren.hide_amounts')) === '1';
}
