import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { aUserDueIdentity } from '../../testing/liveness.ts';
import { useApp } from '../../testing/use-app.ts';
import { sendConsent, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });

const place = { latitude: 12.971_598, longitude: 77.594_566 };

const readPlaces = async (userId: string) =>
  (await readPersonalData(app.deps.db, app.deps.crypto, 'liveness_checks', userId)).map(
    (row) => row.place,
  );

test('the place is stored coarse and sealed, with that check alone', async () => {
  const { client, userId } = await aUserDueIdentity(app);
  successData(await sendConsent(client, 'location', true));
  successData(await client.send(CALLS.startLiveness, { body: { place } }));
  successData(await client.send(CALLS.startLiveness, { body: {} }));
  expect(await readPlaces(userId)).toEqual([{ latitude: 12.97, longitude: 77.59 }, null]);

  const rows = await app.deps.db
    .selectFrom('liveness_checks')
    .select('placeEnc')
    .where('userId', '=', userId)
    .execute();
  expect(rows.some(({ placeEnc }) => placeEnc?.toString('latin1').includes('12.97'))).toBe(false);
});

test('without the consent a place is not stored, and the check starts all the same', async () => {
  const { client, userId } = await aUserDueIdentity(app);
  successData(await client.send(CALLS.startLiveness, { body: { place } }));
  expect(await readPlaces(userId)).toEqual([null]);
});

test('withdrawing the consent deletes every place', async () => {
  const { client, userId } = await aUserDueIdentity(app);
  successData(await sendConsent(client, 'location', true));
  successData(await client.send(CALLS.startLiveness, { body: { place } }));
  successData(await sendConsent(client, 'location', false));
  expect(await readPlaces(userId)).toEqual([null]);
});

test.each([{ latitude: 91, longitude: 0 }, { latitude: 0, longitude: -180.5 }, { latitude: 1 }])(
  'no place on earth is refused: %j',
  async (wrong) => {
    const { client } = await aUserDueIdentity(app);
    const body = { place: wrong as typeof place };
    expect((await client.send(CALLS.startLiveness, { body })).code).toBe(400);
  },
);
