import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeExpired } from '../../operations/privacy/purge-expired.ts';
import { readPersonalData } from '../../operations/privacy/read-personal-data.ts';
import { runSelfChecks } from '../../operations/self-checks/self-checks.ts';
import { openSession } from '../../platform/http/session.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { apply, runJobs } from '../../testing/borrow.ts';
import { type GivenUser, given, granted } from '../../testing/given.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countWaiting } from '../../testing/waiting.ts';
import { writeDocument } from '../certification/document-store.ts';

const WEEK_MS = 7 * 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.advance(60_000));
afterAll(() => app.stop());

const fileAadOf = (userId: string) => ({ aad: fileAad({ userId, kind: 'panFront' }) });
/** Waits until so many statements wait for a lock. */
const waiting = (count: number) => expect.poll(() => countWaiting(app.deps.db)).toBe(count);
const askFor = (who: GivenUser) => who.client.send(CALLS.askErasure, { body: {} });
const later = async (ms: number) => {
  app.advance(ms);
  await purgeExpired(app.deps);
  await runJobs(app);
};
const holds = async () =>
  (await runSelfChecks(app.deps.db, { today: app.deps.today(), now: app.deps.now() })).flatMap(({ name, problems }) =>
    name === 'days are closed' || name === 'providers’ accounts agree' ? [] : problems,
  );

test('asked for twenty times: one', async () => {
  const who = await given.user(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => askFor(who)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  const rows = await readPersonalData(app.deps.db, app.deps.crypto, 'erasures', who.userId);
  expect(rows).toHaveLength(1);
});

test('two jobs and an application: erased with no loan, or stopped with one', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  app.advance(WEEK_MS - 60_000);
  granted(await who.client.send(CALLS.viewErasure, {}));
  // The code is fresh again, as someone's would be who applies.
  await sql`update sessions set code_entered_at = ${new Date(app.deps.now())} where user_id = ${who.userId}`.execute(
    app.deps.db,
  );
  app.advance(60_000);
  await Promise.allSettled([apply(who), purgeExpired(app.deps), purgeExpired(app.deps)]);
  await later(0);
  const orders = await readPersonalData(app.deps.db, app.deps.crypto, 'orders', who.userId);
  const [user] = await readPersonalData(app.deps.db, app.deps.crypto, 'users', who.userId);
  expect(user?.erased_at === null).toBe(orders.length === 1);
  expect(await holds()).toEqual([]);
});

test('what a request under way wrote after the erasure goes the next time', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  await later(WEEK_MS);
  const { db, crypto } = app.deps;
  await db
    .insertInto('contacts')
    .values({
      userId: who.userId,
      position: 1,
      relationship: 'friend',
      nameEnc: crypto.encrypt('Late', `contacts.name_enc:${who.userId}`),
      phoneEnc: crypto.encrypt('9', `contacts.phone_enc:${who.userId}`),
      maskedPhone: '9',
    })
    .execute();
  const fileId = await app.deps.files.put(Buffer.from('late'), fileAadOf(who.userId));
  const card = {
    type: 'panFront' as const,
    fileId,
    isRead: true,
    fields: {},
    confidence: 90,
    uncertain: [],
    aadhaarHash: null,
  };
  await writeDocument(db, crypto, who.userId, card, app.deps.now());
  await later(60_000);
  expect(await readPersonalData(db, crypto, 'contacts', who.userId)).toEqual([]);
  await expect(app.deps.files.get(fileId, fileAadOf(who.userId))).rejects.toThrow('not_found');
});

test('a session that a link opened meanwhile opens nothing', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  await later(WEEK_MS);
  const of = { userId: who.userId, deviceId: who.client.deviceId, assurance: 'otp', now: app.deps.now() } as const;
  const opened = await openSession(app.deps.db, of);
  Object.assign(who.client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
  await later(60_000);
  expect(await readPersonalData(app.deps.db, app.deps.crypto, 'sessions', who.userId)).toEqual([]);
});

test.each(['stops it', 'signs in'])(
  'someone who %s while it is carried out waits, and is told what is so',
  async (does) => {
    const who = await given.user(app);
    granted(await askFor(who));
    app.advance(WEEK_MS);
    const next = app.client();
    const { otpRef, code } = await given.code(app, next, who.phone);
    const { policyVersion } = app.deps.appConfig;
    const body = { phone: who.phone, otpRef, code, agreed: true as const, policyVersion, language: 'en' as const };
    const { erasing, doing } = await app.deps.db.transaction().execute(async (tx) => {
      await sql`select 1 from users where user_id = ${who.userId} for update`.execute(tx);
      const erasing = purgeExpired(app.deps);
      await waiting(1);
      const doing =
        does === 'stops it'
          ? who.client.send(CALLS.stopErasure, { body: {} })
          : next.send(CALLS.checkOtpLogin, { body });
      await waiting(2);
      return { erasing, doing };
    });
    await erasing;
    const answer = await doing;
    app.advance(61_000);
    // The code went with the rest: another one signs somebody new in.
    const gone = { code: 409, data: { reason: 'code_gone' } };
    expect(answer).toMatchObject(does === 'stops it' ? { code: 401 } : gone);
    if (does === 'signs in') expect((await given.signIn(app, who.phone)).userId).not.toBe(who.userId);
    const [user] = await readPersonalData(app.deps.db, app.deps.crypto, 'users', who.userId);
    expect(user?.erased_at).not.toBeNull();
  },
);
