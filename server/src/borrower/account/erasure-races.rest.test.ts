import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { writeDocument } from '../../people/certification/document-store.ts';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { openSession } from '../../platform/http/session-store.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { requestErasure, useErasure, WEEK_MS } from '../../testing/erasure.ts';
import { anAppliedLoan } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { aSignedInUser, requestCode, signIn, successData } from '../../testing/users.ts';

const { app, runJobsAfter, selfCheckProblems } = await useErasure();
beforeEach(() => app.advance(60_000));

const makeFileAad = (userId: string) => ({ aad: fileAad({ userId, kind: 'panFront' }) });
/** Waits until `count` statements are waiting for a lock. */
const waiting = (count: number) => expect.poll(() => countWaiting(app.deps.db)).toBe(count);

test('twenty concurrent requests create one erasure', async () => {
  const who = await aSignedInUser(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => requestErasure(who)));

  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));

  const rows = await readPersonalData(app.deps.db, app.deps.crypto, 'erasures', who.userId);
  expect(rows).toHaveLength(1);
});

test('two erasure jobs racing a loan application end erased without a loan or stopped with one', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  app.advance(WEEK_MS - 60_000);
  successData(await who.client.send(CALLS.viewErasure, {}));
  // A recent code, as the application needs.
  await sql`update sessions set code_entered_at = ${new Date(app.deps.now())} where user_id = ${who.userId}`.execute(
    app.deps.db,
  );
  app.advance(60_000);
  await Promise.allSettled([anAppliedLoan(who), purgeExpired(app.deps), purgeExpired(app.deps)]);
  await runJobsAfter(0);

  const orders = await readPersonalData(app.deps.db, app.deps.crypto, 'orders', who.userId);
  const [user] = await readPersonalData(app.deps.db, app.deps.crypto, 'users', who.userId);

  expect(user?.erased_at === null).toBe(orders.length === 1);
  expect(await selfCheckProblems()).toEqual([]);
});

test('data written by a concurrent request after the erasure is deleted by the next run', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  await runJobsAfter(WEEK_MS);

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

  const fileId = await app.deps.files.put(Buffer.from('late'), makeFileAad(who.userId));
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
  await runJobsAfter(60_000);
  expect(await readPersonalData(db, crypto, 'contacts', who.userId)).toEqual([]);
  await expect(app.deps.files.get(fileId, makeFileAad(who.userId))).rejects.toThrow('not_found');
});

test('a session opened during the erasure is not valid', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  await runJobsAfter(WEEK_MS);

  const of = {
    userId: who.userId,
    deviceId: who.client.deviceId,
    assurance: 'otp',
    now: app.deps.now(),
  } as const;
  const opened = await openSession(app.deps.db, of);

  Object.assign(who.client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
  await runJobsAfter(60_000);
  expect(await readPersonalData(app.deps.db, app.deps.crypto, 'sessions', who.userId)).toEqual([]);
});

test.each(['stops it', 'signs in'])(
  'a user who %s during the erasure waits for it and gets the right answer',
  async (action) => {
    const who = await aSignedInUser(app);
    successData(await requestErasure(who));
    app.advance(WEEK_MS);

    const next = app.client();
    const { otpRef, code } = await requestCode(app, next, who.phone);
    const { policyVersion } = app.deps.appConfig;
    const body = {
      phone: who.phone,
      otpRef,
      code,
      agreed: true as const,
      policyVersion,
      language: 'en' as const,
    };
    const { erasing, doing } = await app.deps.db.transaction().execute(async (tx) => {
      await sql`select 1 from users where user_id = ${who.userId} for update`.execute(tx);

      const erasing = purgeExpired(app.deps);
      await waiting(1);

      const doing =
        action === 'stops it'
          ? who.client.send(CALLS.stopErasure, { body: {} })
          : next.send(CALLS.checkOtpLogin, { body });
      await waiting(2);

      return { erasing, doing };
    });

    await erasing;

    const answer = await doing;
    app.advance(61_000);

    // The code was erased too; a new code signs in as a new user.
    const gone = { code: 409, data: { reason: 'code_gone' } };
    expect(answer).toMatchObject(action === 'stops it' ? { code: 401 } : gone);
    if (action === 'signs in') expect((await signIn(app, who.phone)).userId).not.toBe(who.userId);

    const [user] = await readPersonalData(app.deps.db, app.deps.crypto, 'users', who.userId);
    expect(user?.erased_at).not.toBeNull();
  },
);
