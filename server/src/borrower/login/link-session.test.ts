import { CALLS } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { createLinkToken } from '../../notifications/sign-in-link-store.ts';
import { useLinkSessions } from '../../testing/link-sessions.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { aSignedInUser, newestCode, successData, survey } from '../../testing/users.ts';

const { app, byLink, createLink, open, enterCode, aUsedLink, signInBody } = await useLinkSessions();

type Call = Parameters<TestClient['send']>[0];

const listSessions = (userId: string) =>
  app.deps.db
    .selectFrom('sessions')
    .select(['assurance', 'clientType', 'leadChannel', 'revokedAt'])
    .where('userId', '=', userId)
    .orderBy('sessionId', 'desc')
    .execute();

test('the session stores the link channel and the client type', async () => {
  const { userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  successData(await open(app.client(), userId, 2));
  expect((await listSessions(userId))[0]).toMatchObject({
    assurance: 'link',
    clientType: 2,
    leadChannel: 'whatsapp-7',
  });
});

test('a link ends the session of another user only when the borrower says so, and is not spent before', async () => {
  const other = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { client } = other;
  const before = { token: client.token, cookie: client.cookie };
  const { userId, phone } = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
  const link = await createLink(userId);
  const sent = { ...link, registerClientType: 1 as const };

  const refused = await client.send(CALLS.openTokenLogin, { body: sent });
  expect(refused).toMatchObject({ code: 409, data: { reason: 'other_signed_in' } });
  expect(successData(await client.send(CALLS.userStatus, {})).userId).toBe(other.userId);

  const { maskedPhone } = successData(await client.send(CALLS.openTokenPhone, { body: link }));
  expect(maskedPhone).toBe(maskPhone(phone));

  client.token = successData(
    await client.send(CALLS.openTokenLogin, { body: { ...sent, endsOther: true } }),
  ).token;
  expect(successData(await client.send(CALLS.userStatus, {})).userId).toBe(userId);
  Object.assign(client, before);
  expect((await client.send(CALLS.userStatus, {})).code).toBe(401);
});

test("opening a link says the borrower's language", async () => {
  const { userId, client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  successData(await client.send(CALLS.saveLanguage, { body: { language: 'hi' } }));
  expect(successData(await open(app.client(), userId)).language).toBe('hi');
});

describe('a link that was used', () => {
  test('leads to a code for its number, which signs in as any code does', async () => {
    const { link, phone, userId } = await aUsedLink();
    const client = app.client();
    const sent = successData(await client.send(CALLS.sendLinkOtp, { body: link }));

    expect(sent).toMatchObject({ maskedPhone: maskPhone(phone), hasAgreed: false });
    expect(JSON.stringify(sent)).not.toContain(phone);

    const code = { otpRef: sent.otpRef, code: await newestCode(app, phone) };
    const wrong = code.code === '0000' ? '0001' : '0000';
    const refused = await client.send(CALLS.checkOtpLogin, {
      body: signInBody(link, { ...code, code: wrong }),
    });

    expect(refused).toMatchObject({ code: 400, data: { reason: 'code_wrong' } });

    const opened = successData(
      await client.send(CALLS.checkOtpLogin, { body: signInBody(link, code) }),
    );
    expect([opened.userId, opened.isNewUser]).toEqual([userId, false]);
    client.token = opened.token;
    expect((await listSessions(userId))[0]).toMatchObject({ assurance: 'otp' });
  });

  test.each([
    ['unknown', 403, 'link_unknown', { taskId: 'x'.repeat(43) }],
    ['of another channel', 403, 'link_unknown', { uniqueChannel: 'sms' }],
  ])('gets no code when it is %s', async (_, code, reason, changed) => {
    const { link } = await aUsedLink();
    const answer = await app.client().send(CALLS.sendLinkOtp, { body: { ...link, ...changed } });
    expect(answer).toMatchObject({ code, data: { reason } });
  });
});

test('opening a link keeps an existing session of the same user and its OTP assurance', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { token, cookie } = client;

  expect(successData(await open(client, userId)).token).toBe(token);
  expect(client.cookie).toBe(cookie);
  expect(successData(await client.send(CALLS.viewAccount, {})).account).not.toBeNull();
  expect(await listSessions(userId)).toMatchObject([
    { assurance: 'otp', leadChannel: 'whatsapp-7' },
  ]);
});

test('an invalid link does not sign out the current user', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const body = { taskId: 'x'.repeat(43), uniqueChannel: 'sms', registerClientType: 1 as const };
  expect((await client.send(CALLS.openTokenLogin, { body })).code).toBe(403);
  expect(successData(await client.send(CALLS.userStatus, {})).userId).toBe(userId);
});

// Calls that return saved values, the status from which a value is saved, and the status before.
test.each<[string, Call, 20 | 30 | 40 | 50 | 60, 10 | 20 | 30 | 40 | 50]>([
  ['the questionnaire', CALLS.viewSurvey, 20, 10],
  ['the reading of the cards', CALLS.readingDetail, 30, 20],
  ['the name', CALLS.realName, 30, 20],
  ['the personal information', CALLS.viewPersonalInfo, 40, 30],
  ['the contacts', CALLS.viewContacts, 50, 40],
  ['the bank account', CALLS.viewAccount, 60, 50],
])('a link session needs a code to see %s', async (_, declared, saved, before) => {
  expect((await (await byLink(before)).client.send(declared, {} as never)).code).toBe(200);

  const user = await byLink(saved);
  expect((await user.client.send(declared, {} as never)).code).toBe(316);
  await enterCode(user);
  expect((await user.client.send(declared, {} as never)).code).toBe(200);
  // Reading needs one code per session; only moving money needs a recent one.
  app.advance(86_400_000);
  expect((await user.client.send(declared, {} as never)).code).toBe(200);
});

const contacts = [
  { relationship: 'parent', name: 'Ramesh Example', phone: '9000000001' },
  { relationship: 'friend', name: 'Sita Example', phone: '9000000002' },
];

test.each([
  ['the questionnaire', CALLS.saveSurvey, { body: survey }, 10, 20],
  ['the contacts', CALLS.saveContacts, { body: { contacts } }, 40, 50],
] as const)(
  'a link session may save %s the first time; a change needs a code',
  async (_, declared, sent, first, later) => {
    expect((await (await byLink(first)).client.send(declared, sent as never)).code).toBe(200);

    const user = await byLink(later);
    expect((await user.client.send(declared, sent as never)).code).toBe(316);
    await enterCode(user);
    expect((await user.client.send(declared, sent as never)).code).toBe(200);
  },
);

test('a link session cannot see the date of birth, and guesses are limited', async () => {
  const user = await byLink(30);
  expect(successData(await user.client.send(CALLS.viewPersonalInfo, {})).info).toEqual({});

  const certified = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const { info } = successData(await certified.client.send(CALLS.viewPersonalInfo, {}));

  const guess = (month: number) =>
    user.client.send(CALLS.savePersonalInfo, {
      body: { ...info, birthday: `1990-01-${String(month)}` } as never,
    });

  for (let at = 10; at < 30; at++) expect((await guess(at)).code).toBe(316);
  expect((await guess(30)).code).toBe(429);
});

test('a link session without a code cannot apply for a loan or set a bank account', async () => {
  const { client } = await byLink(60);
  const { kfs } = successData(
    await client.send(CALLS.quoteLoan, { body: { productCode: 'N07', principalPaise: 500_000 } }),
  );
  const body = {
    proposalNo: kfs.proposalNo,
    kfsHash: kfs.hash,
    acknowledged: true as const,
    purpose: 'household',
  };

  expect((await client.send(CALLS.applyLoan, { body })).code).toBe(316);
  expect(await app.deps.db.selectFrom('orders').selectAll().execute()).toEqual([]);

  const account = {
    bankCode: 'HDFC',
    ifsc: 'HDFC0000001',
    accountNo: '123456789012',
    holderName: 'Asha Rao',
  };
  const first = (await byLink(50)).client;

  expect((await first.send(CALLS.preCheckAccount, { body: account })).code).toBe(316);
  expect(
    (
      await first.send(CALLS.saveAccount, {
        body: { ...account, accountNoAgain: account.accountNo },
      })
    ).code,
  ).toBe(316);
});

test('a link names the masked phone before anybody is signed in, and is not spent by it', async () => {
  const { userId, phone } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const token = await createLinkToken(app.deps.db, { userId, channel: 'sms', now: app.deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const client = app.client();
  const before = await listSessions(userId);
  const body = { taskId, uniqueChannel };

  for (let look = 0; look < 3; look++)
    expect(successData(await client.send(CALLS.openTokenPhone, { body }))).toEqual({
      maskedPhone: `${phone.slice(0, 2)}•••••${phone.slice(-3)}`,
    });

  expect([await listSessions(userId), client.cookie]).toEqual([before, null]);

  const opened = await client.send(CALLS.openTokenLogin, {
    body: { ...body, registerClientType: 1 },
  });
  expect(successData(opened).userId).toBe(userId);
  expect(await client.send(CALLS.openTokenPhone, { body })).toMatchObject({
    code: 409,
    data: { reason: 'link_used' },
  });
});

test('a link agrees to nothing: a consent needs a code', async () => {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue, consents: [] });
  const client = app.client();

  client.token = successData(await open(client, user.userId)).token;

  const consents = app.deps.db
    .selectFrom('consents')
    .select('purpose')
    .where('userId', '=', user.userId);
  expect(await consents.execute()).toEqual([]);

  const { textVersion } = consentTexts.contacts;
  const give = () =>
    client.send(CALLS.saveConsent, { body: { purpose: 'contacts', textVersion, given: true } });

  expect((await give()).code).toBe(316);
  await enterCode({ ...user, client });
  expect((await give()).code).toBe(200);
});
