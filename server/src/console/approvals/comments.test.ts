import { expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import {
  countToAnswer,
  refusedWith,
  useCommentedRequest,
} from '../../testing/commented-requests.ts';
import type { StaffClient } from '../../testing/staff.ts';

const asked = await useCommentedRequest();
const { app, desk, write, read } = asked;

const listed = async (by: StaffClient, list: 'to_decide' | 'mine' | 'history') =>
  (await by.data('approvalList', { query: { list } })).rows.find(
    (row) => row.requestId === asked.requestId,
  );

test('maker and checker write to each other, and each sees whose turn it is', async () => {
  const before = await countToAnswer(asked.maker);
  expect(await listed(asked.checker, 'to_decide')).toMatchObject({
    comments: 0,
    isMineToAnswer: false,
  });

  await write(asked.checker, '  Who promised it?\r\nAnd when? ');
  expect(await listed(asked.maker, 'mine')).toMatchObject({ comments: 1, isMineToAnswer: true });
  expect(await listed(asked.checker, 'to_decide')).toMatchObject({
    comments: 1,
    isMineToAnswer: false,
  });
  expect(await countToAnswer(asked.maker)).toBe(before + 1);

  app.advance(60_000);
  await write(asked.maker, 'Gita, on Monday.');
  expect(await listed(asked.maker, 'mine')).toMatchObject({ comments: 2, isMineToAnswer: false });
  expect(await listed(asked.checker, 'to_decide')).toMatchObject({
    comments: 2,
    isMineToAnswer: true,
  });
  expect(await countToAnswer(asked.maker)).toBe(before);

  const { comments, approval } = await read(asked.checker);
  expect(approval).toMatchObject({ comments: 2, isMineToAnswer: true });
  expect(comments).toMatchObject([
    { text: 'Who promised it?\nAnd when?', writtenAt: app.deps.now() - 60_000 },
    { text: 'Gita, on Monday.', staffId: approval.makerId, staffName: approval.makerName },
  ]);
});

test('a comment is stored encrypted, and the audit says who wrote and who read, not what', async () => {
  await write(asked.checker, 'The borrower’s name is Meera.');

  const rows = app.deps.db
    .selectFrom('request_comments')
    .selectAll()
    .where('requestId', '=', asked.requestId);
  const [row] = await rows.execute();

  expect(row?.userId).toBe(asked.who.userId);
  expect(row?.textEnc.includes('Meera')).toBe(false);

  await read(asked.maker);
  await read(asked.maker);

  const acts = (await listStaffActs(app.deps.db, { limit: 3 })).filter(
    ({ subject }) => subject === asked.requestId,
  );
  expect(acts.map(({ action }) => action)).toEqual([
    'request_comments_read',
    'request_commented',
    'waiver_requested',
  ]);
  expect(acts[1]).toMatchObject({ userId: asked.who.userId, detail: { kind: 'waiver' } });
});

test.each([
  ['nothing', '', 'empty'],
  ['blanks alone', ' \n\t ', 'empty'],
  ['10,000 letters', 'a'.repeat(10_000), 'long'],
  ['a character that nobody writes', 'a\u0000b', 'character'],
])('a comment of %s is refused by its field', async (_, text, problem) => {
  expect(await write(asked.checker, text)).toMatchObject({
    error: { code: 'invalid', fields: [{ path: 'text', problem }] },
  });
  expect((await read(asked.checker)).comments).toEqual([]);
});

test('nobody comments on what they cannot see or decide, or on what does not exist', async () => {
  const support = await desk.as('support');
  const auditor = await desk.as('auditor');
  const colleague = await desk.as('collections', 'second');

  for (const client of [support, auditor, colleague])
    expect(await write(client, 'Why?')).toMatchObject({ status: 403 });
  await write(asked.checker, 'Who promised it?');
  expect(await support.send('approval', { params: { requestId: asked.requestId } })).toMatchObject({
    status: 403,
  });
  expect(await read(auditor)).toMatchObject({
    comments: [{}],
    approval: { comments: 1, isMineToAnswer: false },
  });
  asked.requestId = '0198c0de-0000-7000-8000-000000000001';
  expect(await write(asked.checker, 'Why?')).toMatchObject(refusedWith('not_found'));
});

test('a decided request shows its comments and takes no more', async () => {
  await write(asked.maker, 'The letter is in the file.');

  const { effectNow: seen } = await read(asked.checker);
  await asked.checker.data('approve', { body: { requestId: asked.requestId, seen } });

  for (const client of [asked.maker, asked.checker])
    expect(await write(client, 'One more thing.')).toMatchObject(
      refusedWith('not_possible', 'request_decided'),
    );

  expect((await read(asked.checker)).comments).toMatchObject([
    { text: 'The letter is in the file.' },
  ]);
  expect(await listed(asked.checker, 'history')).toMatchObject({
    comments: 1,
    isMineToAnswer: false,
  });
});
