import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  requestCode,
  type SignedInUser,
  sendConsent,
  successData,
  twoContacts,
} from '../../testing/users.ts';

// Withdrawing the consent deletes the contacts. After a new consent they are required before the
// next loan.

const app = await useApp();

const agree = async ({ client }: SignedInUser, isGiven: boolean) =>
  successData(await sendConsent(client, 'contacts', isGiven));
const saveContacts = ({ client }: SignedInUser) =>
  client.send(CALLS.saveContacts, { body: { contacts: twoContacts() } });

const status = async ({ client }: SignedInUser) => {
  const { bizStatus, isAuthComplete } = successData(await client.send(CALLS.userStatus, {}));
  return [bizStatus, isAuthComplete];
};

const products = async ({ client }: SignedInUser) =>
  (await client.send(CALLS.productList, { params: { param: 'home' } })).code;
const closed = { code: 409, data: { reason: 'step' } };

test.each([60, 70] as const)(
  'a user at status %i repeats step three after a new consent and then returns to that status',
  async (bizStatus) => {
    const who = await aSignedInUser(app, { bizStatus });
    expect(await saveContacts(who)).toMatchObject(closed);
    await agree(who, false);
    expect(await status(who)).toEqual([bizStatus, true]);
    expect(await saveContacts(who)).toMatchObject({
      code: 409,
      data: { reason: 'consent_needed', purpose: 'contacts' },
    });
    await agree(who, true);
    expect([await status(who), await products(who)]).toEqual([
      [UserStatus.contactsDue, false],
      420,
    ]);
    expect(successData(await saveContacts(who))).toEqual({ bizStatus });
    expect([await status(who), await products(who)]).toEqual([[bizStatus, true], 200]);
    expect(successData(await who.client.send(CALLS.viewContacts, {})).contacts).toHaveLength(2);
    expect(await saveContacts(who)).toMatchObject(closed);
  },
);

test('sign-in reports step three as due', async () => {
  const who = await aSignedInUser(app);
  await agree(who, false);
  await agree(who, true);

  const client = app.client();
  const { policyVersion } = app.deps.appConfig;
  const entered = { phone: who.phone, ...(await requestCode(app, client, who.phone)) };
  const body = { ...entered, agreed: true as const, policyVersion, language: 'en' as const };
  const signedIn = successData(await client.send(CALLS.checkOtpLogin, { body }));

  expect(signedIn).toMatchObject({
    userId: who.userId,
    bizStatus: UserStatus.contactsDue,
    isAuthComplete: false,
  });
});

test('other certification steps stay closed meanwhile', async () => {
  const who = await aSignedInUser(app);
  const { info } = successData(await who.client.send(CALLS.viewPersonalInfo, {}));

  await agree(who, false);
  await agree(who, true);
  expect(await who.client.send(CALLS.savePersonalInfo, { body: info as never })).toMatchObject(
    closed,
  );
});

test('after a second withdrawal step three is not due', async () => {
  const who = await aSignedInUser(app);
  for (const isGiven of [false, true, false]) await agree(who, isGiven);
  expect(await status(who)).toEqual([UserStatus.certified, true]);
});

test('a user not yet certified must repeat step three before step four', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  await agree(who, false);
  await agree(who, true);
  expect(await status(who)).toEqual([UserStatus.contactsDue, false]);
  expect(successData(await saveContacts(who))).toEqual({ bizStatus: UserStatus.bankAccountDue });
});
