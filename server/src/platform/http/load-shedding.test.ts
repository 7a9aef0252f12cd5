import { randomUUID } from 'node:crypto';
import { HEADERS } from '@noren/contract/envelope';
import { encapsulate } from '@noren/contract/seal';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { type LoadLimits, loadLimitsOf } from './load-shedding.ts';

let app: TestApp;
let server: FastifyInstance | undefined;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function withLimits(limits: Partial<LoadLimits>): Promise<FastifyInstance> {
  const config = { ...app.deps.config, NOREN_TRUST_PROXY: 1 };
  return buildApp({ ...app.deps, config }, { ...loadLimitsOf(config), ...limits });
}

async function ask(on: FastifyInstance, more: Record<string, string> = {}, url = '/api/user/public/appConfig') {
  const headers = {
    [HEADERS.appCode]: 'noren',
    [HEADERS.deviceId]: randomUUID(),
    [HEADERS.requestId]: randomUUID(),
    [HEADERS.time]: String(app.deps.now()),
    [HEADERS.encrypted]: '0',
    'x-forwarded-for': '203.0.113.9',
    ...more,
  };
  const { statusCode, headers: answered, json } = await on.inject({ method: 'GET', url, headers });
  return { status: statusCode, retryAfter: Number(answered['retry-after'] ?? 0), body: json };
}

const sealed = async (): Promise<Record<string, string>> => ({
  [HEADERS.encrypted]: '1',
  [HEADERS.seal]: (await encapsulate(app.deps.sealer.current)).header,
});

test('an address makes so many calls a minute and is told when to come again; others are answered meanwhile', async () => {
  server = await withLimits({ callsPerMinute: 3 });
  for (let at = 0; at < 3; at++) expect((await ask(server)).status).toBe(200);
  const refused = await ask(server);
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(refused.body()).toMatchObject({ code: 429, data: { retryAfterSeconds: refused.retryAfter } });
  expect((await ask(server, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
  await server.close();
});

test('a /64 is one address, and calls to different paths count together', async () => {
  server = await withLimits({ callsPerMinute: 2 });
  expect((await ask(server, { 'x-forwarded-for': '2001:db8:7:7::1' })).status).toBe(200);
  expect((await ask(server, { 'x-forwarded-for': '2001:db8:7:7::2' }, '/api/user/public/sealKey')).status).toBe(200);
  expect((await ask(server, { 'x-forwarded-for': '2001:db8:7:7::3' })).status).toBe(429);
  await server.close();
});

test('a flood of new seals is turned away before they are opened; a seal known already goes on', async () => {
  server = await withLimits({ newSealsPerMinute: 2 });
  const [first, second, third] = [await sealed(), await sealed(), await sealed()];
  expect([(await ask(server, first)).status, (await ask(server, second)).status]).toEqual([200, 200]);
  expect((await ask(server, third)).status).toBe(429);
  expect((await ask(server, first)).status).toBe(200);
  // Once there is room it opens: a refusal is not remembered as a bad seal.
  expect((await ask(server, { ...third, 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
  await server.close();
});

test('a process that is late turns calls away with when to come again', async () => {
  server = await withLimits({ lateMs: 1e-9, sampleMs: 20 });
  const on = server;
  await expect.poll(async () => (await ask(on)).status).toBe(503);
  const refused = await ask(on);
  expect(refused.retryAfter).toBe(5);
  expect(refused.body()).toMatchObject({ code: 500, msg: expect.stringContaining('back in a moment') });
  await server.close();
});

test('late for fewer samples than it takes, as after a pause, what waited is served', async () => {
  server = await withLimits({ lateMs: 1e-9, sampleMs: 20, lateSamples: 10_000 });
  const on = server;
  await expect.poll(() => on.isUnderPressure()).toBe(true);
  expect((await ask(on)).status).toBe(200);
  await server.close();
});
