import { CALLS } from '@noren/contract/index';
import { consentTexts, PURPOSES, type Purpose } from '@noren/core/people/consent';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lead, openSession } from '../../platform/http/session.ts';
import { decide, type GivenUser, given, granted } from '../../testing/given.ts';
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Somebody who has agreed to nothing yet. */
const stranger = (): Promise<GivenUser> => given.user(app, { bizStatus: UserStatus.registered, consents: [] });
const stateOf = async (client: TestClient, of: Purpose) =>
  granted(await client.send(CALLS.viewConsents, {})).consents.find(({ purpose }) => purpose === of)?.state;
const recordsOf = (userId: string) =>
  app.deps.db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('consentId').execute();

test('every purpose is named with its text in force, before anything was decided', async () => {
  const { client } = await stranger();
  const { consents } = granted(await client.send(CALLS.viewConsents, {}));
  expect(consents.map(({ purpose }) => purpose)).toEqual(PURPOSES);
  for (const { purpose, ...standing } of consents)
    expect(standing).toEqual({
      textVersion: consentTexts[purpose].textVersion,
      isRequired: consentTexts[purpose].isRequired,
      state: 'none',
      decidedAt: null,
    });
});

test('agreeing is recorded with all that it was about', async () => {
  const { userId } = await stranger();
  const client = await inSpanish(userId);
  const answer = granted(await decide(client, 'contacts', true));
  expect(answer).toMatchObject({ purpose: 'contacts', state: 'given', decidedAt: app.deps.now() });
  expect(await recordsOf(userId)).toEqual([
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

/** The same user on another phone, set to Spanish. */
const inSpanish = (userId: string) => onPhone(userId, app.client({ language: 'es' }), { assurance: 'otp' });

async function onPhone(
  userId: string,
  client: TestClient,
  by: { assurance: 'otp' } | { assurance: 'link'; lead: Lead },
): Promise<TestClient> {
  const { deps } = app;
  const opened = await openSession(deps.db, { userId, deviceId: client.deviceId, now: deps.now(), ...by });
  return Object.assign(client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
}

test('what was agreed on one phone stands on another', async () => {
  const { client, userId } = await stranger();
  granted(await decide(client, 'questionnaire', true));
  expect(await stateOf(await inSpanish(userId), 'questionnaire')).toBe('given');
});

test('withdrawing ends the record and keeps it; agreeing again is a new one', async () => {
  const { client, userId } = await stranger();
  granted(await decide(client, 'bank_account', true));
  const givenAt = app.deps.now();
  app.advance(60_000);
  expect(granted(await decide(client, 'bank_account', false))).toMatchObject({
    state: 'withdrawn',
    decidedAt: givenAt + 60_000,
  });
  granted(await decide(client, 'bank_account', false));
  expect(await recordsOf(userId)).toMatchObject([{ at: givenAt, withdrawnAt: givenAt + 60_000, decision: 'given' }]);
  expect(granted(await decide(client, 'bank_account', true)).state).toBe('given');
  expect(await recordsOf(userId)).toMatchObject([{ withdrawnAt: givenAt + 60_000 }, { withdrawnAt: null }]);
});

test.each(['face_check', 'offers', 'contacts'] as const)('%s can be refused, and agreed to later', async (purpose) => {
  const { client, userId } = await stranger();
  expect(granted(await decide(client, purpose, false)).state).toBe('refused');
  expect(granted(await decide(client, purpose, true)).state).toBe('given');
  expect((await recordsOf(userId)).map(({ decision }) => decision)).toEqual(['refused', 'given']);
});

test('a link agrees and refuses for a step that is new, and takes nothing back before a code', async () => {
  const { client, userId } = await stranger();
  granted(await decide(client, 'contacts', true));
  const byLink = await onPhone(userId, app.client(), { assurance: 'link', lead: { channel: 'sms', clientType: 1 } });
  expect((await decide(byLink, 'contacts', false)).code).toBe(316);
  expect(await stateOf(client, 'contacts')).toBe('given');
  expect(granted(await decide(byLink, 'bank_account', true)).state).toBe('given');
  expect(granted(await decide(byLink, 'face_check', false)).state).toBe('refused');
});

test.each([true, false])('the same decision (%s) twenty times at once is one record', async (isGiven) => {
  const { client, userId } = await stranger();
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(client, 'face_check', isGiven)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(await recordsOf(userId)).toHaveLength(1);
});

test('agreeing and withdrawing at once end in one of the two, with no consent left standing twice', async () => {
  const { client, userId } = await stranger();
  await Promise.all(Array.from({ length: 20 }, (_, at) => decide(client, 'contacts', at % 2 === 0)));
  const standing = (await recordsOf(userId)).filter((row) => row.decision === 'given' && row.withdrawnAt === null);
  expect(standing.length).toBe((await stateOf(client, 'contacts')) === 'given' ? 1 : 0);
});

test('so many decisions a day, then a wait that is told', async () => {
  const { client, userId } = await stranger();
  const { limits, now } = app.deps;
  const { most } = limits.ruleOf('consent-user-day');
  for (let at = 1; at < most; at++) await limits.take([['consent-user-day', userId]], now());
  granted(await decide(client, 'offers', true));
  expect((await decide(client, 'offers', false)).code).toBe(429);
  expect(await stateOf(client, 'offers')).toBe('given');
});

describe('what does not count', () => {
  test('another version of the text: 409 with the one in force, nothing recorded', async () => {
    const { client, userId } = await stranger();
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
    expect(await recordsOf(userId)).toEqual([]);
  });

  test('withdrawing needs no newer text: the way out is never closed', async () => {
    const { client } = await stranger();
    granted(await decide(client, 'contacts', true));
    const body = { purpose: 'contacts', textVersion: '2020-01', given: false } as const;
    expect(granted(await client.send(CALLS.saveConsent, { body })).state).toBe('withdrawn');
  });

  test.each(['', 'everything', 'constructor', null, 3])('a purpose that is none: %j', async (purpose) => {
    const { client } = await stranger();
    const body = { purpose, textVersion: '2026-11', given: true } as never;
    expect(await client.send(CALLS.saveConsent, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'purpose' }] },
    });
  });

  test("another user's consent", async () => {
    const [mine, theirs] = await Promise.all([stranger(), stranger()]);
    granted(await decide(theirs.client, 'contacts', true));
    expect(await stateOf(mine.client, 'contacts')).toBe('none');
    granted(await decide(mine.client, 'contacts', false));
    expect(await stateOf(theirs.client, 'contacts')).toBe('given');
  });

  test('a consent to an older text', async () => {
    const { client, userId } = await stranger();
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
    expect(await stateOf(client, 'contacts')).toBe('outdated');
    expect(granted(await decide(client, 'contacts', true)).state).toBe('given');
  });
});

test('the database keeps every record as it was made', async () => {
  const { client, userId } = await stranger();
  granted(await decide(client, 'contacts', true));
  granted(await decide(client, 'contacts', false));
  const { db } = app.deps;
  const mine = sql`where user_id = ${userId}`;
  for (const change of [
    sql`update consents set text_version = 'x' ${mine}`,
    sql`update consents set withdrawn_at = null ${mine}`,
    sql`update consents set withdrawn_at = now() ${mine}`,
    sql`delete from consents ${mine}`,
    sql`truncate consents`,
  ])
    await expect(change.execute(db)).rejects.toThrow('never changed or deleted');
  expect(await recordsOf(userId)).toHaveLength(1);
});
