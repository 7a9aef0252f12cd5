import { userStatus } from '@noren/contract/login';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return new Response(JSON.stringify({ code: 200, msg: '', data: { answer: sent.length } }));
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

async function load() {
  window.norenEarly = {
    token: 'T',
    deviceId: 'D',
    language: 'en',
    sealKey: null,
    calls: [{ method: 'GET', path: userStatus.path }],
  };
  return import('./api-wire.ts');
}

test('what the page asks for is on its way before the app asks, and is handed over once', async () => {
  const { sendFor } = await load();
  await vi.waitFor(() => expect(sent).toEqual([userStatus.path]));
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 1 } });
  expect(sent).toHaveLength(1);
  expect(await sendFor(speaker(), userStatus, {})).toMatchObject({ data: { answer: 2 } });
});

test.each([
  ['somebody else who signed in', 'U', 'en'],
  ['another language', 'T', 'hi'],
])('%s is answered anew', async (_, token, language) => {
  const { sendFor } = await load();
  expect(await sendFor(speaker(token, language), userStatus, {})).toMatchObject({ data: { answer: 2 } });
});

test('a failure is told to whom it is handed, and only there', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const { sendFor } = await load();
  await expect(sendFor(speaker(), userStatus, {})).rejects.toThrow('no answer from the server');
});
