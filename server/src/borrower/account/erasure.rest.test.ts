import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { requestErasure, useErasure, view, WEEK_MS } from '../../testing/erasure.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { aSignedInUser, signIn, successData } from '../../testing/users.ts';

const { app, userWithAllData, runJobsAfter, selfCheckProblems } = await useErasure();

const DAY_MS = 86_400_000;

describe.each([
  ['had a loan', true],
  ['never had a loan', false],
])('a user who %s', (_, hasLoan) => {
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

describe('an erasure is blocked', () => {
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
