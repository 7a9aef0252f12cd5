import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, type GivenUser, given, granted, someContacts } from '../../testing/given.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// Contacts go with their consent. Given again, they are named once more before the next loan.

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const agree = async ({ client }: GivenUser, isGiven: boolean) => granted(await decide(client, 'contacts', isGiven));
const name = ({ client }: GivenUser) => client.send(CALLS.saveContacts, { body: { contacts: someContacts() } });
const status = async ({ client }: GivenUser) => {
  const { bizStatus, isAuthComplete } = granted(await client.send(CALLS.userStatus, {}));
  return [bizStatus, isAuthComplete];
};
const products = async ({ client }: GivenUser) =>
  (await client.send(CALLS.productList, { params: { param: 'home' } })).code;
const closed = { code: 409, data: { reason: 'step' } };

test.each([60, 70] as const)(
  'whoever stood at %i stands at step three, and there again once they are named',
  async (bizStatus) => {
    const who = await given.user(app, { bizStatus });
    expect(await name(who)).toMatchObject(closed);
    await agree(who, false);
    expect(await status(who)).toEqual([bizStatus, true]);
    expect(await name(who)).toMatchObject({ code: 409, data: { reason: 'consent_needed', purpose: 'contacts' } });
    await agree(who, true);
    expect([await status(who), await products(who)]).toEqual([[UserStatus.contactsDue, false], 420]);
    expect(granted(await name(who))).toEqual({ bizStatus });
    expect([await status(who), await products(who)]).toEqual([[bizStatus, true], 200]);
    expect(granted(await who.client.send(CALLS.viewContacts, {})).contacts).toHaveLength(2);
    expect(await name(who)).toMatchObject(closed);
  },
);

test('signing in says so too', async () => {
  const who = await given.user(app);
  await agree(who, false);
  await agree(who, true);
  const client = app.client();
  const { policyVersion } = app.deps.appConfig;
  const entered = { phone: who.phone, ...(await given.code(app, client, who.phone)) };
  const body = { ...entered, agreed: true as const, policyVersion, language: 'en' as const };
  const signedIn = granted(await client.send(CALLS.checkOtpLogin, { body }));
  expect(signedIn).toMatchObject({ userId: who.userId, bizStatus: UserStatus.contactsDue, isAuthComplete: false });
});

test('what a decision stands on stays closed meanwhile', async () => {
  const who = await given.user(app);
  const { info } = granted(await who.client.send(CALLS.viewPersonalInfo, {}));
  await agree(who, false);
  await agree(who, true);
  expect(await who.client.send(CALLS.savePersonalInfo, { body: info as never })).toMatchObject(closed);
});

test('withdrawn once more, nothing is due', async () => {
  const who = await given.user(app);
  for (const isGiven of [false, true, false]) await agree(who, isGiven);
  expect(await status(who)).toEqual([UserStatus.certified, true]);
});

test('on the way up, step three comes before step four again', async () => {
  const who = await given.user(app, { bizStatus: UserStatus.bankAccountDue });
  await agree(who, false);
  await agree(who, true);
  expect(await status(who)).toEqual([UserStatus.contactsDue, false]);
  expect(granted(await name(who))).toEqual({ bizStatus: UserStatus.bankAccountDue });
});
