import { CALLS } from '@noren/contract/index';
import { PURPOSES, type Purpose } from '@noren/core/people/consent';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Lead, openSession } from '../../platform/http/session-store.ts';
import { consentTexts } from '../../testing/required-consents.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';

const app = await useApp();

const userWithoutConsents = (): Promise<SignedInUser> =>
  aSignedInUser(app, { bizStatus: UserStatus.registered, consents: [] });

const readState = async (client: TestClient, of: Purpose) =>
  successData(await client.send(CALLS.viewConsents, {})).consents.find(
    ({ purpose }) => purpose === of,
  )?.state;

const readRecords = (userId: string) =>
  app.deps.db
    .selectFrom('consents')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('consentId')
    .execute();

test('viewConsents lists every purpose with its current text before any decision', async () => {
  const { client } = await userWithoutConsents();
  const { consents } = successData(await client.send(CALLS.viewConsents, {}));

  expect(consents.map(({ purpose }) => purpose)).toEqual(PURPOSES);

  for (const { purpose, ...state } of consents)
    expect(state).toEqual({
      textVersion: consentTexts[purpose].textVersion,
      isRequired: consentTexts[purpose].isRequired,
      state: 'none',
      decidedAt: null,
    });
});

test('a given consent is recorded with all its details', async () => {
  const { userId } = await userWithoutConsents();
  const client = await signInInSpanish(userId);
  const answer = successData(await sendConsent(client, 'contacts', true));

  expect(answer).toMatchObject({ purpose: 'contacts', state: 'given', decidedAt: app.deps.now() });
  expect(await readRecords(userId)).toEqual([
    {
      userId,
      consentId: expect.any(String),
      purpose: 'contacts',
      textVersion: consentTexts.contacts.textVersion,
      items: ['two_contacts'],
      language: 'es',
      channel: 'web',
      decision: 'given',
      at: app.deps.now(),
      withdrawnAt: null,
      deviceId: client.deviceId,
    },
  ]);
});

/** The same user on another device, set to Spanish. */
const signInInSpanish = (userId: string) =>
  signInOn(userId, app.client({ language: 'es' }), { assurance: 'otp' });

async function signInOn(
  userId: string,
  client: TestClient,
  by: { assurance: 'otp' } | { assurance: 'link'; lead: Lead },
): Promise<TestClient> {
  const { deps } = app;
  const opened = await openSession(deps.db, {
    userId,
    deviceId: client.deviceId,
    now: deps.now(),
    ...by,
  });

  return Object.assign(client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
}

test('a consent given on one device applies on another', async () => {
  const { client, userId } = await userWithoutConsents();
  successData(await sendConsent(client, 'questionnaire', true));
  expect(await readState(await signInInSpanish(userId), 'questionnaire')).toBe('given');
});

test('withdrawing closes the record without deleting it; a new consent adds a record', async () => {
  const { client, userId } = await userWithoutConsents();
  successData(await sendConsent(client, 'bank_account', true));

  const givenAt = app.deps.now();
  app.advance(60_000);
  expect(successData(await sendConsent(client, 'bank_account', false))).toMatchObject({
    state: 'withdrawn',
    decidedAt: givenAt + 60_000,
  });
  successData(await sendConsent(client, 'bank_account', false));
  expect(await readRecords(userId)).toMatchObject([
    { at: givenAt, withdrawnAt: givenAt + 60_000, decision: 'given' },
  ]);
  expect(successData(await sendConsent(client, 'bank_account', true)).state).toBe('given');
  expect(await readRecords(userId)).toMatchObject([
    { withdrawnAt: givenAt + 60_000 },
    { withdrawnAt: null },
  ]);
});

test.each(['face_check', 'offers', 'contacts'] as const)(
  '%s can be refused and given later',
  async (purpose) => {
    const { client, userId } = await userWithoutConsents();
    expect(successData(await sendConsent(client, purpose, false)).state).toBe('refused');
    expect(successData(await sendConsent(client, purpose, true)).state).toBe('given');
    expect((await readRecords(userId)).map(({ decision }) => decision)).toEqual([
      'refused',
      'given',
    ]);
  },
);

test('a link session may refuse, but needs a code to give or withdraw a consent', async () => {
  const { client, userId } = await userWithoutConsents();
  successData(await sendConsent(client, 'contacts', true));

  const byLink = await signInOn(userId, app.client(), {
    assurance: 'link',
    lead: { channel: 'sms', clientType: 1 },
  });
  expect((await sendConsent(byLink, 'contacts', false)).code).toBe(316);
  expect(await readState(client, 'contacts')).toBe('given');
  expect((await sendConsent(byLink, 'bank_account', true)).code).toBe(316);
  expect(await readState(client, 'bank_account')).not.toBe('given');
  expect(successData(await sendConsent(byLink, 'face_check', false)).state).toBe('refused');
});

test.each([true, false])(
  'the same decision (%s) sent twenty times concurrently is one record',
  async (isGiven) => {
    const { client, userId } = await userWithoutConsents();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendConsent(client, 'face_check', isGiven)),
    );

    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(await readRecords(userId)).toHaveLength(1);
  },
);

test('concurrent consent and withdrawal leave at most one active record', async () => {
  const { client, userId } = await userWithoutConsents();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => sendConsent(client, 'contacts', at % 2 === 0)),
  );

  const state = (await readRecords(userId)).filter(
    (row) => row.decision === 'given' && row.withdrawnAt === null,
  );
  expect(state.length).toBe((await readState(client, 'contacts')) === 'given' ? 1 : 0);
});

test('decisions are limited per day, and the error gives the wait', async () => {
  const { client, userId } = await userWithoutConsents();
  const { limits, now } = app.deps;
  const { most } = limits.findRule('consent-user-day');

  for (let at = 1; at < most; at++) await limits.take([['consent-user-day', userId]], now());
  successData(await sendConsent(client, 'offers', true));
  expect((await sendConsent(client, 'offers', false)).code).toBe(429);
  expect(await readState(client, 'offers')).toBe('given');
});

describe('invalid decisions', () => {
  test('consent to another text version answers 409 with the current one and records nothing', async () => {
    const { client, userId } = await userWithoutConsents();
    for (const isGiven of [true, false]) {
      const body = { purpose: 'contacts', textVersion: '2020-01', given: isGiven } as const;
      expect(await client.send(CALLS.saveConsent, { body })).toMatchObject({
        code: 409,
        data: {
          reason: 'consent_text_changed',
          purpose: 'contacts',
          textVersion: consentTexts.contacts.textVersion,
        },
      });
    }

    expect(await readRecords(userId)).toEqual([]);
  });

  test('withdrawing works with any text version', async () => {
    const { client } = await userWithoutConsents();
    successData(await sendConsent(client, 'contacts', true));
    const body = { purpose: 'contacts', textVersion: '2020-01', given: false } as const;
    expect(successData(await client.send(CALLS.saveConsent, { body })).state).toBe('withdrawn');
  });

  test.each(['', 'everything', 'constructor', null, 3])(
    'an unknown purpose is rejected: %j',
    async (purpose) => {
      const { client } = await userWithoutConsents();
      const body = { purpose, textVersion: '2026-11', given: true } as never;
      expect(await client.send(CALLS.saveConsent, { body })).toMatchObject({
        code: 400,
        data: { fields: [{ path: 'purpose' }] },
      });
    },
  );

  test("another user's consent does not count", async () => {
    const [own, theirs] = await Promise.all([userWithoutConsents(), userWithoutConsents()]);
    successData(await sendConsent(theirs.client, 'contacts', true));
    expect(await readState(own.client, 'contacts')).toBe('none');
    successData(await sendConsent(own.client, 'contacts', false));
    expect(await readState(theirs.client, 'contacts')).toBe('given');
  });

  test('a consent to an older text is outdated', async () => {
    const { client, userId } = await userWithoutConsents();
    await app.deps.db
      .insertInto('consents')
      .values({
        userId,
        purpose: 'contacts',
        textVersion: '2020-01',
        language: 'en',
        channel: 'web',
        at: new Date(app.deps.now()),
        decision: 'given',
        items: '[]',
      })
      .execute();
    expect(await readState(client, 'contacts')).toBe('outdated');
    expect(successData(await sendConsent(client, 'contacts', true)).state).toBe('given');
  });
});

test('the database rejects changes to consent records', async () => {
  const { client, userId } = await userWithoutConsents();
  successData(await sendConsent(client, 'contacts', true));
  successData(await sendConsent(client, 'contacts', false));

  const { db } = app.deps;
  const own = sql`where user_id = ${userId}`;

  for (const change of [
    sql`update consents set text_version = 'x' ${own}`,
    sql`update consents set withdrawn_at = null ${own}`,
    sql`update consents set withdrawn_at = now() ${own}`,
    sql`delete from consents ${own}`,
    sql`truncate consents`,
  ])
    await expect(change.execute(db)).rejects.toThrow('never changed or deleted');

  expect(await readRecords(userId)).toHaveLength(1);
});

test('a server that verifies no card asks with a text that names no code', async () => {
  const { client } = await aSignedInUser(app);
  const asked = async () =>
    successData(await client.send(CALLS.viewConsents, {})).consents.find(
      ({ purpose }) => purpose === 'identity_documents',
    );
  const { identitySources } = app.deps;
  expect(await asked()).toMatchObject({ state: 'given', textVersion: '2026-11-5' });

  Object.assign(app.deps, { identitySources: null });
  expect(await asked()).toMatchObject({ state: 'outdated', textVersion: '2026-11-4' });
  Object.assign(app.deps, { identitySources });
});
