import { createHash, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptanceBody, aQuote } from '../../testing/loans.ts';
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { ANSWER_RETENTION_MS, sweepRequests } from './idempotency-store.ts';

let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  app = await startApp();
  client = (await aSignedInUser(app, { bizStatus: UserStatus.registered })).client;
});

afterAll(() => app.stop());

const inEnglish = { body: { language: 'en' as const } };
const inSpanish = { body: { language: 'es' as const } };

const remembered = async (requestId: string): Promise<number> => {
  const rows = await app.deps.db
    .selectFrom('idempotency_keys')
    .select('call')
    .where('requestId', '=', requestId)
    .execute();
  return rows.length;
};

test('a repeated request gets the same answer', async () => {
  const requestId = randomUUID();
  const first = await client.send(CALLS.saveLanguage, { ...inSpanish, requestId });
  expect(await client.send(CALLS.saveLanguage, { ...inSpanish, requestId })).toEqual(first);
  expect(await remembered(requestId)).toBe(1);
});

test('a request has the hash by which versions before this one stored its answer', async () => {
  const requestId = randomUUID();
  await client.send(CALLS.saveLanguage, { ...inSpanish, requestId });

  const said = '[null,null,{"language":"es"}]';
  const content = createHash('sha256').update(`${said.length}:${said}`).digest('base64');
  const { contentHash } = await app.deps.db
    .selectFrom('idempotency_keys')
    .select('contentHash')
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow();
  expect(contentHash).toEqual(app.deps.crypto.hash('request', content));
});

test('the same id for different content is 422 and changes nothing', async () => {
  const requestId = randomUUID();
  await client.send(CALLS.saveLanguage, { ...inSpanish, requestId });
  expect((await client.send(CALLS.saveLanguage, { ...inEnglish, requestId })).code).toBe(422);

  const user = await app.deps.db
    .selectFrom('users')
    .select('language')
    .where('language', '=', 'es')
    .execute();
  expect(user).toHaveLength(1);
});

test('a failed validation does not use up the id', async () => {
  const requestId = randomUUID();
  const bad = { body: { language: 'xx' as 'en' }, requestId };

  expect((await client.send(CALLS.saveLanguage, bad)).code).toBe(400);
  expect(await remembered(requestId)).toBe(0);
  expect((await client.send(CALLS.saveLanguage, { ...inEnglish, requestId })).code).toBe(200);
});

test('another user may use the same id', async () => {
  const requestId = randomUUID();
  const other = (await aSignedInUser(app, { bizStatus: UserStatus.registered })).client;
  const answers = await Promise.all(
    [client, other].map((one) => one.send(CALLS.saveLanguage, { ...inEnglish, requestId })),
  );

  expect(answers.map((answer) => answer.code)).toEqual([200, 200]);
  expect(await remembered(requestId)).toBe(2);
});

test('twenty concurrent requests get equal answers, or 700 while the first runs; a retry gets the answer', async () => {
  const requestId = randomUUID();
  const send = () => client.send(CALLS.saveLanguage, { ...inSpanish, requestId });
  const codes = (await Promise.all(Array.from({ length: 20 }, send))).map((answer) => answer.code);

  expect(codes).toContain(200);
  expect(codes.filter((code) => code !== 200 && code !== 700)).toEqual([]);
  expect(await send()).toMatchObject({ code: 200, data: {} });
  expect(await remembered(requestId)).toBe(1);
});

test('a repeated application gets its stored answer even when it would be refused now; a different one gets 422', async () => {
  const who = await aSignedInUser(app);
  const [body, other] = [
    acceptanceBody(await aQuote(who)),
    acceptanceBody(await aQuote(who, { rupees: 5_000 })),
  ];
  const requestId = randomUUID();
  const first = await who.client.send(CALLS.applyLoan, { body, requestId });

  expect(first.code).toBe(200);
  app.advance(31 * 60_000);
  expect(await who.client.send(CALLS.applyLoan, { body, requestId })).toEqual(first);
  expect((await who.client.send(CALLS.applyLoan, { body: other, requestId })).code).toBe(422);

  const refused = randomUUID();
  expect((await who.client.send(CALLS.applyLoan, { body: other, requestId: refused })).code).toBe(
    316,
  );
  expect([await remembered(requestId), await remembered(refused)]).toEqual([1, 0]);
});

test('with 30 % of answers lost and retried, each change is made once', async () => {
  let count = 0;
  const unlucky = app.client({ lose: () => ++count % 3 === 0 });

  Object.assign(unlucky, { token: client.token, cookie: client.cookie });

  for (let turn = 0; turn < 12; turn++) {
    const requestId = randomUUID();
    const sent = { ...(turn % 2 ? inEnglish : inSpanish), requestId };
    const answer = await unlucky
      .send(CALLS.saveLanguage, sent)
      .catch(() => unlucky.send(CALLS.saveLanguage, sent));

    expect(answer.code).toBe(200);
    expect(await remembered(requestId)).toBe(1);
  }

  expect(count).toBeGreaterThan(12);
});

test('stored answers are deleted after seven days', async () => {
  const requestId = randomUUID();
  await client.send(CALLS.saveLanguage, { ...inEnglish, requestId });
  await sweepRequests(app.deps.db, app.deps.now() + ANSWER_RETENTION_MS - 1);
  expect(await remembered(requestId)).toBe(1);
  await sweepRequests(app.deps.db, app.deps.now() + ANSWER_RETENTION_MS + 1);
  expect(await remembered(requestId)).toBe(0);
});

test('a quote stored whole by an older version is replayed unchanged', async () => {
  const who = await aSignedInUser(app);
  const requestId = randomUUID();
  const request = { body: { productCode: 'N15', principalPaise: rupees(10_000) }, requestId };
  const first = await who.client.send(CALLS.quoteLoan, request);

  expect(first.code).toBe(200);

  const context = `idempotency_keys.answer_enc:${who.userId}:quoteLoan:${requestId}`;
  const answerEnc = app.deps.crypto.encrypt(JSON.stringify({ answer: first.data }), context);

  await app.deps.db
    .updateTable('idempotency_keys')
    .set({ answerEnc })
    .where('requestId', '=', requestId)
    .execute();
  expect(await who.client.send(CALLS.quoteLoan, request)).toEqual(first);
});
