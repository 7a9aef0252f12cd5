import type { SendOptions } from '@noren/contract/client';
import { CALLS } from '@noren/contract/index';
import { PASSKEY_CHALLENGE_MS, PASSKEY_TRUSTED_AFTER_MS } from '@noren/core/people/passkey';
import { expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import {
  add,
  addPasskey,
  beginAdding,
  beginUsing,
  confirm,
  ORIGIN,
  REFUSED,
  takeData,
  use,
  usePasskeys,
} from '../../testing/passkeys.ts';
import { makeSoftPasskey } from '../../testing/soft-passkey.ts';
import { enterCodeNow, signIn, successData } from '../../testing/users.ts';

const { app, aBorrower, rows, waitOutTheCode } = await usePasskeys();

test('five minutes are counted by the database’s clock', async () => {
  const who = await aBorrower();
  const { passkey } = await addPasskey(who);
  const assertion = passkey.assert(await beginUsing(who.client));

  app.setClockError(PASSKEY_CHALLENGE_MS * 2);

  try {
    successData(await confirm(who.client, assertion));
  } finally {
    app.setClockError(0);
  }
});

test('a counter that does not grow is a copy’s and is refused', async () => {
  const who = await aBorrower();
  const { passkey, passkeyId } = await addPasskey(who);
  const counter = app.deps.db.updateTable('user_passkeys').set({ counter: 5 });

  await counter.where('userId', '=', who.userId).where('passkeyId', '=', passkeyId).execute();
  expect(await use(who.client, passkey)).toMatchObject(REFUSED);
  for (const _ of Array(4)) passkey.assert({ challenge: '' });
  successData(await use(who.client, passkey));
});

test('the same passkey is added once, and at most ten; making and trying them is limited', async () => {
  const who = await aBorrower();
  const { passkey } = await addPasskey(who);

  expect(await add(who.client, passkey.attest(await beginAdding(who.client)))).toMatchObject(
    REFUSED,
  );

  const [stored] = await rows(who);
  if (!stored) throw new Error('no passkey');

  const { passkeyId: _, ...row } = stored;
  const more = Array.from({ length: 9 }, (_, at) => ({
    ...row,
    credentialId: `more${at}`,
    addedAt: new Date(stored.addedAt),
    lastUsedAt: null,
  }));
  const options = await beginAdding(who.client);

  await app.deps.db.insertInto('user_passkeys').values(more).execute();

  const full = { code: 409, data: { reason: 'too_many_passkeys' } };
  expect(await add(who.client, makeSoftPasskey(ORIGIN).attest(options))).toMatchObject(full);
  expect(await who.client.send(CALLS.beginPasskey, { body: {} })).toMatchObject(full);

  const { most } = app.deps.limits.findRule('passkey-challenge-user-hour');
  const begin: SendOptions<typeof CALLS.beginPasskeyConfirmation> = { body: {} };

  for (let at = 0; at < most - 4; at += 1)
    await who.client.send(CALLS.beginPasskeyConfirmation, begin);
  expect((await who.client.send(CALLS.beginPasskeyConfirmation, begin)).code).toBe(429);
});

test('the copy of the data has a passkey’s name and times but no key; an erasure deletes it', async () => {
  const who = await aBorrower();
  await addPasskey(who);

  const copy = await readPersonalData(app.deps.db, app.deps.crypto, 'user_passkeys', who.userId);
  expect(copy).toMatchObject([{ name: 'My phone' }]);
  expect(JSON.stringify(copy)).not.toMatch(/credential|public_key|transports/);
  successData(await who.client.send(CALLS.requestErasure, { body: {} }));
  app.advance(7 * 24 * 3_600_000);
  await purgeExpired(app.deps);
  expect(await rows(who)).toEqual([]);
});

test('a new phone removes an old passkey once one proved its owner, and a passkey of today at once', async () => {
  const who = await aBorrower();
  const [old, used] = [await addPasskey(who), await addPasskey(who)];

  app.advance(2 * PASSKEY_TRUSTED_AFTER_MS);

  const second = await signIn(app, who.phone);
  const { passkeyId } = await addPasskey(second);
  const remove = (id: string) =>
    second.client.send(CALLS.removePasskey, { body: { passkeyId: id } });

  expect(successData(await remove(passkeyId))).toEqual({ removed: 1 });
  expect((await remove(old.passkeyId)).code).toBe(409);
  successData(await use(second.client, used.passkey));
  expect(successData(await remove(old.passkeyId))).toEqual({ removed: 1 });
});

test('what a removed passkey confirmed on another phone is confirmed no longer', async () => {
  const who = await aBorrower();
  const thief = await signIn(app, who.phone);
  const { passkey, passkeyId } = await addPasskey(thief);

  waitOutTheCode();
  successData(await use(thief.client, passkey));
  expect(await takeData(thief.client)).toBe(200);
  await enterCodeNow(app, who.client);
  successData(await who.client.send(CALLS.removePasskey, { body: { passkeyId } }));
  expect([await takeData(thief.client), await takeData(who.client)]).toEqual([316, 200]);
  expect((await thief.client.send(CALLS.userStatus, {})).code).toBe(200);
});
