import { DRAFT_KEY_CALL } from 'virtual:preload-manifest';
import { requestHeaders } from '@noren/contract/request-headers';
import { readCookie } from '../browser/cookies.ts';
import { type DraftCipher, makeDraftCipher } from '../session/draft-cipher.ts';
import { DEVICE } from '../session/session-cookie.ts';
import { encryptedDraftKey, readTypedValue, SIGN_IN } from '../session/typed-before-start.ts';

/** The phone on the server-rendered screen: kept over a reload before the app is loaded. */

declare global {
  interface Window {
    /** Set by preload.ts. */
    norenKeepTypedPhone?: typeof keepTypedPhone;
  }
}

const LONGEST_WAIT_MS = 5_000;

/** The call is not sealed, because the code that seals is not loaded. */
async function requestCipher(): Promise<DraftCipher> {
  const headers = requestHeaders({
    deviceId: readCookie(DEVICE) ?? crypto.randomUUID(),
    token: null,
    language: document.documentElement.lang,
    requestId: crypto.randomUUID(),
    now: Math.round(performance.timeOrigin + performance.now()),
    seal: null,
  });
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const response = await fetch(DRAFT_KEY_CALL.path, { headers, cache: 'no-store', signal });
  const { data } = (await response.json()) as { data: { key: string } };

  return makeDraftCipher(data.key);
}

function loadCipher(): Promise<DraftCipher> {
  window.norenDraftCipher ??= requestCipher();
  return window.norenDraftCipher;
}

/**
 * Stores the phone typed so far, encrypted, before the page reloads itself.
 * @returns false when it could not be stored
 */
export async function keepTypedPhone(): Promise<boolean> {
  const phone = readTypedValue('phone');
  if (phone === undefined) return true;

  try {
    const { encrypt } = await loadCipher();
    sessionStorage.setItem(encryptedDraftKey(SIGN_IN), await encrypt(SIGN_IN, { phone }));
    return true;
  } catch (cause) {
    console.info('The phone was not stored', cause);
    return false;
  }
}

/**
 * Fills the field with the stored phone, unless something was typed meanwhile. The app reads the
 * field when it starts.
 */
export async function restoreTypedPhone(): Promise<void> {
  try {
    const text =
      document.getElementById('phone') && sessionStorage.getItem(encryptedDraftKey(SIGN_IN));
    if (!text) return;

    const draft = await (await loadCipher()).decrypt(SIGN_IN, text);
    const field = document.getElementById('phone');
    const isServerRendered = document.getElementById('app')?.hasAttribute('data-shell');

    if (
      draft?.['phone'] &&
      isServerRendered &&
      field instanceof HTMLInputElement &&
      field.value === ''
    )
      field.value = draft['phone'];
  } catch (cause) {
    console.info('The phone was not restored', cause);
  }
}
