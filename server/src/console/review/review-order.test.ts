import { expect, test } from 'vitest';
import { useReviews } from '../../testing/reviews.ts';
import type { SignedInUser } from '../../testing/users.ts';

const { app, console, inReview } = await useReviews();

test('a case says its due time, its place and its neighbours; after a decision the next is claimed', async () => {
  const [one, two] = [await console.as('reviewer'), await console.as('reviewer', 'second')];
  const cases: SignedInUser[] = [];

  for (let i = 0; i < 3; i++) {
    cases.push(await inReview());
    app.advance(1_000);
  }

  const [first, second, third] = cases as [SignedInUser, SignedInUser, SignedInUser];
  const toReviewAddress = ({ userId }: SignedInUser) => ({ userId, kind: 'identity' as const });
  const seen = await one.data('reviewCase', { params: toReviewAddress(second) });

  expect(seen.due - seen.since).toBe(2 * 3_600_000);
  expect(seen.maskedName).toMatch(/^\p{L}\*{4}/u);
  expect(seen.place).toMatchObject({
    previous: toReviewAddress(first),
    next: toReviewAddress(third),
  });

  const { place } = await one.data('reviewCase', { params: toReviewAddress(third) });
  expect(place).toMatchObject({ number: seen.place!.number + 1, count: place!.number, next: null });

  await two.data('claimWork', { body: { kind: 'identity', subject: second.userId } });
  expect((await one.data('reviewCase', { params: toReviewAddress(first) })).place?.next).toEqual(
    toReviewAddress(third),
  );
  expect((await one.data('reviewCase', { params: toReviewAddress(second) })).place?.number).toBe(
    seen.place?.number,
  );

  const opened: string[] = [];
  let next: { userId: string } | null = first;

  while (next !== null) {
    opened.push(next.userId);

    const params: { userId: string; kind: 'identity' } = { userId: next.userId, kind: 'identity' };
    const { subject, claim: claimed } = await one.data('reviewCase', { params });

    expect(claimed?.isMine).toBe(next === first ? undefined : true);
    next = (
      await one.data('decideReview', {
        body: { ...params, subject, decision: 'refuse', reason: 'not_readable' },
      })
    ).next;
  }

  expect(opened).toContain(third.userId);
  expect(opened).not.toContain(second.userId);
});
