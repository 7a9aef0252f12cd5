import { CALLS } from '@noren/contract/index';
import { addMonths } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { listPictures } from '../../people/user-file-store.ts';
import { requestErasure, useErasure, view, WEEK_MS } from '../../testing/erasure.ts';
import { anAppliedLoan, runJobs } from '../../testing/loans.ts';
import { collectPersonalData, findTraces } from '../../testing/personal-data-traces.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, userWithAllData, runJobsAfter, selfCheckProblems } = await useErasure();

describe.each([
  ['had a loan', true],
  ['never had a loan', false],
])('a user who %s', (_, hasLoan) => {
  test('is erased after a week: no personal data in the database, pictures only as the law requires', async () => {
    const who = await userWithAllData(hasLoan);
    const names = await collectPersonalData(app, who);

    expect(await findTraces(app, names)).toContain('users.phone_hash');

    const pictures = await listPictures(app.deps.db, who.userId);
    const before = await view(who);

    expect(before).toMatchObject({ state: 'none', blocks: [], waitDays: 7 });

    const erasure = successData(await requestErasure(who));
    expect(erasure).toMatchObject({ state: 'waiting', dueAt: app.deps.now() + WEEK_MS });
    await runJobsAfter(WEEK_MS - 60_000);
    expect((await view(who)).state).toBe('waiting');
    await runJobsAfter(60_000);
    expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);
    expect(await findTraces(app, names)).toEqual([]);

    const left = await Promise.allSettled(
      pictures.map(({ fileId, kind }) =>
        app.deps.files.get(fileId, { aad: JSON.stringify([who.userId, kind]) }),
      ),
    );
    expect(left.map(({ status }) => status)).toEqual(
      pictures.map(() => (hasLoan ? 'fulfilled' : 'rejected')),
    );
    expect(await selfCheckProblems()).toEqual([]);
  });
});

test('a former borrower’s identity is retained for five years, then deleted with the pictures', async () => {
  const who = await userWithAllData(true);
  const [identity] = await readPersonalData(app.deps.db, app.deps.crypto, 'identities', who.userId);
  const pictures = await listPictures(app.deps.db, who.userId);
  const inFiveYears = String(addMonths(app.deps.today(), 60));

  expect((await view(who)).keepUntil).toBe(inFiveYears);
  successData(await requestErasure(who));
  await runJobsAfter(WEEK_MS);

  const retainedRecord = () =>
    app.deps.db
      .selectFrom('retained_records')
      .selectAll()
      .where('userId', '=', who.userId)
      .executeTakeFirst();

  const row = await retainedRecord();
  expect(row?.fileIds.toSorted()).toEqual(pictures.map(({ fileId }) => fileId).toSorted());

  const encryptionContext = `retained_records.record_enc:${who.userId}`;
  const record = JSON.parse(
    app.deps.crypto.decrypt(row?.recordEnc ?? Buffer.alloc(0), encryptionContext),
  ) as object;

  expect(record).toMatchObject({
    phone: who.phone,
    identities: [{ name: identity?.name, pan: identity?.pan }],
  });

  expect(Object.keys(record).toSorted()).toEqual([
    'addresses',
    'bank_accounts',
    'identities',
    'identity_documents',
    'identity_sources',
    'pan_checks',
    'phone',
    'renewal_reminders',
    'renewals',
    'risk_classes',
  ]);

  const { rows } = await sql<{ n: number }>`
    select count(*) as n from entries where user_id = ${who.userId}`.execute(app.deps.db);
  expect(rows[0]?.n).toBeGreaterThan(0);
  app.moveDays(5 * 366);
  await runJobsAfter(0);
  app.moveDays(-5 * 366);
  expect(await retainedRecord()).toBeUndefined();

  for (const { fileId, kind } of pictures)
    await expect(
      app.deps.files.get(fileId, { aad: JSON.stringify([who.userId, kind]) }),
    ).rejects.toThrow('not_found');
});

describe('an erasure is blocked', () => {
  test('by a loan application: rejected with the reason and not recorded', async () => {
    const who = await aSignedInUser(app);
    await anAppliedLoan(who);
    expect(await requestErasure(who)).toMatchObject({ code: 409, data: { reason: 'loan_runs' } });
    expect(await view(who)).toMatchObject({ state: 'none', blocks: ['loan_runs'] });
  });

  test('without a recent code: 316', async () => {
    const who = await aSignedInUser(app);
    app.advance(31 * 60_000);
    expect((await requestErasure(who)).code).toBe(316);
  });
});

test('an erasure is confirmed by message and can be cancelled for a week', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  successData(await requestErasure(who));
  await runJobs(app);

  const texts = successData(await who.client.send(CALLS.notificationCentre, { body: {} })).details;
  expect(texts.filter(({ screen }) => screen === 'data')).toHaveLength(1);
  expect(successData(await who.client.send(CALLS.stopErasure, { body: {} })).state).toBe(
    'cancelled',
  );
  await runJobsAfter(2 * WEEK_MS);
  expect(successData(await who.client.send(CALLS.viewErasure, {})).state).toBe('cancelled');
});
