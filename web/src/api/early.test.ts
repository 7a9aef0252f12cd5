import { userStatus } from '@noren/contract/login';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sent: string[] = [];
const headersOf: Record<string, string>[] = [];

beforeEach(() => {
  sent.length = 0;
  headersOf.length = 0;
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(url);
    headersOf.push(headers);
    return new Response(JSON.stringify({ code: 200, msg: '', data: { answer: 'asked anew' } }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.norenEarly;
});

const speaker = (token = 'T', language = 'en') => ({
  now: () => 0,
  makeRequestId: () => crypto.randomUUID(),
  deviceId: () => 'D',
  token: () => token,
  language: () => language,
  sealKey: null,
});

/** The wire, with what the page sent before it came; the seal is tried by the browser, and by the contract's own tests. */
async function load(response: Promise<Response>) {
  const requests = new Map([[userStatus.path as string, { headers: {}, response }]]);
  window.norenEarly = { token: 'T', language: 'en', sealPair: {} as CryptoKeyPair, requests };
  return import('./wire.ts');
}

const answered = (status = 200, body: object = { code: 200, msg: '', data: { answer: 'early' } }) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test('what the page asked for is handed over once, and not asked again', async () => {
  const { sendFor } = await load(answered());
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 'early' } });
  expect(sent).toEqual([]);
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 'asked anew' } });
});

test.each([
  ['somebody else who signed in', 'U', 'en'],
  ['another language', 'T', 'hi'],
])('%s is answered anew', async (_, token, language) => {
  const { sendFor } = await load(answered());
  expect(await sendFor(speaker(token, language), userStatus, {})).toMatchObject({ data: { answer: 'asked anew' } });
});

test('a screen opened later asks anew, and nothing stays', async () => {
  vi.useFakeTimers();
  const { sendFor } = await load(answered());
  const other = { ...userStatus, path: '/api/user/other' as const };
  await sendFor(speaker(), other, {});
  expect(window.norenEarly).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 'asked anew' } });
});

test('what the server refused for its time is asked anew with the right one', async () => {
  const refused = { code: 400, msg: 'The clock is wrong', data: { serverTimeMs: 5_000 } };
  const { sendFor } = await load(answered(400, refused));
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 'asked anew' } });
  expect(headersOf.map((headers) => headers['x-time'])).toEqual(['5000']);
});

test('one that was lost is sent anew, and what is lost then is told', async () => {
  const lost = Promise.reject(new TypeError('no network'));
  lost.catch(() => undefined);
  const { sendFor } = await load(lost);
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 'asked anew' } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(sendFor(speaker(), userStatus, {})).rejects.toThrow('no answer from the server');
});

test('a success that is here already is shown without waiting, once', async () => {
  const { sendFor, takeOpened } = await load(answered());
  const others = { ...userStatus, path: '/api/user/other' as const };
  expect(takeOpened(speaker(), userStatus, {})).toBeUndefined();
  // The first call makes the client, which opens what is there.
  await sendFor(speaker(), others, {});
  await vi.waitFor(() => expect(takeOpened(speaker(), userStatus, {})).toEqual({ answer: 'early' }));
  expect(takeOpened(speaker(), userStatus, {})).toBeUndefined();
});

test('a refusal is not shown as an answer, but told to who asks', async () => {
  const { sendFor, takeOpened } = await load(answered(200, { code: 401, msg: 'Sign in', data: null }));
  await sendFor(speaker(), { ...userStatus, path: '/api/user/other' as const }, {});
  expect(takeOpened(speaker(), userStatus, {})).toBeUndefined();
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ code: 401 });
});
