import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HEADERS } from '@noren/contract/envelope';
import { encapsulate } from '@noren/contract/seal';
import type { FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { plainHeaders } from '../../testing/plain-headers.ts';
import { useApp } from '../../testing/use-app.ts';
import { computeLoadLimits, type LoadLimits } from './load-shedding.ts';

let server: FastifyInstance | undefined;
const app = await useApp();

async function withLimits(limits: Partial<LoadLimits>): Promise<FastifyInstance> {
  const config = { ...app.deps.config, NOREN_TRUST_PROXY: 1 };
  return buildApp({ ...app.deps, config }, { ...computeLoadLimits(config), ...limits });
}

async function get(
  on: FastifyInstance,
  more: Record<string, string> = {},
  url = '/api/user/public/appConfig',
) {
  const headers = plainHeaders(app, { 'x-forwarded-for': '203.0.113.9', ...more });
  const { statusCode, headers: answered, json } = await on.inject({ method: 'GET', url, headers });
  return { status: statusCode, retryAfter: Number(answered['retry-after'] ?? 0), body: json };
}

const sealed = async (): Promise<Record<string, string>> => ({
  [HEADERS.encrypted]: '1',
  [HEADERS.seal]: (await encapsulate(app.deps.sealer.current)).header,
});

test('an address over its calls per minute gets 429 with retry-after; other addresses are answered meanwhile', async () => {
  server = await withLimits({ callsPerMinute: 3 });
  for (let at = 0; at < 3; at++) expect((await get(server)).status).toBe(200);

  const refused = await get(server);
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(refused.body()).toMatchObject({
    code: 429,
    data: { retryAfterSeconds: refused.retryAfter },
  });
  expect((await get(server, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
  await server.close();
});

test('an IPv6 /64 counts as one address, and calls to different paths count together', async () => {
  server = await withLimits({ callsPerMinute: 2 });
  expect((await get(server, { 'x-forwarded-for': '2001:db8:7:7::1' })).status).toBe(200);
  expect(
    (await get(server, { 'x-forwarded-for': '2001:db8:7:7::2' }, '/api/user/public/sealKey'))
      .status,
  ).toBe(200);
  expect((await get(server, { 'x-forwarded-for': '2001:db8:7:7::3' })).status).toBe(429);
  await server.close();
});

test('a caller with many /64 networks is held by its /56 and its /48', async () => {
  server = await withLimits({ callsPerMinute: 2 });

  const from = async (address: string) =>
    (await get(server!, { 'x-forwarded-for': address })).status;
  for (let at = 0; at < 4; at++) expect(await from(`2001:db8:9:${at}::1`)).toBe(200);
  expect(await from('2001:db8:9:4::1')).toBe(429);
  // Another /56 of the same /48, then nothing of it, then the next /48.
  for (let at = 0; at < 6; at++) expect(await from(`2001:db8:9:${10 + at}00::1`)).toBe(200);
  expect(await from('2001:db8:9:2000::1')).toBe(429);
  expect(await from('2001:db8:a::1')).toBe(200);
  await server.close();
});

test('too many new seals are refused before they are opened; a cached seal still works', async () => {
  server = await withLimits({ newSealsPerMinute: 2 });

  const [first, second, third] = [await sealed(), await sealed(), await sealed()];
  expect([(await get(server, first)).status, (await get(server, second)).status]).toEqual([
    200, 200,
  ]);
  expect((await get(server, third)).status).toBe(429);
  expect((await get(server, first)).status).toBe(200);
  // It opens once the limit allows it: a refused seal is not cached as a bad one.
  expect((await get(server, { ...third, 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
  await server.close();
});

test('a process with a delayed event loop answers 503 with retry-after', async () => {
  server = await withLimits({ lateMs: 1e-9, sampleMs: 20 });

  const on = server;
  let refused = await get(on);

  // Another call may be answered again: a sample now and then has no delay at all.
  const ask = async () => {
    refused = await get(on);
    return refused.status;
  };

  await expect.poll(ask).toBe(503);
  expect(refused.retryAfter).toBe(5);
  expect(refused.body()).toMatchObject({
    code: 500,
    msg: expect.stringContaining('back in a moment'),
  });
  await server.close();
});

test('a delay of too few samples, as after a pause, does not shed load', async () => {
  const late = { lateMs: 1e-9, sampleMs: 20 };
  const [hasty, patient] = [
    await withLimits(late),
    await withLimits({ ...late, lateSamples: 10_000 }),
  ];

  await expect.poll(async () => (await get(hasty)).status).toBe(503);
  expect((await get(patient)).status).toBe(200);
  await hasty.close();
  await patient.close();
});

test('a closed server does not watch the event loop any more', async () => {
  const disable = vi.spyOn(Object.getPrototypeOf(monitorEventLoopDelay()), 'disable');
  server = await withLimits({});
  expect(disable).not.toHaveBeenCalled();

  await server.close();
  expect(disable).toHaveBeenCalledOnce();
});
