import { CALLS } from '@noren/contract/index';
import type { SourceAddress } from '@noren/core/people/address-read';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import {
  decideSource,
  deleteOldSources,
  endPendingCode,
  readSource,
  writeSource,
} from '../../people/certification/source-store.ts';
import { sampleAddress, samplePersonalInfo } from '../../testing/samples.ts';
import { useConsole } from '../../testing/staff.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, HOME, successData } from '../../testing/users.ts';

const app = await useApp();
const staff = await useConsole(app);

const CARD = {
  house: '12',
  street: 'Temple Road',
  landmark: '',
  location: 'Jayanagar',
  town: 'Bengaluru',
  postOffice: 'Jayanagar',
  subDistrict: '',
  district: 'Bengaluru Urban',
  state: 'KARNATAKA',
  pin: '560041',
};

const onCard = {
  street: '12, Temple Road',
  locality: 'Jayanagar, Bengaluru',
  district: 'Bengaluru Urban',
  state: '29',
  pin: '560041',
};

/** A signed source, as either kind is stored, that agrees with the identity or differs. */
async function sendSource(
  userId: string,
  address: SourceAddress,
  verdict: 'agrees' | 'differs' | 'pending' = 'agrees',
): Promise<void> {
  const { db, crypto } = app.deps;
  const now = app.deps.now();

  await writeSource(db, crypto, userId, {
    identity: {
      kind: 'secure_qr',
      formatVersion: 'V2',
      keyId: 'a-test',
      referenceLast4: '0000',
      issuedAt: now,
      fields: { name: 'Asha Rao', birth: '1990', gender: 'female', careOf: '', ...address },
      digests: {},
    },
    photoFileId: null,
    photoResult: 'none',
    document: 'aadhaarBack',
    consentVersion: 'a-test',
    now,
  });
  if (verdict === 'pending') return;

  const source = await readSource(db, crypto, userId);
  const differences = verdict === 'agrees' ? [] : (['name'] as const);
  await decideSource(db, userId, source!, { differences, isReviewed: false, now });
}

async function countAddresses(userId: string): Promise<number> {
  const { db } = app.deps;
  return (await db.selectFrom('addresses').select('userId').where('userId', '=', userId).execute())
    .length;
}

const atStepTwo = () => aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });

const view = async (client: TestClient) =>
  successData(await client.send(CALLS.viewPersonalInfo, {}));

async function save(client: TestClient, address: object): Promise<void> {
  const { info } = await view(client);
  const body = { ...samplePersonalInfo, birthday: info.birthday ?? '', ...address };
  successData(await client.send(CALLS.savePersonalInfo, { body }));
}

test('what a source says fills the form, and each part says where it is from', async () => {
  const { client, userId } = await atStepTwo();
  await sendSource(userId, CARD);
  expect(await view(client)).toMatchObject({
    isSaved: false,
    info: onCard,
    fromSource: ['street', 'locality', 'district', 'state', 'pin'],
  });

  await save(client, { ...onCard, street: '14, Temple Road' });
  expect(await view(client)).toMatchObject({
    isSaved: true,
    info: { street: '14, Temple Road', pin: '560041' },
    fromSource: ['locality', 'district', 'state', 'pin'],
  });

  const rows = await app.deps.db
    .selectFrom('addresses')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.addressEnc.toString('latin1')).not.toContain('Temple');
});

test('a card that is not the borrower’s fills no form, and vouches for nothing', async () => {
  const { client, userId } = await atStepTwo();
  await sendSource(userId, CARD, 'differs');
  const { info, fromSource } = await view(client);
  expect([info.street, fromSource]).toEqual([undefined, []]);
  expect(await countAddresses(userId)).toBe(0);

  await save(client, onCard);
  expect((await view(client)).fromSource).toEqual([]);
});

test('the address on a card that another picture replaces goes with its code', async () => {
  const { client, userId } = await atStepTwo();
  await sendSource(userId, CARD, 'pending');
  await app.deps.db.transaction().execute((tx) => endPendingCode(tx, userId, 'aadhaarBack'));

  expect((await view(client)).info).not.toHaveProperty('street');
  expect(await countAddresses(userId)).toBe(0);
});

test('an address that nobody confirms within thirty days is deleted, also of a certified person', async () => {
  const { userId } = await aSignedInUser(app);
  await app.deps.db.deleteFrom('addresses').where('userId', '=', userId).execute();
  await sendSource(userId, CARD);
  const now = app.deps.now();

  await deleteOldSources(app.deps.db, now);
  expect(await countAddresses(userId)).toBe(1);
  await deleteOldSources(app.deps.db, now + 1);
  expect(await countAddresses(userId)).toBe(0);
});

test('the newest source fills the form in place of the one before', async () => {
  const { client, userId } = await atStepTwo();
  await sendSource(userId, CARD, 'pending');
  await sendSource(userId, { ...CARD, house: '99', district: '', state: 'Nowhere' });

  const { info } = await view(client);
  expect(info.street).toBe('99, Temple Road');
  expect(info).not.toHaveProperty('district');
  expect(info).not.toHaveProperty('state');
});

test('a later source changes no confirmed address, and marks what it says too', async () => {
  const { client, userId } = await atStepTwo();
  await save(client, { ...onCard, street: '14, Temple Road' });
  await sendSource(userId, { ...CARD, pin: '560042' });

  expect(await view(client)).toMatchObject({
    info: { street: '14, Temple Road', pin: '560041' },
    fromSource: ['locality', 'district', 'state'],
  });
});

test('a part is corrected after a code, and is then no longer from the card', async () => {
  const who = await aSignedInUser(app);
  await sendSource(who.userId, { ...CARD, pin: HOME.pin, state: 'Maharashtra' });
  const correct = (field: 'pin' | 'state' | 'street', value: string) =>
    who.client.send(CALLS.correctData, { body: { field, value } });
  const read = async () => {
    const { fields } = successData(await who.client.send(CALLS.personalData, {}));
    return Object.fromEntries(fields.map((one) => [one.field, [one.value, one.isFromSource]]));
  };

  expect(await read()).toMatchObject({ pin: [HOME.pin, true], street: [HOME.street, false] });
  expect((await correct('pin', '56004')).code).toBe(400);
  expect((await correct('state', '99')).code).toBe(400);
  expect(successData(await correct('pin', '411 039')).state).toBe('done');
  expect(await read()).toMatchObject({ pin: ['411039', false], state: ['27', true] });

  app.advance(31 * 60_000);
  expect((await correct('street', '8 Quince Street')).code).toBe(316);
});

test('a certified person who was never asked adds the address once', async () => {
  const who = await aSignedInUser(app);
  await app.deps.db.deleteFrom('addresses').where('userId', '=', who.userId).execute();
  await sendSource(who.userId, CARD);
  const suggested = async () =>
    successData(await who.client.send(CALLS.personalData, {})).suggestedAddress;
  const add = () => who.client.send(CALLS.saveAddress, { body: sampleAddress });

  expect(await suggested()).toEqual(onCard);
  expect(successData(await add())).toEqual({});
  expect(await suggested()).toBeNull();
  expect(await add()).toMatchObject({ code: 409, data: { reason: 'address_held' } });

  const early = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
  const body = sampleAddress;
  expect(await early.client.send(CALLS.saveAddress, { body })).toMatchObject({ code: 409 });
});

test('the console shows the state, and the rest after a reason', async () => {
  const who = await aSignedInUser(app);
  await sendSource(who.userId, { ...CARD, pin: HOME.pin });
  const support = await staff.as('support');
  const params = { userId: who.userId };
  const shown = await support.data('borrower', { params });

  expect(shown.known).toContainEqual({ field: 'address', masked: '••••, Maharashtra' });
  expect(shown.addressFromSource).toEqual(['pin']);
  expect(JSON.stringify(shown)).not.toContain(HOME.street);
});

test('what is too long or no PIN code is left to the borrower to type', async () => {
  const { client, userId } = await atStepTwo();
  await sendSource(userId, { ...CARD, house: 'x'.repeat(300), pin: 'none' });

  const { info } = await view(client);
  expect(info).not.toHaveProperty('street');
  expect(info).not.toHaveProperty('pin');
  expect(info.locality).toBe('Jayanagar, Bengaluru');
});
