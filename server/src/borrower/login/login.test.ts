import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { LANGUAGE_CODES, type Language } from '@noren/contract/languages';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { smsText } from '../../notifications/notification-texts.ts';
import { markConsentsWithdrawn } from '../../people/consent-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { type RequestedCode, useLogins } from '../../testing/logins.ts';
import type { TestClient } from '../../testing/start-app.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  newestCode,
  requestCode,
  signIn,
  successData,
} from '../../testing/users.ts';

const { app, enter } = await useLogins();

test('the first sign-in with a phone creates a registered user', async () => {
  const { client, userId, phone } = await signIn(app);
  expect(successData(await client.send(CALLS.userStatus, {}))).toEqual({
    userId,
    maskedPhone: `${phone.slice(0, 2)}•••••${phone.slice(-3)}`,
    bizStatus: UserStatus.registered,
    isAuthComplete: false,
    repayId: null,
    repayInfo: null,
    evaluation: 'none',
    phoneChangeDueAt: null,
    gpGuideShow: false,
    serverTimeMs: app.deps.now(),
  });
});

test.each([10, 20, 30, 40, 50, 60, 70] as const)(
  'the test builder creates a user with status %i',
  async (bizStatus) => {
    const { client } = await aSignedInUser(app, { bizStatus });
    expect(successData(await client.send(CALLS.userStatus, {}))).toMatchObject({
      bizStatus,
      isAuthComplete: bizStatus >= UserStatus.certified,
      evaluation: bizStatus >= UserStatus.certified ? 'done' : 'none',
    });
  },
);

test('sendOtp answers the same for a known and an unknown phone', async () => {
  const known = (await aSignedInUser(app, { bizStatus: UserStatus.registered })).phone;
  const answers = [];

  for (const phone of [known, aPhoneNumber()])
    answers.push(await app.client().send(CALLS.sendOtp, { body: { phone, type: 1 } }));

  for (const answer of answers)
    expect(answer).toEqual({
      code: 200,
      msg: 'OK',
      data: {
        otpRef: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resendAfterSeconds: 60,
        expiresInSeconds: 300,
        hasAgreed: false,
      },
    });
});

test('the policy is asked for again only on another device or after it was withdrawn', async () => {
  const { client, phone, userId } = await signIn(app);

  const otpRequest = async (from: TestClient) => {
    app.advance(61_000);
    return successData(await from.send(CALLS.sendOtp, { body: { phone, type: 1 } })).hasAgreed;
  };

  expect([await otpRequest(client), await otpRequest(app.client())]).toEqual([true, false]);
  await markConsentsWithdrawn(app.deps.db, {
    userId,
    purpose: 'privacy_policy',
    at: app.deps.now(),
  });
  expect(await otpRequest(client)).toBe(false);
});

test('a message with a code ends with the line from which a browser fills it in', async () => {
  const { client, phone } = await signIn(app);
  successData(await client.send(CALLS.sendFirstConfirmation, {}));

  const messages = await readSandboxMessages(app.deps.db, phone);
  expect(messages.map(({ template }) => template)).toEqual(['confirm_code', 'login_code']);

  for (const { template, values } of messages)
    for (const language of LANGUAGE_CODES)
      expect(smsText(language, template, values).split('\n')).toEqual([
        expect.stringContaining(values.code ?? ''),
        // What follows the code is ignored by the browser: the operators want no variable as the
        // last word.
        `@localhost #${values.code} Noren`,
      ]);
});

test('a phone number is one person, however it is written', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const spelled = `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  const { otpRef } = successData(await client.send(CALLS.sendOtp, { body: { phone: spelled } }));
  const code = await newestCode(app, phone);

  const first = successData(await enter(client, { phone: `0${phone}`, otpRef, code }));

  app.advance(61_000);

  const again = await signIn(app, phone);
  expect([first.isNewUser, again.userId]).toEqual([true, first.userId]);
});

test.each([
  ['no phone', {}],
  ['an empty phone', { phone: '' }],
  ['nine digits', { phone: '987654321' }],
  ['a landline', { phone: '2212345678' }],
  ['a type of neither kind', { phone: '9876543210', type: 3 }],
])('no code is sent for %s', async (_, body) => {
  expect(await app.client().send(CALLS.sendOtp, { body: body as never })).toMatchObject({
    code: 400,
  });
});

test('retrying sendOtp with the same request id returns the same answer and sends one message', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const otpRequest = { body: { phone, type: 1 as const }, requestId: randomUUID() };
  const first = successData(await client.send(CALLS.sendOtp, otpRequest));

  expect(successData(await client.send(CALLS.sendOtp, otpRequest))).toEqual(first);

  const count = await app.deps.db
    .selectFrom('sandbox_messages')
    .select('phone')
    .where('phone', '=', phone)
    .execute();
  expect(count).toHaveLength(1);
});

type LoginOverrides = { client?: TestClient; phone?: string; otpRef?: string };

const wait = (ms: number): LoginOverrides => {
  app.advance(ms);
  return {};
};

const use = async (requested: RequestedCode): Promise<LoginOverrides> => {
  successData(await enter(requested.client, requested));
  return {};
};

const replace = async ({ client, phone }: RequestedCode): Promise<LoginOverrides> => {
  app.advance(61_000);
  await requestCode(app, client, phone);
  return {};
};

const invalidCodes: [
  string,
  (requested: RequestedCode) => Promise<LoginOverrides> | LoginOverrides,
][] = [
  ['it is five minutes old', () => wait(300_000)],
  ['it was used', use],
  ['another device enters it', () => ({ client: app.client() })],
  ['it was never requested', () => ({ otpRef: randomUUID() })],
  ['it was sent to another phone', () => ({ phone: aPhoneNumber() })],
  ['a newer one was sent', replace],
];

test.each(invalidCodes)('a code is rejected when %s', async (_, prepare) => {
  const phone = aPhoneNumber();
  const client = app.client();
  const requested = { client, phone, ...(await requestCode(app, client, phone)) };
  const { client: by = client, ...changed } = await prepare(requested);
  const { phone: to, otpRef, code } = { ...requested, ...changed };

  expect(await enter(by, { phone: to, otpRef, code })).toEqual({
    code: 409,
    msg: 'This code no longer works. Please ask for a new code and use the newest one.',
    data: { reason: 'code_gone' },
  });
});

test('the newest code is valid until just before five minutes', async () => {
  const phone = aPhoneNumber();
  const client = app.client();

  await requestCode(app, client, phone);
  app.advance(61_000);

  const newest = await requestCode(app, client, phone);
  app.advance(299_999);
  expect((await enter(client, { phone, ...newest })).code).toBe(200);
});

test('retrying a sign-in returns the same token and cookie; neither is stored in plain text', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const requested = await requestCode(app, client, phone);
  const requestId = randomUUID();
  const first = successData(await enter(client, { phone, ...requested }, requestId));
  const { cookie } = client;

  client.cookie = null;
  app.advance(600_000);

  const again = successData(await enter(client, { phone, ...requested }, requestId));
  expect([again, client.cookie]).toEqual([first, cookie]);

  client.token = again.token;
  expect((await client.send(CALLS.userStatus, {})).code).toBe(200);

  const rows = await app.deps.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('requestId', '=', requestId)
    .execute();
  const text = rows
    .map((row) => `${JSON.stringify(row)}${row.answerEnc?.toString('latin1')}`)
    .join();

  expect([
    text.includes(first.token),
    text.includes(cookie?.split('=')[1] ?? 'x'),
    text.includes(phone),
  ]).toEqual([false, false, false]);
});

test('a request id reused with a different body is rejected', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const requested = await requestCode(app, client, phone);
  const requestId = randomUUID();

  await enter(client, { phone, ...requested }, requestId);
  expect(
    (
      await enter(
        client,
        { phone, ...requested, code: '0000' === requested.code ? '1111' : '0000' },
        requestId,
      )
    ).code,
  ).toBe(422);
});

test('consent to the privacy policy is recorded once per version, with its language', async () => {
  const { userId, phone } = await signIn(app);
  app.advance(61_000);
  await signIn(app, phone);

  const rows = await app.deps.db
    .selectFrom('consents')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  expect(rows).toMatchObject([
    {
      purpose: 'privacy_policy',
      textVersion: app.deps.appConfig.policyVersion,
      language: 'en',
      channel: 'web',
    },
  ]);
});

test('signing in again changes the account’s language only when one was chosen', async () => {
  const phone = aPhoneNumber();

  const enterIn = async (language: Language, chosen: { isLanguageChosen?: true } = {}) => {
    app.advance(61_000);

    const client = app.client();
    const body = { phone, ...(await requestCode(app, client, phone)), language, ...chosen };
    const { userId } = successData(await enter(client, body));

    return app.deps.db
      .selectFrom('users')
      .select('language')
      .where('userId', '=', userId)
      .executeTakeFirst();
  };

  expect(await enterIn('hi')).toEqual({ language: 'hi' });
  expect(await enterIn('en')).toEqual({ language: 'hi' });
  expect(await enterIn('en', { isLanguageChosen: true })).toEqual({ language: 'en' });
});

test('sign-in is rejected with an outdated policy version or without agreement', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const body = { phone, ...(await requestCode(app, client, phone)), language: 'en' as const };
  const { policyVersion } = app.deps.appConfig;
  const send = (more: object) =>
    client.send(CALLS.checkOtpLogin, { body: { ...body, ...more } as never });

  expect(await send({ agreed: true, policyVersion: '2019-01' })).toMatchObject({
    code: 409,
    data: { reason: 'policy_changed' },
  });
  expect((await send({ agreed: false, policyVersion })).code).toBe(400);
  expect((await send({ policyVersion })).code).toBe(400);
  expect((await send({ agreed: true, policyVersion })).code).toBe(200);
});

test('the mark of an ad click stays with the registration it led to, and its campaign is counted', async () => {
  const ad = { adClick: 'ab'.repeat(16), campaign: 'diwali-2026' };

  const enterBy = async (phone: string, more: object) => {
    const client = app.client();
    return successData(
      await enter(client, { phone, ...(await requestCode(app, client, phone)), ...more }),
    );
  };

  const [byAd, byItself] = [aPhoneNumber(), aPhoneNumber()];
  const { userId } = await enterBy(byAd, ad);
  const { userId: other } = await enterBy(byItself, {});

  app.advance(25 * 3_600_000);
  // A later click of a registered user counts for nobody.
  await enterBy(byItself, { ...ad, campaign: 'later' });

  const stored = await app.deps.db
    .selectFrom('users')
    .select(['userId', 'adClick', 'adCampaign'])
    .where('userId', 'in', [userId, other])
    .execute();
  expect(new Map(stored.map(({ userId: id, ...mark }) => [id, mark]))).toEqual(
    new Map([
      [userId, { adClick: ad.adClick, adCampaign: ad.campaign }],
      [other, { adClick: null, adCampaign: null }],
    ]),
  );
});
