import type { SendOptions } from '@noren/contract/client';
import { CALLS } from '@noren/contract/index';
import { formatTime } from '@noren/core/money/time';
import { PASSKEY_CHALLENGE_MS, PASSKEY_TRUSTED_AFTER_MS } from '@noren/core/people/passkey';
import { UserStatus } from '@noren/core/people/status';
import { codeValidMs } from '@noren/core/people/step-up';
import { expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { aBankAccount, saveAccount, viewAccount } from '../../testing/bank-accounts.ts';
import { runJobs } from '../../testing/loans.ts';
import { makeSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  enterCodeNow,
  type SignedInUser,
  signIn,
  successData,
} from '../../testing/users.ts';
import { passkeySite } from './passkey-site.ts';

const app = await useApp();
const ORIGIN = 'http://localhost:3000';
const REFUSED = { code: 409, data: { reason: 'passkey_refused' } };

const aBorrower = () => aSignedInUser(app, { bizStatus: UserStatus.registered });
const beginAdding = async (client: TestClient) =>
  successData(await client.send(CALLS.beginPasskey, { body: {} })).options;
const add = (client: TestClient, attestation: Record<string, unknown>, name = 'My phone') =>
  client.send(CALLS.addPasskey, { body: { attestation, name } });

async function addPasskey(
  { client }: Pick<SignedInUser, 'client'>,
  passkey = makeSoftPasskey(ORIGIN),
) {
  const { passkeyId } = successData(await add(client, passkey.attest(await beginAdding(client))));
  return { passkey, passkeyId };
}

async function beginUsing(client: TestClient): Promise<Record<string, unknown>> {
  const { options } = successData(await client.send(CALLS.beginPasskeyConfirmation, { body: {} }));
  if (options === null) throw new Error('the user has no passkey');
  return options;
}

const confirm = (client: TestClient, assertion: Record<string, unknown>) =>
  client.send(CALLS.confirmByPasskey, { body: { assertion } });
const use = async (client: TestClient, passkey: SoftPasskey) =>
  confirm(client, passkey.assert(await beginUsing(client)));
/** A call that only a session with a recent code may make. */
const takeData = async (client: TestClient) =>
  (await client.send(CALLS.requestExport, { body: {} })).code;
const list = async (client: TestClient) => successData(await client.send(CALLS.viewPasskeys, {}));
const rows = ({ userId }: SignedInUser) =>
  app.deps.db.selectFrom('user_passkeys').selectAll().where('userId', '=', userId).execute();
const waitOutTheCode = () => app.advance(codeValidMs + 1);

test('a passkey replaces the code for 30 minutes, changes the cookie, and is listed, renamed and removed', async () => {
  const who = await aBorrower();
  const { client } = who;

  expect(await list(client)).toEqual({ host: 'localhost', passkeys: [] });

  const addedAt = app.deps.now();
  const { passkey, passkeyId } = await addPasskey(who);

  waitOutTheCode();
  expect(await takeData(client)).toBe(316);

  const cookie = client.cookie;
  const usedAt = app.deps.now();

  successData(await use(client, passkey));
  expect(client.cookie).not.toBe(cookie);
  expect(await takeData(client)).toBe(200);
  expect((await list(client)).passkeys).toEqual([
    { passkeyId, name: 'My phone', addedAt, lastUsedAt: usedAt },
  ]);
  successData(await client.send(CALLS.renamePasskey, { body: { passkeyId, name: 'आशा का फ़ोन' } }));
  expect((await list(client)).passkeys).toMatchObject([{ name: 'आशा का फ़ोन' }]);

  const remove = () => client.send(CALLS.removePasskey, { body: { passkeyId } });
  waitOutTheCode();
  expect((await remove()).code).toBe(316);
  successData(await use(client, passkey));
  expect(successData(await remove())).toEqual({ removed: 1 });
  expect(successData(await remove())).toEqual({ removed: 0 });
  expect(successData(await client.send(CALLS.beginPasskeyConfirmation, { body: {} }))).toEqual({
    options: null,
  });
  expect((await client.send(CALLS.renamePasskey, { body: { passkeyId, name: 'x' } })).code).toBe(
    404,
  );
});

test('the owner gets an SMS, without the name, when one is added or removed; each use is audited', async () => {
  const who = await aBorrower();
  const { passkey, passkeyId } = await addPasskey(who);

  successData(await use(who.client, passkey));
  successData(await who.client.send(CALLS.removePasskey, { body: { passkeyId } }));

  const { details } = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(details.map(({ title }) => title)).toEqual([
    'A passkey was removed',
    'A passkey was added',
  ]);
  expect(JSON.stringify(details)).not.toContain('My phone');
  await runJobs(app);

  const sent = app.deps.db
    .selectFrom('sandbox_messages')
    .select('template')
    .where('phone', '=', who.phone);
  expect((await sent.execute()).map(({ template }) => template)).toEqual([
    'passkey_added',
    'passkey_removed',
  ]);

  const audit = app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'detail'])
    .orderBy('auditId');
  const noted = (await audit.where('userId', '=', who.userId).execute()).filter(
    ({ subject }) => subject === passkeyId,
  );

  expect(noted.map(({ action }) => action)).toEqual([
    'passkey_added',
    'confirmed_by_passkey',
    'passkey_removed',
  ]);
});

test('adding asks for a code of the last 30 minutes, before the options and before the passkey', async () => {
  const { client } = await aBorrower();
  const options = await beginAdding(client);

  waitOutTheCode();
  expect((await client.send(CALLS.beginPasskey, { body: {} })).code).toBe(316);
  expect((await add(client, makeSoftPasskey(ORIGIN).attest(options))).code).toBe(316);
});

test('a link’s session neither sees nor adds passkeys, and becomes one of a code by using one', async () => {
  const who = await aBorrower();
  const { passkey } = await addPasskey(who);

  await becomeLinkSession(app, who);
  expect((await who.client.send(CALLS.viewPasskeys, {})).code).toBe(316);
  expect((await who.client.send(CALLS.beginPasskey, { body: {} })).code).toBe(316);
  successData(await use(who.client, passkey));
  expect((await list(who.client)).passkeys).toHaveLength(1);
});

test('what is asked of the browser: user verification, the phone’s own authenticator, nothing personal', async () => {
  const who = await aBorrower();
  const { passkeyId } = await addPasskey(who);
  const [stored] = await rows(who);

  expect(stored).toMatchObject({
    passkeyId,
    counter: 0,
    transports: ['internal'],
    lastUsedAt: null,
  });

  const making = await beginAdding(who.client);
  expect(making).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: {
      authenticatorAttachment: 'platform',
      userVerification: 'required',
      residentKey: 'required',
    },
    excludeCredentials: [{ id: stored?.credentialId }],
  });
  expect(JSON.stringify(making)).not.toContain(who.phone);
  expect(await beginUsing(who.client)).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: stored?.credentialId }],
  });
});

test('a challenge is used once, by the session, user and act it was made for, within five minutes', async () => {
  const who = await aBorrower();
  const { passkey } = await addPasskey(who);
  const again = (await signIn(app, who.phone)).client;
  const other = await aBorrower();

  await addPasskey(other, passkey);

  const options = await beginUsing(who.client);
  expect(await confirm(again, passkey.assert(options))).toMatchObject(REFUSED);
  expect(await confirm(other.client, passkey.assert(options))).toMatchObject(REFUSED);

  const assertion = passkey.assert(options);
  successData(await confirm(who.client, assertion));
  expect(await confirm(who.client, assertion)).toMatchObject(REFUSED);
  expect(await confirm(who.client, passkey.assert(options))).toMatchObject(REFUSED);
  await enterCodeNow(app, who.client);
  expect(await confirm(who.client, passkey.assert(await beginAdding(who.client)))).toMatchObject(
    REFUSED,
  );
  expect(
    await add(who.client, makeSoftPasskey(ORIGIN).attest(await beginUsing(who.client))),
  ).toMatchObject(REFUSED);

  const late = passkey.assert(await beginUsing(who.client));
  app.advance(PASSKEY_CHALLENGE_MS);
  expect(await confirm(who.client, late)).toMatchObject(REFUSED);
});

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

test('another’s passkey, another origin, a wrong signature and rubbish are refused and counted', async () => {
  const who = await aBorrower();
  const { passkey } = await addPasskey(who);
  const foreign = await addPasskey(await aBorrower());
  const options = () => beginUsing(who.client);

  const count = async () => {
    await app.deps.security.flush();

    const row = await app.deps.db
      .selectFrom('security_events')
      .select((eb) => eb.fn.sum<number>('count').as('all'))
      .where('event', '=', 'refused_passkey')
      .executeTakeFirstOrThrow();
    return Number(row.all);
  };

  const before = await count();
  expect(await confirm(who.client, foreign.passkey.assert(await options()))).toMatchObject(REFUSED);

  const elsewhere = makeSoftPasskey('https://noren.example');
  expect(await add(who.client, elsewhere.attest(await beginAdding(who.client)))).toMatchObject(
    REFUSED,
  );

  const forged = {
    ...foreign.passkey.assert(await options()),
    ...pickIds(passkey.assert({ challenge: '' })),
  };
  const burnt = await options();

  expect(
    await confirm(who.client, { ...forged, response: foreign.passkey.assert(burnt).response }),
  ).toMatchObject(REFUSED);
  // The challenge of a wrong signature is used up too.
  expect(await confirm(who.client, passkey.assert(burnt))).toMatchObject(REFUSED);
  expect(await confirm(who.client, { id: 7, response: null })).toMatchObject(REFUSED);
  expect(await add(who.client, { response: { clientDataJSON: 'e30' } })).toMatchObject(REFUSED);
  expect(await count()).toBe(before + 6);
});

const pickIds = ({ id, rawId }: Record<string, unknown>) => ({ id, rawId });

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

test('production takes only the app’s own https origin', () => {
  const { deps } = app;
  const config = { ...deps.config, isSandbox: false, NOREN_APP_HOST: 'loans.example' };
  const site = passkeySite({ ...deps, config });
  const origins = [
    'https://loans.example',
    'http://loans.example',
    'https://loans.example:8443',
    'https://a.loans.example',
  ];

  expect(origins.map((origin) => site.isOwn(origin))).toEqual([true, false, false, false]);
});

test.each([
  ['a day old', PASSKEY_TRUSTED_AFTER_MS, true],
  ['a minute younger', PASSKEY_TRUSTED_AFTER_MS - 60_000, false],
])(
  'a changed account confirmed by a passkey that is %s: paid at once %s',
  async (_, age, isAtOnce) => {
    const who = await aSignedInUser(app);
    const { passkey } = await addPasskey(who);

    app.advance(age);
    successData(await use(who.client, passkey));

    const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
    successData(await saveAccount(who.client, aBankAccount(identity?.name ?? '')));
    expect((await viewAccount(who.client))?.payableFrom === null).toBe(isAtOnce);
  },
);

test('a new phone with the SMS code alone does not have money sent elsewhere, though the owner has an old passkey', async () => {
  const who = await aSignedInUser(app);
  const { passkey } = await addPasskey(who);

  app.advance(PASSKEY_TRUSTED_AFTER_MS);
  successData(await use(who.client, passkey));

  const thief = await signIn(app, who.phone);
  await addPasskey(thief, makeSoftPasskey(ORIGIN));

  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  const changedAt = app.deps.now();

  successData(await saveAccount(thief.client, aBankAccount(identity?.name ?? '')));
  expect((await viewAccount(thief.client))?.payableFrom).toBe(changedAt + PASSKEY_TRUSTED_AFTER_MS);
});

test('a new phone with only the code signs the owner out but cannot remove their passkey for a day', async () => {
  const who = await aBorrower();
  const { passkeyId } = await addPasskey(who);

  app.advance(2 * PASSKEY_TRUSTED_AFTER_MS);

  const stranger = await signIn(app, who.phone);
  const knownSince = app.deps.now();
  const remove = () => stranger.client.send(CALLS.removePasskey, { body: { passkeyId } });
  const revoked = await stranger.client.send(CALLS.revokeSessions, { body: { sessionId: null } });

  expect(successData(revoked)).toEqual({ revoked: 1 });

  const refused = await remove();
  expect(refused).toMatchObject({ code: 409, data: { reason: 'passkey_kept' } });

  const { phone } = app.deps.appConfig.lender.grievance;
  for (const word of [formatTime(knownSince + PASSKEY_TRUSTED_AFTER_MS), phone])
    expect(refused.msg).toContain(word);
  expect(await rows(who)).toHaveLength(1);
  app.advance(PASSKEY_TRUSTED_AFTER_MS);
  await enterCodeNow(app, stranger.client);
  expect(successData(await remove())).toEqual({ removed: 1 });
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
