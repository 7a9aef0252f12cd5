import { CALLS } from '@noren/contract/index';
import { addMonths } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { listPictures } from '../../people/user-file-store.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { runSelfChecks } from '../../processes/self-checks/self-checks.ts';
import { anActiveLoan, anAppliedLoan, runJobs } from '../../testing/loans.ts';
import { collectPersonalData, findTraces, USER_TEXTS } from '../../testing/personal-data-traces.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, signIn, successData } from '../../testing/users.ts';

const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
const app = await useApp();

const requestErasure = (who: SignedInUser) => who.client.send(CALLS.requestErasure, { body: {} });
const view = async (who: SignedInUser) => successData(await who.client.send(CALLS.viewErasure, {}));

const runJobsAfter = async (ms: number) => {
  app.advance(ms);
  await purgeExpired(app.deps);
  await runJobs(app);
};

/** A user with data in every table a user can write to. */
async function userWithAllData(hasLoan: boolean): Promise<SignedInUser> {
  const phone = `98${String(++lastPhone).padStart(8, '0')}`;
  const who = await signIn(app, phone);
  const certified = await aSignedInUser(app, { phone });
  const { client } = certified;

  successData(
    await client.send(CALLS.saveFeedback, { body: { type: 'problem', text: USER_TEXTS.feedback } }),
  );
  successData(
    await client.send(CALLS.saveNominee, {
      body: { relationship: 'spouse', name: USER_TEXTS.nominee, phone: USER_TEXTS.nomineePhone },
    }),
  );

  successData(
    await client.send(CALLS.correctData, {
      body: { field: 'companyName', value: USER_TEXTS.company },
    }),
  );
  successData(await client.send(CALLS.requestExport, { body: {} }));
  await runJobs(app);

  if (hasLoan) {
    const repayId = await anActiveLoan(app, certified);
    await startAndPay(app, certified, { repayId, kind: 'full' });
    await runJobs(app);
  }

  return { ...certified, phone: who.phone };
}

let lastPhone = 0;

const selfCheckProblems = async () =>
  (await runSelfChecks(app.deps.db, { today: app.deps.today(), now: app.deps.now() })).flatMap(
    ({ name, problems }) =>
      name === 'business days are closed' || name === 'provider reconciliation balances'
        ? []
        : problems,
  );

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

  test('can sign up again as a new user with the same phone and documents', async () => {
    const who = await userWithAllData(hasLoan);
    const identity = await readPersonalData(app.deps.db, app.deps.crypto, 'identities', who.userId);

    successData(await requestErasure(who));
    await runJobsAfter(WEEK_MS);

    const again = await signIn(app, who.phone);
    expect(again.userId).not.toBe(who.userId);

    const pan = app.deps.crypto.hash('pan', String(identity[0]?.pan));
    const identities = await app.deps.db
      .selectFrom('identities')
      .select('userId')
      .where('panHash', '=', pan)
      .execute();

    expect(identities).toEqual([]);
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

  test('by a loan taken while it waits: it is stopped, the user is notified and may request it again', async () => {
    const who = await aSignedInUser(app);
    successData(await requestErasure(who));

    const repayId = await anActiveLoan(app, who);
    await runJobsAfter(WEEK_MS);
    expect(await view(who)).toMatchObject({ state: 'stopped', blocks: ['loan_runs'] });

    const messages = successData(
      await who.client.send(CALLS.notificationCentre, { body: {} }),
    ).details;
    expect(messages.map(({ title }) => title)).toContain('Your data was not erased');
    await startAndPay(app, who, { repayId, kind: 'full' });
    await runJobs(app);
    await sql`
      update sessions set code_entered_at = ${new Date(app.deps.now())}
      where user_id = ${who.userId}`.execute(app.deps.db);
    expect(successData(await requestErasure(who)).state).toBe('waiting');
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

test('the self-check reports overdue data', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  app.advance(WEEK_MS + 2 * DAY_MS);
  expect(await selfCheckProblems()).toContainEqual(`user ${who.userId} is not erased yet`);
  await purgeExpired(app.deps);
  expect(await selfCheckProblems()).toEqual([]);
});

test('the close of day runs due erasures, also after the business day was moved', async () => {
  const who = await aSignedInUser(app);
  successData(await requestErasure(who));
  app.moveDays(8);
  await closeMissedDays(app.deps);
  await runJobs(app);
  app.moveDays(0);
  expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);
});
