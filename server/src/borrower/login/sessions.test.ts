import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { businessDay, daysBetween } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { QUOTE_WITHOUT_KFS } from '../../testing/loans.ts';
import { DAY, status, useSessions } from '../../testing/sessions.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { aSignedInUser, newestCode, signIn, successData } from '../../testing/users.ts';

const { app, link, confirmByCode, open } = await useSessions();

test('log-out revokes the session and clears the cookie', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const { cookie } = client;

  expect(successData(await client.send(CALLS.logOut, {}))).toEqual({});
  expect(client.cookie?.split('=')[1]).toBe('');
  client.cookie = cookie;
  expect((await status(client)).code).toBe(401);
  expect((await client.send(CALLS.logOut, {})).code).toBe(401);
});

test('a session expires thirty days after its last use', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  app.advance(29 * DAY);
  expect((await status(client)).code).toBe(200);
  app.advance(29 * DAY);
  expect((await status(client)).code).toBe(200);
  app.advance(31 * DAY);
  expect(await status(client)).toEqual({ code: 403, msg: 'token is expired', data: null });
});

test.each([
  ['no token', (client: TestClient) => (client.token = null)],
  ['an unknown token', (client: TestClient) => (client.token = randomUUID())],
  ['no cookie', (client: TestClient) => (client.cookie = null)],
  ['an unknown cookie', (client: TestClient) => (client.cookie = '__Host-noren=abc')],
])('a call with %s answers 401', async (_, spoil) => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  spoil(client);
  expect((await status(client)).code).toBe(401);
});

test("one user's token with another's cookie answers 401", async () => {
  const [one, two] = [
    await aSignedInUser(app, { bizStatus: UserStatus.registered }),
    await aSignedInUser(app, { bizStatus: UserStatus.registered }),
  ];
  one.client.cookie = two.client.cookie;
  expect((await status(one.client)).code).toBe(401);
});

test('userStatus reports a running evaluation and the current order', async () => {
  const { client, userId } = await aSignedInUser(app, { limitPaise: null });
  expect(successData(await status(client))).toMatchObject({
    evaluation: 'running',
    repayId: null,
    gpGuideShow: true,
  });

  const { db } = app.deps;
  const at = new Date(app.deps.now());
  const quote = {
    productCode: 'N07',
    productVersion: 1,
    principalPaise: 1,
    quote: '{}',
    ...QUOTE_WITHOUT_KFS,
  };

  for (const [i, state] of [
    OrderStatus.settled,
    OrderStatus.overdue,
    OrderStatus.active,
    OrderStatus.awaitingAcceptance,
  ].entries()) {
    const order = {
      userId,
      proposalNo: `P${i}`,
      productCode: 'N07',
      terms: '{}',
      principalPaise: 1,
    };
    await db
      .insertInto('quotes')
      .values({
        ...quote,
        userId,
        proposalNo: `P${i}`,
        language: 'en',
        createdAt: at,
        validUntil: at,
      })
      .execute();

    const days = {
      appliedDay: '2026-11-01',
      disbursedDay: '2026-11-01',
      dueDay: `2026-11-${10 - i}`,
    };
    await db
      .insertInto('orders')
      .values({
        ...order,
        ...days,
        netPaise: 1,
        purpose: 'rent',
        repayId: `R${i}`,
        status: state,
        appliedAt: at,
      })
      .execute();
  }

  const { repayId, repayInfo } = successData(await status(client));
  expect({ repayId, repayInfo }).toEqual({
    repayId: 'R2',
    repayInfo: {
      productCode: 'N07',
      dueDay: '2026-11-08',
      overdueDays: daysBetween(businessDay('2026-11-08'), app.deps.today()),
    },
  });
});

test('saveLanguage stores the language and rejects unknown ones', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  successData(await client.send(CALLS.saveLanguage, { body: { language: 'es' } }));

  const stored = app.deps.db.selectFrom('users').select('language').where('userId', '=', userId);
  expect(await stored.executeTakeFirst()).toEqual({ language: 'es' });
  expect((await client.send(CALLS.saveLanguage, { body: { language: 'fr' as never } })).code).toBe(
    400,
  );
});

test('a link signs its user in once', async () => {
  const { body, userId } = await link();
  const client = app.client();
  const requestId = randomUUID();
  const opened = successData(await open(client, body, requestId));

  expect(opened).toMatchObject({
    userId,
    bizStatus: UserStatus.certified,
    isAuthComplete: true,
    isNewUser: false,
  });
  client.token = opened.token;
  expect(successData(await status(client)).userId).toBe(userId);
  expect(successData(await open(client, body, requestId))).toEqual(opened);
  expect(await open(app.client(), body)).toMatchObject({
    code: 409,
    data: { reason: 'link_used' },
  });
});

const age = (body: object): object => {
  app.advance(DAY);
  return body;
};

test.each([
  ['a day old', 403, 'link_expired', age],
  [
    'from another channel',
    403,
    'link_unknown',
    (body: object) => ({ ...body, uniqueChannel: 'sms' }),
  ],
  ['unknown', 403, 'link_unknown', (body: object) => ({ ...body, taskId: 'x'.repeat(43) })],
])('a link that is %s is rejected', async (_, code, reason, spoil) => {
  const { body } = await link();
  const answer = await open(app.client(), spoil(body) as typeof body);
  expect(answer).toMatchObject({ code, data: { reason } });
  expect(answer.msg).toMatch(/sign in with your phone number/);
});

const change = {
  bankCode: 'HDFC',
  ifsc: 'HDFC0000001',
  accountNo: '123456789012',
  accountNoAgain: '123456789012',
  holderName: 'Somebody Else',
};

test('a link session must confirm by code before a risky action', async () => {
  const { body, phone } = await link();
  const client = app.client();

  client.token = successData(await open(client, body)).token;
  expect((await client.send(CALLS.saveAccount, { body: change })).code).toBe(316);
  successData(await client.send(CALLS.sendFirstConfirmation, {}));
  successData(
    await client.send(CALLS.checkFirstConfirmation, {
      body: { otpCode: await newestCode(app, phone) },
    }),
  );
  // Confirmed: the next error is about the account holder's name.
  expect(await client.send(CALLS.saveAccount, { body: change })).toMatchObject({ code: 409 });
  app.advance(30 * 60_000 + 1);
  expect((await client.send(CALLS.saveAccount, { body: change })).code).toBe(316);
});

test('the first confirmation and later ones use different calls, and each is audited', async () => {
  const { client, phone, userId } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  expect(await client.send(CALLS.sendLaterConfirmation, {})).toMatchObject({
    code: 409,
    data: { reason: 'confirm_first' },
  });
  successData(await client.send(CALLS.sendFirstConfirmation, {}));

  const otpCode = await newestCode(app, phone);
  expect((await client.send(CALLS.checkLaterConfirmation, { body: { otpCode } })).code).toBe(409);
  successData(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  app.advance(61_000);

  for (const late of [CALLS.sendFirstConfirmation, CALLS.sendLaterConfirmation] as const)
    expect((await client.send(late, {})).code).toBe(
      late === CALLS.sendLaterConfirmation ? 200 : 409,
    );

  const later = await newestCode(app, phone);
  successData(await client.send(CALLS.checkLaterConfirmation, { body: { otpCode: later } }));
  expect(
    await client.send(CALLS.checkLaterConfirmation, { body: { otpCode: later } }),
  ).toMatchObject({
    code: 409,
    data: { reason: 'code_gone' },
  });

  const acts = app.deps.db
    .selectFrom('audit_log')
    .select(['actor', 'detail'])
    .where('userId', '=', userId);
  const [session] = successData(await client.send(CALLS.viewSessions, {})).sessions;
  const confirmed = { actor: 'user', detail: { session: session?.sessionId } };

  expect(await acts.where('action', '=', 'confirmed_by_code').execute()).toEqual([
    confirmed,
    confirmed,
  ]);
});

test('a code gives the session another cookie; the former one opens it for a minute, as if no code had been entered', async () => {
  const { client, phone } = await signIn(app);
  app.advance(31 * 60_000);

  const before = client.cookie;
  await confirmByCode(client, phone);
  expect(client.cookie).not.toBe(before);

  const mine = client.cookie;
  client.cookie = before;
  expect((await status(client)).code).toBe(200);
  expect((await client.send(CALLS.viewSessions, {})).code).toBe(316);
  app.advance(61_000);
  expect((await status(client)).code).toBe(401);
  client.cookie = mine;
  expect((await status(client)).code).toBe(200);
});

test('another sign-in in the same browser ends the session it had', async () => {
  const { client, phone } = await signIn(app);
  const former = { token: client.token, cookie: client.cookie };

  app.advance(2 * 3_600_000);
  await signIn(app, phone, client);
  expect((await status(client)).code).toBe(200);
  Object.assign(client, former);
  expect((await status(client)).code).toBe(401);
});
