import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SelfieReading } from '../outside/kyc/face.ts';
import { given, granted } from '../test/given.ts';
import { startApp, type TestApp, type TestClient } from '../test/start-app.ts';
import { writtenFile, writtenKyc } from '../test/written-kyc.ts';

let app: TestApp;
let stored: string[];
beforeAll(async () => {
  app = await startApp({ kyc: writtenKyc() });
  stored = [];
  const { put } = app.deps.files;
  app.deps.files.put = async (bytes, binding) => {
    stored.push(binding.aad);
    return put(bytes, binding);
  };
});
afterAll(() => app.stop());
beforeEach(() => app.advance(2 * 3_600_000));

const start = async (client: TestClient) => granted(await client.send(CALLS.startLiveness, { body: {} })).transactionId;
const check = (client: TestClient, transactionId: string, selfie: Partial<SelfieReading> = {}) =>
  client.send(CALLS.checkLiveness, { body: { transactionId }, file: writtenFile({ selfie }) });
const detail = async (client: TestClient) => granted(await client.send(CALLS.readingDetail, {})).liveness;
const gone = { code: 409, data: { reason: 'liveness_gone' } };

test('a face passes, and its picture is stored nowhere', async () => {
  const { client, userId } = await given.user(app, { bizStatus: 20 });
  expect(granted(await client.send(CALLS.startLiveness, { body: {} }))).toMatchObject({
    poses: ['face'],
    expiresInSeconds: 180,
  });
  const transactionId = await start(client);
  const before = stored.length;
  expect(granted(await check(client, transactionId))).toEqual({ outcome: 'passed', reason: null, triesLeft: 3 });
  expect(stored.length).toBe(before);
  expect(await detail(client)).toBe('passed');
  const row = app.deps.db.selectFrom('liveness_checks').selectAll().where('transaction_id', '=', transactionId);
  expect(await row.executeTakeFirst()).toMatchObject({ user_id: userId, outcome: 'passed', reason: null });
});

test.each<[string, Partial<SelfieReading>]>([
  ['too_dark', { light: 10 }],
  ['many_faces', { faces: 2 }],
  ['no_face', { faces: 0 }],
])('%s may be tried again', async (reason, selfie) => {
  const { client } = await given.user(app, { bizStatus: 20 });
  expect(granted(await check(client, await start(client), selfie))).toEqual({ outcome: 'retry', reason, triesLeft: 2 });
  expect(await detail(client)).toBe('none');
});

test('the third failure leads to a review, and not further', async () => {
  const { client } = await given.user(app, { bizStatus: 20 });
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push(granted(await check(client, await start(client), { light: 1 })));
  expect(outcomes).toMatchObject([
    { outcome: 'retry', triesLeft: 2 },
    { outcome: 'retry', triesLeft: 1 },
    { outcome: 'review', reason: 'too_dark', triesLeft: 0 },
  ]);
  expect(await detail(client)).toBe('review');
  expect(await client.send(CALLS.startLiveness, { body: {} })).toMatchObject({
    code: 409,
    data: { reason: 'liveness_in_review' },
  });
});

test('a picture that will not do is refused without using the check up', async () => {
  const { client } = await given.user(app, { bizStatus: 20 });
  const transactionId = await start(client);
  const file = writtenFile({ intake: 'heic' });
  expect(await client.send(CALLS.checkLiveness, { body: { transactionId }, file })).toMatchObject({
    code: 400,
    data: { reason: 'heic' },
  });
  expect(granted(await check(client, transactionId)).outcome).toBe('passed');
});

test('a check is used once, in three minutes, by its own user', async () => {
  const [one, two] = [await given.user(app, { bizStatus: 20 }), await given.user(app, { bizStatus: 20 })];
  const mine = await start(one.client);
  expect(await check(two.client, mine)).toMatchObject(gone);
  expect(await check(one.client, randomUUID())).toMatchObject(gone);
  app.advance(179_999);
  expect((await check(one.client, mine)).code).toBe(200);
  expect(await check(one.client, mine)).toMatchObject(gone);
  const late = await start(one.client);
  app.advance(180_000);
  expect(await check(one.client, late)).toMatchObject(gone);
});

test('a check sent eight times at once is decided once', async () => {
  const { client } = await given.user(app, { bizStatus: 20 });
  const transactionId = await start(client);
  // All eight are looked at before any is decided.
  const together = Promise.withResolvers<void>();
  const { checkSelfie } = app.deps.kyc;
  let looked = 0;
  app.deps.kyc.checkSelfie = async (...given) => {
    looked += 1;
    if (looked === 8) together.resolve();
    await together.promise;
    return checkSelfie(...given);
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => check(client, transactionId)));
  app.deps.kyc.checkSelfie = checkSelfie;
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test.each([10, 60] as const)('no face check at status %i', async (bizStatus) => {
  const { client } = await given.user(app, { bizStatus });
  expect(await client.send(CALLS.startLiveness, { body: {} })).toMatchObject({ code: 409, data: { reason: 'step' } });
  expect(await check(client, randomUUID())).toMatchObject({ code: 409, data: { reason: 'step' } });
});
