import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { plainHeaders } from '../../testing/plain-headers.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();

/** The key that a browser with this cookie gets, and the cookie that the answer sets. */
async function requestDraftKey(cookie?: string) {
  const headers = plainHeaders(app, cookie ? { cookie } : {});
  const response = await fetch(`${app.url}/api/user/public/draftKey`, { headers });
  const [set] = response.headers.getSetCookie();
  const { data } = (await response.json()) as { data: { key: string } };

  return { key: data.key, set, cookie: set?.split(';')[0] };
}

test('a browser gets a key and a cookie that no script reads and that ends with the browser', async () => {
  const { key, set } = await requestDraftKey();
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(set).toMatch(/^__Host-noren-drafts=[\w-]{43};/);
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
    expect(set).toContain(attribute);
  expect(set).not.toMatch(/max-age|expires/i);
});

test('the same cookie gets the same key and is not replaced', async () => {
  const first = await requestDraftKey();
  const again = await requestDraftKey(first.cookie);
  expect(again).toEqual({ key: first.key, set: undefined, cookie: undefined });
});

test('each browser gets another key, and no key is the value of its cookie', async () => {
  const [one, two] = [await requestDraftKey(), await requestDraftKey()];
  expect(one.key).not.toBe(two.key);
  expect(one.cookie).not.toContain(one.key);
});

test('a malformed cookie is replaced', async () => {
  const { set } = await requestDraftKey('__Host-noren-drafts=short');
  expect(set).toMatch(/^__Host-noren-drafts=[\w-]{43};/);
});

test('logging out deletes the cookie', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const response = await fetch(app.url + CALLS.logOut.path, {
    headers: plainHeaders(app, {}, client),
  });
  const set = response.headers
    .getSetCookie()
    .find((line) => line.startsWith('__Host-noren-drafts='));

  expect(set).toMatch(/^__Host-noren-drafts=; Max-Age=0;/);
});
