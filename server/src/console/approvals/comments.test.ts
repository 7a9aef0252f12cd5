import type { StaffReason } from '@noren/contract/staff/refusals';
import { COMMENTS_A_REQUEST } from '@noren/core/staff/approval-kinds';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
let who: SignedInUser;
let maker: StaffClient;
let checker: StaffClient;
let requestId: string;

beforeEach(async () => {
  who = await aSignedInUser(app);

  const repayId = await anActiveLoan(app, who);
  maker = await desk.as('collections');
  checker = await desk.as('credit_officer');

  const proposal = { kind: 'waiver', repayId, amountPaise: 500 };
  ({ requestId } = await maker.data('propose', { body: { proposal, reason: 'as was promised' } }));
});

const write = (by: StaffClient, text: string, more: { requestId?: string } = {}) =>
  by.send('commentRequest', { body: { requestId, text }, ...more });
const read = (by: StaffClient) => by.data('approval', { params: { requestId } });

const listed = async (by: StaffClient, list: 'to_decide' | 'mine' | 'history') =>
  (await by.data('approvalList', { query: { list } })).rows.find(
    (row) => row.requestId === requestId,
  );

const toAnswer = async (by: StaffClient) => (await by.data('workCounts')).toAnswer;

const refusedWith = (code: string, reason?: StaffReason) => ({
  error: { code, ...(reason && { refusal: { reason } }) },
});

test('maker and checker write to each other, and each sees whose turn it is', async () => {
  const before = await toAnswer(maker);
  expect(await listed(checker, 'to_decide')).toMatchObject({ comments: 0, isMineToAnswer: false });

  await write(checker, '  Who promised it?\r\nAnd when? ');
  expect(await listed(maker, 'mine')).toMatchObject({ comments: 1, isMineToAnswer: true });
  expect(await listed(checker, 'to_decide')).toMatchObject({ comments: 1, isMineToAnswer: false });
  expect(await toAnswer(maker)).toBe(before + 1);

  app.advance(60_000);
  await write(maker, 'Gita, on Monday.');
  expect(await listed(maker, 'mine')).toMatchObject({ comments: 2, isMineToAnswer: false });
  expect(await listed(checker, 'to_decide')).toMatchObject({ comments: 2, isMineToAnswer: true });
  expect(await toAnswer(maker)).toBe(before);

  const { comments, approval } = await read(checker);
  expect(approval).toMatchObject({ comments: 2, isMineToAnswer: true });
  expect(comments).toMatchObject([
    { text: 'Who promised it?\nAnd when?', writtenAt: app.deps.now() - 60_000 },
    { text: 'Gita, on Monday.', staffId: approval.makerId, staffName: approval.makerName },
  ]);
});

test('a comment is stored encrypted, and the audit says who wrote and who read, not what', async () => {
  await write(checker, 'The borrower’s name is Meera.');

  const rows = app.deps.db
    .selectFrom('request_comments')
    .selectAll()
    .where('requestId', '=', requestId);
  const [row] = await rows.execute();

  expect(row?.userId).toBe(who.userId);
  expect(row?.textEnc.includes('Meera')).toBe(false);

  await read(maker);
  await read(maker);

  const acts = (await listStaffActs(app.deps.db, { limit: 3 })).filter(
    ({ subject }) => subject === requestId,
  );
  expect(acts.map(({ action }) => action)).toEqual([
    'request_comments_read',
    'request_commented',
    'waiver_requested',
  ]);
  expect(acts[1]).toMatchObject({ userId: who.userId, detail: { kind: 'waiver' } });
});

test('what is written never changes, and an erasure of the borrower deletes it', async () => {
  await write(checker, 'Who promised it?');

  const change = sql`update request_comments set written_at = now()`.execute(app.deps.db);
  await expect(change).rejects.toMatchObject({ code: '23001' });

  const { userId } = await aSignedInUser(app);
  const support = await desk.as('support');
  const reviewer = await desk.as('reviewer');
  const proposal = { kind: 'erasure', userId, askedBy: 'borrower', decision: 'erase' };
  const erasure = await support.data('propose', {
    body: { proposal, reason: 'the letter of 20 November' },
  });
  const waiver = requestId;

  ({ requestId } = erasure);
  await write(reviewer, 'Is it her signature?');

  const { effectNow: seen, comments } = await read(reviewer);
  expect(comments).toHaveLength(1);
  await reviewer.data('approve', { body: { requestId, seen } });
  expect((await read(reviewer)).comments).toEqual([]);
  requestId = waiver;
  expect((await read(checker)).comments).toHaveLength(1);
});

test.each([
  ['nothing', '', 'empty'],
  ['blanks alone', ' \n\t ', 'empty'],
  ['10,000 letters', 'a'.repeat(10_000), 'long'],
  ['a character that nobody writes', 'a\u0000b', 'character'],
])('a comment of %s is refused by its field', async (_, text, problem) => {
  expect(await write(checker, text)).toMatchObject({
    error: { code: 'invalid', fields: [{ path: 'text', problem }] },
  });
  expect((await read(checker)).comments).toEqual([]);
});

test('nobody comments on what they cannot see or decide, or on what does not exist', async () => {
  const support = await desk.as('support');
  const auditor = await desk.as('auditor');
  const colleague = await desk.as('collections', 'second');

  for (const client of [support, auditor, colleague])
    expect(await write(client, 'Why?')).toMatchObject({ status: 403 });
  await write(checker, 'Who promised it?');
  expect(await support.send('approval', { params: { requestId } })).toMatchObject({ status: 403 });
  expect(await read(auditor)).toMatchObject({
    comments: [{}],
    approval: { comments: 1, isMineToAnswer: false },
  });
  requestId = '0198c0de-0000-7000-8000-000000000001';
  expect(await write(checker, 'Why?')).toMatchObject(refusedWith('not_found'));
});

test('a decided request shows its comments and takes no more', async () => {
  await write(maker, 'The letter is in the file.');

  const { effectNow: seen } = await read(checker);
  await checker.data('approve', { body: { requestId, seen } });

  for (const client of [maker, checker])
    expect(await write(client, 'One more thing.')).toMatchObject(
      refusedWith('not_possible', 'request_decided'),
    );

  expect((await read(checker)).comments).toMatchObject([{ text: 'The letter is in the file.' }]);
  expect(await listed(checker, 'history')).toMatchObject({ comments: 1, isMineToAnswer: false });
});

test('a request that waited too long takes no comment, and asks nobody for an answer', async () => {
  await write(checker, 'Who promised it?');
  app.advance(8 * 86_400_000);
  maker = await desk.as('collections');
  expect(await write(maker, 'Gita.')).toMatchObject(refusedWith('not_possible', 'request_expired'));
  expect(await toAnswer(maker)).toBe(0);
});

test('a comment that is sent twice is written once; of two at once both are', async () => {
  const same = { requestId: 'b8a5d9d0-7d51-4c1c-9d3a-4f8f0a1b2c3d' };
  await Promise.all([
    write(checker, 'Who promised it?', same),
    write(checker, 'Who promised it?', same),
  ]);
  await write(checker, 'Who promised it?', same);
  expect(await write(checker, 'Something else.', same)).toMatchObject(
    refusedWith('request_id_reused'),
  );
  await Promise.all([write(maker, 'Gita.'), write(checker, 'And when?')]);
  expect((await read(checker)).comments.map(({ text }) => text).toSorted()).toEqual([
    'And when?',
    'Gita.',
    'Who promised it?',
  ]);
});

test('a request has at most so many comments, also when the last two come at once', async () => {
  for (let comments = 1; comments < COMMENTS_A_REQUEST; comments += 1)
    expect(await write(checker, `Question ${comments}`)).toMatchObject({ ok: true });

  const both = await Promise.all([write(maker, 'The last one.'), write(checker, 'The last one.')]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await write(checker, 'One more.')).toMatchObject(
    refusedWith('not_possible', 'comments_full'),
  );
});

test('comments on a request about no borrower are read without an act about one', async () => {
  const [first, second] = [
    await desk.as('administrator'),
    await desk.as('administrator', 'second'),
  ];
  const proposal = {
    kind: 'staff_invitation',
    name: 'Some Body',
    email: 'some@lender.example',
    roles: ['support'],
  };

  ({ requestId } = await first.data('propose', { body: { proposal, reason: 'joins the desk' } }));
  await write(second, 'For which desk?');
  expect((await read(first)).comments).toMatchObject([{ text: 'For which desk?' }]);
  expect(await toAnswer(first)).toBe(1);

  const [newest] = await listStaffActs(app.deps.db, { limit: 1 });
  expect(newest).toMatchObject({ action: 'request_commented', userId: null, subject: requestId });
});
