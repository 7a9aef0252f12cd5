import { CALLS } from '@noren/contract/index';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, addMonths } from '@noren/core/money/time';
import { beforeEach, expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { eraseAgain } from '../../people/personal-data/erase-user.ts';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { anAppliedLoan, readPayouts, readStatus, runJobs } from '../../testing/loans.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const { db } = app.deps;
const HEAD = 'id,kind,name,aliases,weak aliases,born';
const reason = 'compared with the Gazette';

beforeEach(async () => {
  app.advance(60_000);
  await db.deleteFrom('sanctions_hits').execute();
  await db.deleteFrom('sanctions_screenings').execute();
  await db.deleteFrom('sanctions_lists').execute();
});

const upload = (client: StaffClient, text: string, listDay = '2026-11-20') =>
  client.send('uploadSanctionsList', { body: { listDay, text } });

async function propose(listId: string, by: StaffClient): Promise<string> {
  const proposal = { kind: 'sanctions_list', listId };
  return (await by.data('propose', { body: { proposal, reason } })).requestId;
}

async function approve(requestId: string, by: StaffClient) {
  const { effectNow } = await by.data('approval', { params: { requestId } });
  return by.send('approve', { body: { requestId, seen: effectNow } });
}

/** A national list with this borrower, in force. */
async function listThem(...people: SignedInUser[]): Promise<void> {
  const rows = await Promise.all(
    people.map(async ({ userId }, at) => {
      const { name, birthDay } = (await readIdentity(db, app.deps.crypto, userId))!;
      return `IV-${at + 1},person,${name},,,${birthDay.slice(0, 4)}`;
    }),
  );
  const reviewer = await desk.as('reviewer');
  const sent = await upload(reviewer, [HEAD, ...rows].join('\n'));
  expect(sent).toMatchObject({ ok: true, data: { outcome: 'waiting' } });
  const { waiting } = await reviewer.data('sanctionsLists');
  const requestId = await propose(waiting[0]!.listId, reviewer);
  expect(await approve(requestId, await desk.as('credit_officer'))).toMatchObject({ ok: true });
  await runJobs(app);
}

const caseOf = (client: StaffClient, { userId }: SignedInUser) =>
  client.send('reviewCase', { params: { userId, kind: 'sanctions' } });

const isClosed = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.productList, { params: { param: 'loan' } })).details[0]
    ?.closedBecause;

test('a national list comes into force when a second person agrees, and the screen says so', async () => {
  const reviewer = await desk.as('reviewer');
  const officer = await desk.as('credit_officer');
  const auditor = await desk.as('auditor');
  expect(await auditor.data('sanctionsLists')).toEqual({
    inForce: [],
    waiting: [],
    faults: [],
    unscreened: 0,
  });

  const text = `${HEAD}\nIV-1,person,Jorvan Qaltari,,,1971\nI-1,entity,Zorbek Trading,,,`;
  expect(await upload(reviewer, text)).toMatchObject({ data: { outcome: 'waiting' } });
  expect(await upload(reviewer, text)).toMatchObject({ data: { outcome: 'same' } });

  const { waiting } = await auditor.data('sanctionsLists');
  expect(waiting).toMatchObject([
    { list: 'national', listDay: '2026-11-20', people: 1, entities: 1, doubt: 'uploaded' },
  ]);
  const listId = waiting[0]!.listId;
  const requestId = await propose(listId, reviewer);
  expect(await approve(requestId, reviewer)).toMatchObject({ ok: false });
  expect(await approve(requestId, officer)).toMatchObject({ ok: true });

  const state = await auditor.data('sanctionsLists');
  expect(state.waiting).toEqual([]);
  expect(state.inForce).toMatchObject([{ listId, people: 1, by: expect.any(String) }]);
  expect(
    await reviewer.send('propose', {
      body: { proposal: { kind: 'sanctions_list', listId }, reason },
    }),
  ).toMatchObject({ error: { code: 'not_possible' } });
  expect(await verifyAuditChain(db)).toMatchObject({ broken: null });
});

test('a file that cannot be read names its line and reason, and changes nothing', async () => {
  await listThem(await aSignedInUser(app));
  const reviewer = await desk.as('reviewer');
  app.advance(60_000);
  expect(await upload(reviewer, `${HEAD}\n1,person,Jorvan,,,unknown`)).toMatchObject({
    data: { outcome: 'failed', fault: 'birth_unreadable', line: 2 },
  });

  const { inForce, faults } = await reviewer.data('sanctionsLists');
  expect(inForce).toHaveLength(1);
  expect(faults).toMatchObject([{ list: 'national', fault: 'birth_unreadable', line: 2 }]);
});

test('a large file is read, and one that is too large refused', async () => {
  const reviewer = await desk.as('reviewer');
  const rows = Array.from(
    { length: 15_000 },
    (_, at) => `N-${at},person,Jorvan Qaltari ${at},,,1971`,
  );
  expect(await upload(reviewer, [HEAD, ...rows].join('\n'))).toMatchObject({
    data: { outcome: 'waiting' },
  });
  expect(await upload(reviewer, 'x'.repeat(900_001))).toMatchObject({
    error: { code: 'invalid' },
  });
});

test('only those who may propose send a list, and only those who may see hits see them', async () => {
  for (const role of ['support', 'payments', 'auditor', 'administrator'] as const)
    expect(await upload(await desk.as(role), HEAD)).toMatchObject({ status: 403 });
  for (const role of ['support', 'payments', 'administrator'] as const)
    expect(await (await desk.as(role)).send('sanctionsHits', { query: {} })).toMatchObject({
      status: 403,
    });
});

test('a reviewer compares the parts, and a hold ends with a reason', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who, { rupees: 5_000 });
  await listThem(who);
  await runJobs(app, { delayed: true });
  expect(await isClosed(who)).toMatch(/^One of our staff is checking your details\./);

  const reviewer = await desk.as('reviewer');
  const shown = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'sanctions' },
  });
  const { name, birthDay } = (await readIdentity(db, app.deps.crypto, who.userId))!;
  expect(shown.hit).toMatchObject({
    list: 'national',
    entryId: 'IV-1',
    score: 100,
    name,
    birthDay,
  });
  expect(shown.hit?.parts.every(({ match }) => match === 'same')).toBe(true);
  expect(shown.hit?.listedBirths).toMatchObject([{ from: Number(birthDay.slice(0, 4)) }]);

  const opened = db
    .selectFrom('staff_audit')
    .select('detail')
    .where('userId', '=', who.userId)
    .where('action', '=', 'review_opened');
  expect((await opened.executeTakeFirstOrThrow()).detail.fields).toEqual(['name', 'birthday']);

  const { rows } = await reviewer.data('reviewList', { query: { kind: 'sanctions' } });
  expect(rows.map(({ userId }) => userId)).toContain(who.userId);
  const work = await reviewer.data('workList', { query: { tab: 'sanctions' } });
  expect(work.rows.map(({ userId }) => userId)).toContain(who.userId);

  const { userId } = who;
  const body = { userId, kind: 'sanctions', subject: shown.subject, decision: 'approve' };
  expect(await reviewer.send('decideReview', { body })).toMatchObject({
    error: { code: 'invalid', fields: [{ path: 'because', problem: 'choice' }] },
  });
  const decided = { ...body, because: 'birth_day_differs' };
  expect(await reviewer.send('decideReview', { body: decided })).toMatchObject({ ok: true });
  expect(await reviewer.send('decideReview', { body: decided })).toMatchObject({
    error: { code: 'changed' },
  });
  expect(await caseOf(reviewer, who)).toMatchObject({ status: 404 });

  expect(await isClosed(who)).toBeNull();
  await runJobs(app);
  expect(await readPayouts(app, who)).toHaveLength(1);
  expect(await readStatus(who, repayId)).toBeGreaterThanOrEqual(40);

  const hits = await reviewer.data('sanctionsHits', { query: { state: 'other_person' } });
  expect(hits.rows).toMatchObject([
    { userId, reason: 'birth_day_differs', decidedBy: expect.any(String) },
  ]);
});

test('somebody who is the listed person stays held, and reads the same words', async () => {
  const who = await aSignedInUser(app);
  await listThem(who);
  const before = await isClosed(who);
  const reviewer = await desk.as('reviewer');
  const { subject, refusals } = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'sanctions' },
  });
  expect(refusals.map(({ english }) => english)).toEqual([before]);

  const { userId } = who;
  const body = { userId, kind: 'sanctions', subject, decision: 'refuse', reason: 'same_person' };
  expect(
    await reviewer.send('decideReview', { body: { ...body, reason: 'not_readable' } }),
  ).toMatchObject({ error: { code: 'invalid' } });
  expect(await reviewer.send('decideReview', { body })).toMatchObject({ ok: true });
  expect(await isClosed(who)).toBe(before);

  const messages = await db
    .selectFrom('sandbox_messages')
    .select('template')
    .where('phone', '=', who.phone)
    .execute();
  expect(messages).toEqual([]);
});

test('of two reviewers deciding at once one succeeds', async () => {
  const who = await aSignedInUser(app);
  await listThem(who);
  const [one, two] = [await desk.as('reviewer'), await desk.as('reviewer', 'second')];
  const { subject } = await one.data('reviewCase', {
    params: { userId: who.userId, kind: 'sanctions' },
  });
  const { userId } = who;
  const body = { userId, kind: 'sanctions', subject };
  const answers = await Promise.all([
    one.send('decideReview', { body: { ...body, decision: 'approve', because: 'name_differs' } }),
    two.send('decideReview', { body: { ...body, decision: 'refuse', reason: 'same_person' } }),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test('an erased person is no case, and their hits go when their retention ends', async () => {
  const who = await aSignedInUser(app);
  await listThem(who);
  const { userId } = who;
  const count = async () =>
    (await db.selectFrom('sanctions_hits').select('hitId').where('userId', '=', userId).execute())
      .length;
  const reviewer = await desk.as('reviewer');

  await eraseAgain(app.deps, userId);
  const { rows } = await reviewer.data('reviewList', { query: { kind: 'sanctions' } });
  expect(rows.map((row) => row.userId)).not.toContain(userId);
  const work = await reviewer.data('workList', { query: { tab: 'sanctions' } });
  expect(work.rows.map((row) => row.userId)).not.toContain(userId);

  await purgeExpired(app.deps);
  expect(await count()).toBe(1);
  const years = regulatoryRowOn('kycRetentionYears', app.deps.today()).value;
  const later = addMonths(app.deps.today(), 12 * years);
  await purgeExpired({ ...app.deps, today: () => later });
  expect(await count()).toBe(1);
  await purgeExpired({ ...app.deps, today: () => addDays(later, 1) });
  expect(await count()).toBe(0);
});

test('who may not see lists reads nothing of them in what happened, nor does the borrower', async () => {
  const who = await aSignedInUser(app);
  await listThem(who);
  const { userId } = who;
  const reviewer = await desk.as('reviewer');
  const { subject } = await reviewer.data('reviewCase', { params: { userId, kind: 'sanctions' } });
  const body = { userId, kind: 'sanctions', subject, decision: 'refuse', reason: 'same_person' };
  expect(await reviewer.send('decideReview', { body })).toMatchObject({ ok: true });

  const read = async (client: StaffClient) => {
    const given = { params: { userId }, query: { source: 'staff' } };
    return JSON.stringify((await client.data('borrowerTimeline', given)).rows);
  };
  expect(await read(reviewer)).toMatch(/review_decided.*same_person|same_person.*review_decided/);
  expect(await read(await desk.as('support'))).not.toMatch(
    /review_begun|review_decided|same_person/,
  );

  const copy = await readPersonalData(db, app.deps.crypto, 'staff_audit', userId);
  expect(copy.length).toBeGreaterThan(0);
  expect(JSON.stringify(copy)).not.toMatch(/review_begun|review_decided|sanction/);
});
