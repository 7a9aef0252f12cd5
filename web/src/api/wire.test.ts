import type { AnswerOf } from '@noren/contract/call';
import type { firstView } from '@noren/contract/first-view';
import { saveLanguage, userStatus } from '@noren/contract/login';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SentFirstView } from './wire.ts';

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
  delete window.norenFirstView;
});

const identity = (token = 'T', language = 'en') => ({
  now: () => 0,
  makeRequestId: () => crypto.randomUUID(),
  deviceId: () => 'D',
  token: () => token,
  language: () => language,
  sealKey: null,
});

type FirstView = AnswerOf<typeof firstView>;

const STATUS = { code: 200, msg: '', data: { answer: 'preloaded' } };

const makeFirstView = (
  answer: FirstView['answers'][number]['answer'] = STATUS,
): Promise<FirstView> =>
  Promise.resolve({ answers: [{ address: userStatus.path, answer }], html: null });

/**
 * Loads the client on a page that requested its first view; sealing is covered by the browser walks
 * and the contract's tests.
 */
async function load(
  sent: Pick<SentFirstView, 'opened' | 'request'>,
  addresses: readonly string[] = [userStatus.path],
) {
  const query = { at: '/home' };
  const settled = Promise.resolve();

  window.norenFirstView = {
    token: 'T',
    language: 'en',
    query,
    addresses,
    settled,
    settle: () => undefined,
    ...sent,
  };

  return import('./wire.ts');
}

const lost = (): Promise<never> => {
  const failed = Promise.reject(new TypeError('no network'));
  failed.catch(() => undefined);
  return failed;
};

test('an answer of the first view is used once, without sending the call', async () => {
  const { sendAs } = await load({ opened: makeFirstView() });
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'preloaded' } });
  expect(requestedUrls).toEqual([]);
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({
    data: { answer: 'sent again' },
  });
});

test.each([
  ['another user', 'U', 'en'],
  ['another language', 'T', 'hi'],
])('%s does not get the answer', async (_, token, language) => {
  const { sendAs } = await load({ opened: makeFirstView() });
  expect(await sendAs(identity(token, language), userStatus, {})).toMatchObject({
    data: { answer: 'sent again' },
  });
});

test('an answer expires after ten seconds', async () => {
  vi.useFakeTimers();

  const { sendAs } = await load({ opened: makeFirstView() });
  const other = { ...userStatus, path: '/api/user/other' as const };

  await sendAs(identity(), other, {});
  expect(window.norenFirstView).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({
    data: { answer: 'sent again' },
  });
});

test('an answer from before a change is not used after it', async () => {
  const { sendAs } = await load({ opened: makeFirstView() });
  await sendAs(identity(), saveLanguage, { body: { language: 'hi' } });
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({
    data: { answer: 'sent again' },
  });
});

test('where the page does not open the first view, the client does', async () => {
  const body = JSON.stringify({ code: 200, msg: '', data: await makeFirstView() });
  const request = {
    headers: {},
    response: Promise.resolve(new Response(body)),
    sealKeyPair: {} as CryptoKeyPair,
  };
  const { sendAs } = await load({ request });

  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ data: { answer: 'preloaded' } });
  expect(requestedUrls).toEqual([]);
});

const answered = (status: number, envelope: object) => ({
  request: {
    headers: {},
    response: Promise.resolve(new Response(JSON.stringify(envelope), { status })),
    sealKeyPair: {} as CryptoKeyPair,
  },
});

test.each<[string, () => Parameters<typeof load>]>([
  ['that was lost', () => [{ opened: lost() }]],
  ['that was not sent', () => [{}]],
  [
    'of a server that does not know it',
    () => [answered(404, { code: 404, msg: 'No such call', data: null })],
  ],
  ['that was a fault', () => [answered(500, { code: 500, msg: 'Try again', data: null })]],
  ['without the call', () => [{ opened: Promise.resolve({ answers: [], html: null }) }]],
  ['of another screen', () => [{ opened: makeFirstView() }, []]],
])('after a first view %s the call is sent by itself', async (_, given) => {
  const { sendAs, takePreloadedResponse, waitForFirstView } = await load(...given());
  await waitForFirstView(identity());
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({
    data: { answer: 'sent again' },
  });
});

test('a call that is lost after a lost first view rejects', async () => {
  const { sendAs } = await load({ opened: lost() });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(sendAs(identity(), userStatus, {})).rejects.toThrow('no answer from the server');
});

test('a success that has arrived is returned synchronously, once', async () => {
  const { takePreloadedResponse, waitForFirstView } = await load({ opened: makeFirstView() });
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
  await waitForFirstView(identity());
  expect(takePreloadedResponse(identity(), userStatus, {})).toEqual({ answer: 'preloaded' });
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
});

test('a refusal is not returned synchronously, but to the call that needs it', async () => {
  const opened = makeFirstView({ code: 401, msg: 'Sign in', data: null });
  const { sendAs, takePreloadedResponse, waitForFirstView } = await load({ opened });

  await waitForFirstView(identity());
  expect(takePreloadedResponse(identity(), userStatus, {})).toBeUndefined();
  expect(await sendAs(identity(), userStatus, {})).toMatchObject({ code: 401 });
});
