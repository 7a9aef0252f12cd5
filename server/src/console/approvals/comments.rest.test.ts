import { COMMENTS_A_REQUEST } from '@noren/core/staff/approval-kinds';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import {
  countToAnswer,
  proposeInvitation,
  refusedWith,
  useCommentedRequest,
} from '../../testing/commented-requests.ts';
import { aSignedInUser } from '../../testing/users.ts';

const asked = await useCommentedRequest();
const { app, desk, write, read } = asked;

test('what is written never changes, and an erasure of the borrower deletes it', async () => {
  await write(asked.checker, 'Who promised it?');

  const change = sql`update request_comments set written_at = now()`.execute(app.deps.db);
  await expect(change).rejects.toMatchObject({ code: '23001' });

  const { userId } = await aSignedInUser(app);
  const support = await desk.as('support');
  const reviewer = await desk.as('reviewer');
  const proposal = { kind: 'erasure', userId, askedBy: 'borrower', decision: 'erase' };
  const erasure = await support.data('propose', {
    body: { proposal, reason: 'the letter of 20 November' },
  });
  const waiver = asked.requestId;

  ({ requestId: asked.requestId } = erasure);
  await write(reviewer, 'Is it her signature?');

  const { effectNow: seen, comments } = await read(reviewer);
  expect(comments).toHaveLength(1);
  await reviewer.data('approve', { body: { requestId: asked.requestId, seen } });
  expect((await read(reviewer)).comments).toEqual([]);
  asked.requestId = waiver;
  expect((await read(asked.checker)).comments).toHaveLength(1);
});

test('a request that waited too long takes no comment, and asks nobody for an answer', async () => {
  await write(asked.checker, 'Who promised it?');
  app.advance(8 * 86_400_000);
  asked.maker = await desk.as('collections');
  expect(await write(asked.maker, 'Gita.')).toMatchObject(
    refusedWith('not_possible', 'request_expired'),
  );
  expect(await countToAnswer(asked.maker)).toBe(0);
});

test('a comment that is sent twice is written once; of two at once both are', async () => {
  const same = { requestId: 'b8a5d9d0-7d51-4c1c-9d3a-4f8f0a1b2c3d' };
  await Promise.all([
    write(asked.checker, 'Who promised it?', same),
    write(asked.checker, 'Who promised it?', same),
  ]);
  await write(asked.checker, 'Who promised it?', same);
  expect(await write(asked.checker, 'Something else.', same)).toMatchObject(
    refusedWith('request_id_reused'),
  );
  await Promise.all([write(asked.maker, 'Gita.'), write(asked.checker, 'And when?')]);
  expect((await read(asked.checker)).comments.map(({ text }) => text).toSorted()).toEqual([
    'And when?',
    'Gita.',
    'Who promised it?',
  ]);
});

test('a request has at most so many comments, also when the last two come at once', async () => {
  for (let comments = 1; comments < COMMENTS_A_REQUEST; comments += 1)
    expect(await write(asked.checker, `Question ${comments}`)).toMatchObject({ ok: true });

  const both = await Promise.all([
    write(asked.maker, 'The last one.'),
    write(asked.checker, 'The last one.'),
  ]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await write(asked.checker, 'One more.')).toMatchObject(
    refusedWith('not_possible', 'comments_full'),
  );
});

test('comments on a request about no borrower are read without an act about one', async () => {
  const [first, second] = [
    await desk.as('administrator'),
    await desk.as('administrator', 'second'),
  ];

  ({ requestId: asked.requestId } = await proposeInvitation(first));
  await write(second, 'For which desk?');
  expect((await read(first)).comments).toMatchObject([{ text: 'For which desk?' }]);
  expect(await countToAnswer(first)).toBe(1);

  const [newest] = await listStaffActs(app.deps.db, { limit: 1 });
  expect(newest).toMatchObject({
    action: 'request_commented',
    userId: null,
    subject: asked.requestId,
  });
});
