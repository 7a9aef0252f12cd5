import { CALLS } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test } from 'vitest';
import { createOpenToken } from '../../lending/sign-in-link-store.ts';
import { storePanCard } from '../../testing/identity-documents.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, newestCode, type SignedInUser, successData, type UserOptions } from '../../testing/users.ts';

const app = await useApp();
beforeEach(() => app.advance(25 * 3_600_000));

type Call = Parameters<TestClient['send']>[0];

/** A user with the given onboarding status, on a device signed in by a link only. */
async function byLink(bizStatus: UserOptions['bizStatus'], client = app.client()): Promise<SignedInUser> {
  const user = await aSignedInUser(app, { bizStatus: bizStatus ?? UserStatus.certified });
  client.token = successData(await open(client, user.userId)).token;
  return { ...user, client };
}

async function open(client: TestClient, userId: string, clientType: 1 | 2 = 1) {
  const token = await createOpenToken(app.deps.db, { userId, channel: 'whatsapp-7', now: app.deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');
  return client.send(CALLS.openTokenLogin, { body: { taskId, uniqueChannel, registerClientType: clientType } });
}

async function enterCode({ client, phone }: SignedInUser): Promise<void> {
  successData(await client.send(CALLS.sendFirstConfirmation, {}));
  successData(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode: await newestCode(app, phone) } }));
}

const sessionsOf = (userId: string) =>
  app.deps.db
    .selectFrom('sessions')
    .select(['assurance', 'clientType', 'leadChannel', 'revokedAt'])
    .where('userId', '=', userId)
    .orderBy('sessionId', 'desc')
    .execute();

test('the session stores the link channel and the client type', async () => {
  const { userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  successData(await open(app.client(), userId, 2));
  expect((await sessionsOf(userId))[0]).toMatchObject({
    assurance: 'link',
    clientType: 2,
    leadChannel: 'whatsapp-7',
  });
});

test("opening a link on another user's device revokes that session and signs in the link's user", async () => {
  const other = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const before = { token: other.client.token, cookie: other.client.cookie };
  const { userId, client } = await byLink(30, other.client);
  expect(successData(await client.send(CALLS.userStatus, {})).userId).toBe(userId);
  Object.assign(client, before);
  expect((await client.send(CALLS.userStatus, {})).code).toBe(401);
});

test('opening a link keeps an existing session of the same user and its OTP assurance', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { token, cookie } = client;
  expect(successData(await open(client, userId)).token).toBe(token);
  expect(client.cookie).toBe(cookie);
  expect(successData(await client.send(CALLS.viewAccount, {})).account).not.toBeNull();
  expect(await sessionsOf(userId)).toMatchObject([{ assurance: 'otp', leadChannel: 'whatsapp-7' }]);
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

test('a link session sees documents uploaded in it, not those of earlier sessions', async () => {
  const { client, userId } = await byLink(20);
  await storePanCard(app, userId, app.deps.now());
  expect(successData(await client.send(CALLS.readingDetail, {})).documents).toEqual(['panFront']);
  await storePanCard(app, userId, app.deps.now() - 1);
  expect((await client.send(CALLS.readingDetail, {})).code).toBe(316);
});

const survey = { purpose: 'household', incomeBand: '40000_60000', otherDebts: 'none', heardFrom: 'friend' };
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

test('a link session cannot replace documents after step one', async () => {
  const { client } = await byLink(30);
  const file = new Blob(['%PDF-1.7 …']);
  expect((await client.send(CALLS.readDocument, { body: { type: 'panFront' }, file })).code).toBe(316);
  const first = (await byLink(20)).client;
  expect((await first.send(CALLS.readDocument, { body: { type: 'panFront' }, file })).code).toBe(400);
});

test('a link session may start a liveness check during step one; later it needs a code', async () => {
  const startCheck = ({ client }: SignedInUser) => client.send(CALLS.startLiveness, { body: {} });
  expect((await startCheck(await byLink(20))).code).toBe(200);
  const user = await byLink(30);
  // A borrower without a liveness check: somebody else who holds the link must not pass it for them.
  await app.deps.db.deleteFrom('liveness_checks').where('userId', '=', user.userId).execute();
  expect((await startCheck(user)).code).toBe(316);
  await enterCode(user);
  expect((await startCheck(user)).code).toBe(200);
});

test('a link session cannot see the date of birth, and guesses are limited', async () => {
  const user = await byLink(30);
  expect(successData(await user.client.send(CALLS.viewPersonalInfo, {})).info).toEqual({});
  const certified = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const { info } = successData(await certified.client.send(CALLS.viewPersonalInfo, {}));
  const guess = (month: number) =>
    user.client.send(CALLS.savePersonalInfo, { body: { ...info, birthday: `1990-01-${String(month)}` } as never });
  for (let at = 10; at < 30; at++) expect((await guess(at)).code).toBe(316);
  expect((await guess(30)).code).toBe(429);
});

test('a link session without a code cannot apply for a loan or set a bank account', async () => {
  const { client } = await byLink(60);
  const { kfs } = successData(
    await client.send(CALLS.quoteLoan, { body: { productCode: 'N07', principalPaise: 500_000 } }),
  );
  const body = { proposalNo: kfs.proposalNo, kfsHash: kfs.hash, acknowledged: true as const, purpose: 'household' };
  expect((await client.send(CALLS.applyLoan, { body })).code).toBe(316);
  expect(await app.deps.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  const account = { bankCode: 'HDFC', ifsc: 'HDFC0000001', accountNo: '123456789012', holderName: 'Asha Rao' };
  const first = (await byLink(50)).client;
  expect((await first.send(CALLS.preCheckAccount, { body: account })).code).toBe(316);
  expect((await first.send(CALLS.saveAccount, { body: { ...account, accountNoAgain: account.accountNo } })).code).toBe(
    316,
  );
});

test('a confirmation code cannot be used to sign in', async () => {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { otpRef } = successData(await user.client.send(CALLS.sendFirstConfirmation, {}));
  const { policyVersion } = app.deps.appConfig;
  const code = await newestCode(app, user.phone);
  const body = { phone: user.phone, otpRef, code, agreed: true as const, policyVersion, language: 'en' as const };
  expect(await user.client.send(CALLS.checkOtpLogin, { body })).toMatchObject({
    code: 409,
    data: { reason: 'code_gone' },
  });
});

test('a link names the masked phone before anybody is signed in, and is not spent by it', async () => {
  const { userId, phone } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const token = await createOpenToken(app.deps.db, { userId, channel: 'sms', now: app.deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const client = app.client();
  const before = await sessionsOf(userId);
  const body = { taskId, uniqueChannel };
  for (let look = 0; look < 3; look++)
    expect(successData(await client.send(CALLS.openTokenPhone, { body }))).toEqual({
      maskedPhone: `${phone.slice(0, 2)}•••••${phone.slice(-3)}`,
    });
  expect([await sessionsOf(userId), client.cookie]).toEqual([before, null]);
  const opened = await client.send(CALLS.openTokenLogin, { body: { ...body, registerClientType: 1 } });
  expect(successData(opened).userId).toBe(userId);
  expect(await client.send(CALLS.openTokenPhone, { body })).toMatchObject({ code: 409, data: { reason: 'link_used' } });
});

test('the phone of an unknown or expired link is not named', async () => {
  const { userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const token = await createOpenToken(app.deps.db, { userId, channel: 'sms', now: app.deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const look = (given: object) =>
    app.client().send(CALLS.openTokenPhone, { body: { taskId, uniqueChannel, ...given } });
  for (const given of [{ taskId: 'x'.repeat(43) }, { uniqueChannel: 'other' }])
    expect(await look(given)).toMatchObject({ code: 403, data: { reason: 'link_unknown' } });
  app.advance(25 * 3_600_000);
  expect(await look({})).toMatchObject({ code: 403, data: { reason: 'link_expired' } });
});

test('a link agrees to nothing: a consent needs a code', async () => {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue, consents: [] });
  const client = app.client();
  client.token = successData(await open(client, user.userId)).token;
  const consents = app.deps.db.selectFrom('consents').select('purpose').where('userId', '=', user.userId);
  expect(await consents.execute()).toEqual([]);
  const { textVersion } = consentTexts.contacts;
  const give = () => client.send(CALLS.saveConsent, { body: { purpose: 'contacts', textVersion, given: true } });
  expect((await give()).code).toBe(316);
  await enterCode({ ...user, client });
  expect((await give()).code).toBe(200);
});
