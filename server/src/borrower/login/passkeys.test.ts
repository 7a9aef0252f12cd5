import { CALLS } from '@noren/contract/index';
import { formatTime } from '@noren/core/money/time';
import { PASSKEY_CHALLENGE_MS, PASSKEY_TRUSTED_AFTER_MS } from '@noren/core/people/passkey';
import { expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { aBankAccount, saveAccount, viewAccount } from '../../testing/bank-accounts.ts';
import { runJobs } from '../../testing/loans.ts';
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
import type { TestClient } from '../../testing/start-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  enterCodeNow,
  signIn,
  successData,
} from '../../testing/users.ts';
import { passkeySite } from './passkey-site.ts';

const { app, aBorrower, rows, waitOutTheCode } = await usePasskeys();

const list = async (client: TestClient) => successData(await client.send(CALLS.viewPasskeys, {}));

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
    .where('phone', '=', who.phone)
    .orderBy('smsId');
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
