import { afterEach, expect, it, test } from 'vitest';
import { readCookie } from '../browser/cookies.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { adoptSessionFromCookies, clearSession, readSession, SESSION_CHANGED, saveSignIn } from './session.ts';
import { TOKEN, USER } from './session-cookie.ts';

const ASHA = { userId: 'U1', maskedPhone: '+91 90000 ••001' };
const RAVI = { userId: 'U2', maskedPhone: '+91 90000 ••002' };

const write = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another tab leaves it
  document.cookie = `${name}=${value}; Path=/`;
};
const signInNextDoor = (token: string, user: object) => {
  write(TOKEN, token);
  write(USER, encodeURIComponent(JSON.stringify(user)));
};

afterEach(() => {
  adoptSessionFromCookies();
  clearSession();
});

it('a session that ends takes its cookies along', () => {
  saveSignIn('one', ASHA);
  clearSession();
  expect([readCookie(TOKEN), readCookie(USER), readSession().token]).toEqual([null, null, null]);
});

it('a session that ends leaves the one begun in another tab since', () => {
  saveSignIn('one', ASHA);
  signInNextDoor('two', RAVI);
  clearSession();
  expect(readSession().token).toBeNull();
  expect(readCookie(TOKEN)).toBe('two');
  expect(JSON.parse(readCookie(USER) ?? '')).toEqual(RAVI);
});

it.each([
  ["somebody else's leaves nothing of what was typed and asked", RAVI, {}, 1],
  ["the same user's goes on with both", ASHA, { text: 'typed' }, 0],
])('taking over a sign-in next door: %s', (_what, user, draft, changes) => {
  saveSignIn('one', ASHA);
  saveDraft('feedback', { text: 'typed' });
  let told = 0;
  const listen = () => {
    told += 1;
  };
  addEventListener(SESSION_CHANGED, listen);
  signInNextDoor('two', user);
  adoptSessionFromCookies();
  removeEventListener(SESSION_CHANGED, listen);
  expect(readSession()).toMatchObject({ token: 'two', userInfo: user });
  expect(readDraft('feedback')).toEqual(draft);
  expect(told).toBe(changes);
});

test('a cookie that somebody altered is none', () => {
  write(TOKEN, '%E0%A4');
  expect(readCookie(TOKEN)).toBeNull();
  write(TOKEN, '');
});
