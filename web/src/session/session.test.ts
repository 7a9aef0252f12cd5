import { afterEach, expect, it, test } from 'vitest';
import { readCookie } from '../browser/cookies.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { adoptSessionFromCookies, clearSession, readSession, SESSION_CHANGED, saveSignIn } from './session.ts';
import { TOKEN, USER } from './session-cookie.ts';

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
