import { afterEach, expect, test, vi } from 'vitest';
import { toBase64Url } from './base64url.ts';
import type { Call } from './call.ts';
import { makeClient, type SendOptions } from './client.ts';
import { prepareSeal } from './request-headers.ts';
import { sealSuite } from './seal-suite.ts';

const CALL = { method: 'GET', path: '/api/user/thing' } as unknown as Call;
const NO_INPUT = {} as SendOptions<Call>;
const success = () => new Response(JSON.stringify({ code: 200, msg: '', data: {} }));

async function serverKey(keyId: string) {
  const { kem } = sealSuite();
  const { publicKey } = await kem.generateKeyPair();
  return { keyId, publicKey: toBase64Url(new Uint8Array(await kem.serializePublicKey(publicKey))) };
}

/** A client, and the seal header of each request it sends. */
async function start(answer: (seal: string) => Response, sealKeyPair?: CryptoKeyPair) {
  const seals: string[] = [];
  const client = makeClient({
    base: '',
    fetch: async (_, init) => {
      const seal = new Headers(init?.headers).get('x-seal') ?? '';
      seals.push(seal);
      return answer(seal);
    },
    now: () => 0,
    makeRequestId: () => crypto.randomUUID(),
    deviceId: () => 'D',
    token: () => 'T',
    language: () => 'en',
    sealKey: await serverKey('k1'),
    sealKeyPair,
  });

  return { client, seals };
}

test('concurrent calls share one seal', async () => {
  const { client, seals } = await start(success);
  await Promise.all([1, 2, 3].map(() => client.send(CALL, NO_INPUT)));
  expect(seals).toHaveLength(3);
  expect(new Set(seals).size).toBe(1);
});

test('after the server changes its key, one new seal is made with a new key pair', async () => {
  const next = await serverKey('k2');
  const refusal = JSON.stringify({ code: 400, msg: 'Seal again', data: { sealKey: next } });
  const { keyPair, header } = await prepareSeal('k1');
  const { client, seals } = await start(
    (seal) => (seal.startsWith('k1.') ? new Response(refusal, { status: 400 }) : success()),
    keyPair,
  );

  const preloaded = () => ({
    headers: { 'x-seal': header },
    response: Promise.resolve(new Response(refusal, { status: 400 })),
  });

  const answers = await Promise.all([
    client.send(CALL, NO_INPUT, preloaded()),
    client.send(CALL, NO_INPUT, preloaded()),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(seals).toHaveLength(2);
  expect(new Set(seals).size).toBe(1);
  expect(seals[0]).toMatch(/^k2\./);
  expect(seals[0]?.slice('k2.'.length)).not.toBe(header.slice('k1.'.length));
});

test('a preloaded response is used instead of sending the call', async () => {
  const { keyPair, header } = await prepareSeal('k1');
  const { client, seals } = await start(success, keyPair);
  const preloaded = { headers: { 'x-seal': header }, response: Promise.resolve(success()) };

  expect((await client.send(CALL, NO_INPUT, preloaded)).code).toBe(200);
  expect(seals).toEqual([]);
  // The next call uses the seal of the preloaded request.
  await client.send(CALL, NO_INPUT);
  expect(seals).toEqual([header]);
});

afterEach(() => vi.useRealTimers());

test('an answer that keeps arriving is waited for, and one that stops is not', async () => {
  vi.useFakeTimers();
  let arriving: ReadableStreamDefaultController<Uint8Array> | undefined;
  const client = makeClient({
    base: '',
    fetch: async (_, init) => {
      init?.signal?.addEventListener('abort', () => arriving?.error(init.signal?.reason));
      const start = (body: typeof arriving) => {
        arriving = body;
      };
      return new Response(new ReadableStream<Uint8Array>({ start }));
    },
    now: () => 0,
    makeRequestId: () => crypto.randomUUID(),
    deviceId: () => 'D',
    token: () => 'T',
    language: () => 'en',
    sealKey: null,
    timeoutMs: 1_000,
  });
  const parts = ['{"code":200,', '"msg":"",', '"data":{}}'].map((part) =>
    new TextEncoder().encode(part),
  );

  const slow = client.send(CALL, NO_INPUT);
  for (const part of parts) {
    await vi.advanceTimersByTimeAsync(900);
    arriving?.enqueue(part);
  }
  arriving?.close();
  expect(await slow).toMatchObject({ code: 200 });

  const stopped = expect(client.send(CALL, NO_INPUT)).rejects.toThrow('no answer');
  await vi.advanceTimersByTimeAsync(900);
  arriving?.enqueue(parts[0]!);
  await vi.advanceTimersByTimeAsync(1_001);
  await stopped;
});
