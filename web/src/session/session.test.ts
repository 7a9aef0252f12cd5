import { LANGUAGE_COOKIE } from '@noren/contract/languages';
import { afterEach, expect, it, onTestFinished, test, vi } from 'vitest';
import { readCookie } from '../browser/cookies.ts';
import { saveLanguageChoice } from '../i18n/choice.ts';
import { readDraft, saveDraft } from './drafts.ts';
import {
  adoptSessionFromCookies,
  clearSession,
  deviceId,
  readSession,
  SESSION_CHANGED,
  saveSignIn,
} from './session.ts';
import { DEVICE, TOKEN, USER } from './session-cookie.ts';

const ASHA = { userId: 'U1', maskedPhone: '+91 90000 ••001' };
const RAVI = { userId: 'U2', maskedPhone: '+91 90000 ••002' };

const write = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: written as another tab does
  document.cookie = `${name}=${value}; Path=/`;
};

const signInInAnotherTab = (token: string, user: object) => {
  write(TOKEN, token);
  write(USER, encodeURIComponent(JSON.stringify(user)));
};

afterEach(() => {
  adoptSessionFromCookies();
  clearSession();
});

it('on https every cookie is set with the prefix and all that it asks for: Secure, the path, no domain', () => {
  const { location } = window;
  vi.spyOn(window, 'location', 'get').mockReturnValue({
    ...location,
    protocol: 'https:',
  } as Location);

  const set = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  saveSignIn('one', ASHA);
  saveLanguageChoice('hi');
  deviceId();
  clearSession();

  const written = set.mock.calls.map(([line]) => line);
  for (const name of [TOKEN, USER, DEVICE, LANGUAGE_COOKIE])
    expect(
      written.some((line) => line.startsWith(`__Host-${name}=`)),
      name,
    ).toBe(true);

  for (const line of written) {
    expect(line).toMatch(
      /^__Host-noren_\w+=[^;]*; Path=\/; Max-Age=\d+; SameSite=(Strict|Lax); Secure$/,
    );
  }
});

it('clearing the session removes its cookies', () => {
  saveSignIn('one', ASHA);
  clearSession();
  expect([readCookie(TOKEN), readCookie(USER), readSession().token]).toEqual([null, null, null]);
});

it('clearing the session leaves a newer session of another tab', () => {
  saveSignIn('one', ASHA);
  signInInAnotherTab('two', RAVI);
  clearSession();
  expect(readSession().token).toBeNull();
  expect(readCookie(TOKEN)).toBe('two');
  expect(JSON.parse(readCookie(USER) ?? '')).toEqual(RAVI);
});

it.each([
  ["another user's session clears drafts and emits a change", RAVI, {}, 1],
  ["the same user's session keeps both", ASHA, { text: 'typed' }, 0],
])('adopting a session of another tab: %s', (_, user, draft, changes) => {
  saveSignIn('one', ASHA);
  saveDraft('feedback', { text: 'typed' });

  let changeEvents = 0;
  const listen = () => {
    changeEvents += 1;
  };

  addEventListener(SESSION_CHANGED, listen);
  signInInAnotherTab('two', user);
  adoptSessionFromCookies();
  removeEventListener(SESSION_CHANGED, listen);
  expect(readSession()).toMatchObject({ token: 'two', userInfo: user });
  expect(readDraft('feedback')).toEqual(draft);
  expect(changeEvents).toBe(changes);
});

test('an altered cookie counts as absent', () => {
  write(TOKEN, '%E0%A4');
  expect(readCookie(TOKEN)).toBeNull();
  write(TOKEN, '');
});
