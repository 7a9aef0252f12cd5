import { expect, test } from 'vitest';
import { toBase64Url } from './base64url.ts';
import type { Call } from './call.ts';
import { makeClient, type SendOptions } from './client.ts';
import { beginSeal } from './request-headers.ts';
import { sealSuite } from './seal.ts';

const SENT = { method: 'GET', path: '/api/user/thing' } as unknown as Call;
const NOTHING = {} as SendOptions<Call>;
const success = () => new Response(JSON.stringify({ code: 200, msg: '', data: {} }));

async function serverKey(keyId: string) {
  const { kem } = sealSuite();
  const { publicKey } = await kem.generateKeyPair();
  return { keyId, publicKey: toBase64Url(new Uint8Array(await kem.serializePublicKey(publicKey))) };
}

/** A client, and the seal of each request that it sent. */
async function start(answer: (seal: string) => Response, sealPair?: CryptoKeyPair) {
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
    sealPair,
  });
  return { client, seals };
}

test('calls at once share one seal', async () => {
  const { client, seals } = await start(success);
  await Promise.all([1, 2, 3].map(() => client.send(SENT, NOTHING)));
  expect(seals).toHaveLength(3);
  expect(new Set(seals).size).toBe(1);
});

test('a key that the server changed is sealed to once, by a pair that the former never saw', async () => {
  const next = await serverKey('k2');
  const refusal = JSON.stringify({ code: 400, msg: 'Seal anew', data: { sealKey: next } });
  const { pair, header } = await beginSeal('k1');
  const { client, seals } = await start(
    (seal) => (seal.startsWith('k1.') ? new Response(refusal, { status: 400 }) : success()),
    pair,
  );
  const early = () => ({
    headers: { 'x-seal': header },
    response: Promise.resolve(new Response(refusal, { status: 400 })),
  });
  const answers = await Promise.all([client.send(SENT, NOTHING, early()), client.send(SENT, NOTHING, early())]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(seals).toHaveLength(2);
  expect(new Set(seals).size).toBe(1);
  expect(seals[0]).toMatch(/^k2\./);
  expect(seals[0]?.slice('k2.'.length)).not.toBe(header.slice('k1.'.length));
});

test('what was sent before the client was there is waited for, not sent again', async () => {
  const { pair, header } = await beginSeal('k1');
  const { client, seals } = await start(success, pair);
  const early = { headers: { 'x-seal': header }, response: Promise.resolve(success()) };
  expect((await client.send(SENT, NOTHING, early)).code).toBe(200);
  expect(seals).toEqual([]);
  // What is sent next goes under the seal that was begun.
  await client.send(SENT, NOTHING);
  expect(seals).toEqual([header]);
});
