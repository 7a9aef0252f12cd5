import { userStatus } from '@noren/contract/login';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const requestedUrls: string[] = [];
const requestHeaders: Record<string, string>[] = [];

beforeEach(() => {
  requestedUrls.length = 0;
  requestHeaders.length = 0;
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    requestedUrls.push(url);
    requestHeaders.push(headers);
    return new Response(JSON.stringify({ code: 200, msg: '', data: { answer: 'sent again' } }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.norenPreloaded;
});

const identity = (token = 'T', language = 'en') => ({
  now: () => 0,
  makeRequestId: () => crypto.randomUUID(),
  deviceId: () => 'D',
  token: () => token,
  language: () => language,
  sealKey: null,
});

/** Loads the client on a page that preloaded the status; sealing is covered by the browser walks and the contract's tests. */
async function load(response: Promise<Response>) {
  const byAddress = new Map([[userStatus.path as string, { headers: {}, response }]]);
  window.norenPreloaded = { token: 'T', language: 'en', sealKeyPair: {} as CryptoKeyPair, byAddress };
  return import('./wire.ts');
}

const responseOf = (status = 200, body: object = { code: 200, msg: '', data: { answer: 'preloaded' } }) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test('a preloaded response is used once, without sending the call', async () => {
  const { sendAs } = await load(responseOf());
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'preloaded' } });
  expect(requestedUrls).toEqual([]);
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'sent again' } });
});

test.each([
  ['another user', 'U', 'en'],
  ['another language', 'T', 'hi'],
])('%s does not get the preloaded response', async (_, token, language) => {
  const { sendAs } = await load(responseOf());
  expect(await sendAs(identity(token, language), userStatus, {})).toMatchObject({ data: { answer: 'sent again' } });
});

test('a preloaded response expires after ten seconds', async () => {
  vi.useFakeTimers();
  const { sendAs } = await load(responseOf());
  const other = { ...userStatus, path: '/api/user/other' as const };
  await sendAs(identity(), other, {});
  expect(window.norenPreloaded).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'sent again' } });
});

test('a preload refused for its clock is sent again with the corrected time', async () => {
  const refused = { code: 400, msg: 'The clock is wrong', data: { serverTimeMs: 5_000 } };
  const { sendAs } = await load(responseOf(400, refused));
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'sent again' } });
  expect(requestHeaders.map((headers) => headers['x-time'])).toEqual(['5000']);
});

test('a lost preload is sent again, and a second loss rejects', async () => {
  const lost = Promise.reject(new TypeError('no network'));
  lost.catch(() => undefined);
  const { sendAs } = await load(lost);
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'sent again' } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(sendAs(identity(), userStatus, {})).rejects.toThrow('no answer from the server');
});

test('a success that has arrived is returned synchronously, once', async () => {
  const { sendAs, takePreloadedResponse } = await load(responseOf());
  const other = { ...userStatus, path: '/api/user/other' as const };
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
  // The first call creates the client, which opens the preloaded responses.
  await sendAs(identity(), other, {});
  await expect.poll(() => takePreloadedResponse(identity(), userStatus, {})).toEqual({ answer: 'preloaded' });
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
});

test('a preloaded refusal is not returned synchronously, but to the call that needs it', async () => {
  const { sendAs, takePreloadedResponse } = await load(responseOf(200, { code: 401, msg: 'Sign in', data: null }));
  await sendAs(identity(), { ...userStatus, path: '/api/user/other' as const }, {});
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ code: 401 });
});
