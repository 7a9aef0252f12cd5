import { CALLS } from '@noren/contract/index';
import { addMonths } from '@noren/core/money/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMissedDays } from '../../operations/close-of-day/close-of-day.ts';
import { purgeExpired } from '../../operations/privacy/purge-expired.ts';
import { readPersonalData } from '../../operations/privacy/read-personal-data.ts';
import { runSelfChecks } from '../../operations/self-checks/self-checks.ts';
import { listPictures } from '../../platform/files/user-files.ts';
import { apply, borrow, runJobs } from '../../testing/borrow.ts';
import { type GivenUser, given, granted } from '../../testing/given.ts';
import { payAsked } from '../../testing/servicing.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { findTraces, namesOf, WRITTEN } from '../../testing/traces.ts';

const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const askFor = (who: GivenUser) => who.client.send(CALLS.askErasure, { body: {} });
const view = async (who: GivenUser) => granted(await who.client.send(CALLS.viewErasure, {}));
const later = async (ms: number) => {
  app.advance(ms);
  await purgeExpired(app.deps);
  await runJobs(app);
};

/** Someone with something in every place a user can fill. */
async function wholeUser(hasLoan: boolean): Promise<GivenUser> {
  const phone = `98${String(++made).padStart(8, '0')}`;
  const who = await given.signIn(app, phone);
  const certified = await given.user(app, { phone });
  const { client } = certified;
  granted(await client.send(CALLS.saveFeedback, { body: { type: 'problem', text: WRITTEN.feedback } }));
  granted(
    await client.send(CALLS.saveNominee, {
      body: { relationship: 'spouse', name: WRITTEN.nominee, phone: WRITTEN.nomineePhone },
    }),
  );
  granted(await client.send(CALLS.correctData, { body: { field: 'companyName', value: WRITTEN.company } }));
  granted(await client.send(CALLS.askExport, { body: {} }));
  await runJobs(app);
  if (hasLoan) {
    const repayId = await borrow(app, certified);
    await payAsked(app, certified, { repayId, kind: 'full' });
    await runJobs(app);
  }
  return { ...certified, phone: who.phone };
}
let made = 0;

const holds = async () =>
  (await runSelfChecks(app.deps.db, { today: app.deps.today(), now: app.deps.now() })).flatMap(({ name, problems }) =>
    name === 'days are closed' || name === 'providers’ accounts agree' ? [] : problems,
  );

describe.each([
  ['was lent money', true],
  ['was lent nothing', false],
])('someone who %s', (_, hasLoan) => {
  test('is erased after a week: nothing in the database names them, their pictures are gone', async () => {
    const who = await wholeUser(hasLoan);
    const names = await namesOf(app, who);
    expect(await findTraces(app, names)).toContain('users.phone_hash');
    const pictures = await listPictures(app.deps.db, who.userId);
    const before = await view(who);
    expect(before).toMatchObject({ state: 'none', blocks: [], waitDays: 7 });
    const asked = granted(await askFor(who));
    expect(asked).toMatchObject({ state: 'waiting', dueAt: app.deps.now() + WEEK_MS });
    await later(WEEK_MS - 60_000);
    expect((await view(who)).state).toBe('waiting');
    await later(60_000);
    expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);
    expect(await findTraces(app, names)).toEqual([]);
    const left = await Promise.allSettled(
      pictures.map(({ fileId, kind }) => app.deps.files.get(fileId, { aad: JSON.stringify([who.userId, kind]) })),
    );
    expect(left.map(({ status }) => status)).toEqual(pictures.map(() => (hasLoan ? 'fulfilled' : 'rejected')));
    expect(await holds()).toEqual([]);
  });

  test('may begin anew with the same phone and cards, as somebody else', async () => {
    const who = await wholeUser(hasLoan);
    const identity = await readPersonalData(app.deps.db, app.deps.crypto, 'identities', who.userId);
    granted(await askFor(who));
    await later(WEEK_MS);
    const again = await given.signIn(app, who.phone);
    expect(again.userId).not.toBe(who.userId);
    const pan = app.deps.crypto.hash('pan', String(identity[0]?.pan));
    const taken = await app.deps.db.selectFrom('identities').select('userId').where('panHash', '=', pan).execute();
    expect(taken).toEqual([]);
  });
});

test('of someone who was lent money, who they were is kept apart for five years, and then goes with the pictures', async () => {
  const who = await wholeUser(true);
  const [identity] = await readPersonalData(app.deps.db, app.deps.crypto, 'identities', who.userId);
  const pictures = await listPictures(app.deps.db, who.userId);
  const inFiveYears = String(addMonths(app.deps.today(), 60));
  expect((await view(who)).keepUntil).toBe(inFiveYears);
  granted(await askFor(who));
  await later(WEEK_MS);
  const kept = () =>
    app.deps.db.selectFrom('retained_records').selectAll().where('userId', '=', who.userId).executeTakeFirst();
  const row = await kept();
  expect(row?.fileIds.toSorted()).toEqual(pictures.map(({ fileId }) => fileId).toSorted());
  const place = `retained_records.record_enc:${who.userId}`;
  const record = JSON.parse(app.deps.crypto.decrypt(row?.recordEnc ?? Buffer.alloc(0), place)) as object;
  expect(record).toMatchObject({ phone: who.phone, identities: [{ name: identity?.name, pan: identity?.pan }] });
  expect(Object.keys(record).toSorted()).toEqual(['bank_accounts', 'identities', 'identity_documents', 'phone']);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from entries where user_id = ${who.userId}`.execute(app.deps.db);
  expect(rows[0]?.n).toBeGreaterThan(0);
  app.moveDays(5 * 366);
  await later(0);
  app.moveDays(0);
  expect(await kept()).toBeUndefined();
  for (const { fileId, kind } of pictures)
    await expect(app.deps.files.get(fileId, { aad: JSON.stringify([who.userId, kind]) })).rejects.toThrow('not_found');
});

describe('what stands in the way', () => {
  test('a loan that was asked for: refused with its reason, and nothing is noted', async () => {
    const who = await given.user(app);
    await apply(who);
    expect(await askFor(who)).toMatchObject({ code: 409, data: { reason: 'loan_runs' } });
    expect(await view(who)).toMatchObject({ state: 'none', blocks: ['loan_runs'] });
  });

  test('a loan begun while the erasure waits: it is stopped and told, and can be asked for again', async () => {
    const who = await given.user(app);
    granted(await askFor(who));
    const repayId = await borrow(app, who);
    await later(WEEK_MS);
    expect(await view(who)).toMatchObject({ state: 'stopped', blocks: ['loan_runs'] });
    const told = granted(await who.client.send(CALLS.messageCentre, { body: {} })).details;
    expect(told.map(({ title }) => title)).toContain('Your data was not erased');
    await payAsked(app, who, { repayId, kind: 'full' });
    await runJobs(app);
    await sql`update sessions set code_entered_at = ${new Date(app.deps.now())} where user_id = ${who.userId}`.execute(
      app.deps.db,
    );
    expect(granted(await askFor(who)).state).toBe('waiting');
  });

  test('a code that was entered long ago, or none: 316', async () => {
    const who = await given.user(app);
    app.advance(31 * 60_000);
    expect((await askFor(who)).code).toBe(316);
  });
});

test('it can be stopped for a week, and is told by message when it is asked for', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  granted(await askFor(who));
  await runJobs(app);
  const texts = granted(await who.client.send(CALLS.messageCentre, { body: {} })).details;
  expect(texts.filter(({ place }) => place === 'data')).toHaveLength(1);
  expect(granted(await who.client.send(CALLS.stopErasure, { body: {} })).state).toBe('cancelled');
  await later(2 * WEEK_MS);
  expect(granted(await who.client.send(CALLS.viewErasure, {})).state).toBe('cancelled');
});

test('the check says what outlived its time', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  app.advance(WEEK_MS + 2 * DAY_MS);
  expect(await holds()).toContainEqual(`user ${who.userId} is not erased yet`);
  await purgeExpired(app.deps);
  expect(await holds()).toEqual([]);
});

test('the close of day erases whose day has come, also where the business day was moved', async () => {
  const who = await given.user(app);
  granted(await askFor(who));
  app.moveDays(8);
  await closeMissedDays(app.deps);
  await runJobs(app);
  app.moveDays(0);
  expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);
});
