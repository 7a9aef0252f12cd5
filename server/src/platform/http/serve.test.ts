import { randomUUID } from 'node:crypto';
import { makeClient } from '@noren/contract/client';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { encapsulate, sealText } from '@noren/contract/seal';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { makeSealer, makeSealKeyText, openRequest, readSealKey } from '../crypto/sealing.ts';

const app = await useApp();

const PATH = '/api/user/public/appConfig';
const OTP = '/api/user/login/otp';

function headers(more: Record<string, string> = {}): Record<string, string> {
  return {
    [HEADERS.appCode]: 'noren',
    [HEADERS.deviceId]: randomUUID(),
    [HEADERS.appVersion]: '216',
    [HEADERS.requestId]: randomUUID(),
    [HEADERS.time]: String(app.deps.now()),
    [HEADERS.encrypted]: '0',
    ...more,
  };
}

const post = (path: string, init: RequestInit) =>
  fetch(app.url + path, { method: 'POST', ...init });

describe('a request that never became a call', () => {
  test.each([
    ['no headers of ours', {}, 400],
    ['another app code', headersWith({ [HEADERS.appCode]: 'other' }), 400],
    ['a device id that is none', headersWith({ [HEADERS.deviceId]: 'x' }), 400],
    ['a request id that is none', headersWith({ [HEADERS.requestId]: '' }), 400],
    ['a time that is none', headersWith({ [HEADERS.time]: 'noon' }), 400],
    ['a seal that is none', headersWith({ [HEADERS.encrypted]: '1', [HEADERS.seal]: 'junk' }), 400],
  ])('%s is HTTP %#', async (_, given, status) => {
    const sent = typeof given === 'function' ? given() : given;
    const response = await fetch(app.url + PATH, { headers: sent });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ msg: expect.any(String) });
  });

  test('an unknown call is 404 with an envelope', async () => {
    const response = await fetch(`${app.url}/api/user/none`, { headers: headers() });
    expect([response.status, (await response.json()).code]).toEqual([404, 404]);
  });

  test.each([
    ['not JSON', '{"a":', 'application/json', 400],
    ['no kind of content', 'a', 'text/plain', 415],
    ['too large', JSON.stringify({ phone: '9'.repeat(70_000) }), 'application/json', 413],
  ])('a body that is %s', async (_, body, type, status) => {
    const response = await post(OTP, { headers: headers({ 'content-type': type }), body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ msg: expect.any(String) });
  });

  test('a clock six minutes off gets the server time, and the client corrects itself once', async () => {
    const wrong = headers({ [HEADERS.time]: String(app.deps.now() - 360_000) });
    const refused = await (await fetch(app.url + PATH, { headers: wrong })).json();

    expect(refused.data.serverTimeMs).toBe(app.deps.now());

    const client = clientWith({ now: () => app.deps.now() - 86_400_000 });
    expect((await client.send(CALLS.appConfig, {})).code).toBe(200);
  });
});

describe('sealing', () => {
  test('a sealed answer opens to the plain one and does not contain it', async () => {
    const seen: string[] = [];

    const watched: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      seen.push(await response.clone().text());
      return response;
    };

    const sealed = await clientWith({ fetch: watched }).send(CALLS.appConfig, {});
    const plain = await clientWith({ sealKey: null }).send(CALLS.appConfig, {});

    expect(sealed).toEqual(plain);
    expect(Object.keys(JSON.parse(seen[0] ?? ''))).toEqual(['sealed']);
    expect(seen[0]).not.toContain('lender');
  });

  test('an unknown key id is answered with the current key, and the client retries once', async () => {
    const stranger = makeSealer([await readSealKey(await makeSealKeyText('old'))]);
    const statuses: number[] = [];

    const watched: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    };

    const client = clientWith({ sealKey: stranger.current, fetch: watched });
    expect((await client.send(CALLS.appConfig, {})).code).toBe(200);
    expect(statuses).toEqual([400, 200]);
  });

  test('during key rotation both keys open seals, and the new one is published', async () => {
    const [old, fresh] = [
      await readSealKey(await makeSealKeyText('old')),
      await readSealKey(await makeSealKeyText('new')),
    ];
    const rotating = makeSealer([fresh, old]);

    expect(rotating.current.keyId).toBe('new');

    for (const pair of [old, fresh]) {
      const { header, secret } = await encapsulate(pair);
      const sealed = await sealText(secret, 'id', 'lines', 'hello');
      expect(openRequest(await rotating.openSecret(header), 'id', 'lines', sealed)).toBe('hello');
    }
  });

  test('a padded seal header is refused, because the whole header would be cached', async () => {
    const { header } = await encapsulate(app.deps.sealer.current);

    const send = async (seal: string) => {
      const sent = headers({ [HEADERS.encrypted]: '1', [HEADERS.seal]: seal });
      return (await fetch(app.url + PATH, { headers: sent })).status;
    };

    const wide = header.slice(0, 40) + ' '.repeat(5_000) + header.slice(40);
    expect([await send(header), await send(wide), await send(`${header}=`)]).toEqual([
      200, 400, 400,
    ]);
  });

  test('a sealed body moved to another request is refused', async () => {
    let caught: { headers: Headers; body: string } | undefined;

    const catching: typeof fetch = async (_input, init) => {
      caught = { headers: new Headers(init?.headers), body: String(init?.body) };
      throw new Error('kept');
    };

    await clientWith({ fetch: catching })
      .send(CALLS.sendOtp, { body: { phone: '9000000001', type: 1 } })
      .catch(() => undefined);
    if (!caught) throw new Error('nothing was sent');

    caught.headers.set(HEADERS.requestId, randomUUID());

    const moved = await post(OTP, caught);
    expect([moved.status, (await moved.json()).data.reason]).toEqual([400, 'altered']);
  });
});

test('a sealed request sent again, byte for byte, gets the same answer and changes nothing more', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const sent: [string, RequestInit][] = [];

  const watched: typeof fetch = async (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), cookie: client.cookie ?? '' };
    sent.push([String(input), { ...init, headers, signal: null }]);
    return fetch(input, { ...init, headers });
  };

  const own = clientWith({
    fetch: watched,
    token: () => client.token,
    deviceId: () => client.deviceId,
  });
  expect((await own.send(CALLS.saveLanguage, { body: { language: 'es' } })).code).toBe(200);

  const [url, init] = sent[0]!;
  const replays = await Promise.all([fetch(url, init), fetch(url, init)]);

  expect(replays.map((response) => response.status)).toEqual([200, 200]);

  const kept = await app.deps.db
    .selectFrom('idempotency_keys')
    .select('call')
    .where('call', '=', 'saveLanguage')
    .execute();
  expect(kept).toHaveLength(1);
});

test('an answer altered by a proxy is rejected', async () => {
  const client = clientWith({ fetch: async () => new Response('<html>portal</html>') });
  await expect(client.send(CALLS.appConfig, {})).rejects.toThrow('no answer');
});

function headersWith(more: Record<string, string>): () => Record<string, string> {
  return () => headers(more);
}

function clientWith(more: Partial<Parameters<typeof makeClient>[0]>) {
  const device = randomUUID();
  return makeClient({
    base: app.url,
    fetch,
    now: app.deps.now,
    makeRequestId: randomUUID,
    deviceId: () => device,
    token: () => null,
    language: () => 'en',
    sealKey: app.deps.sealer.current,
    ...more,
  });
}
