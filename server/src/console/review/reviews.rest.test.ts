import { CALLS } from '@noren/contract/index';
import { CORRECTION_REFUSALS } from '@noren/core/people/correction';
import { expect, test } from 'vitest';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { runJobs } from '../../testing/loans.ts';
import { readSubject, useReviews } from '../../testing/reviews.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, console, inReview, readCase, listActs } = await useReviews();

test('of two reviewers at once one decides; the other is told that it changed', async () => {
  const who = await inReview();
  const [one, two] = [await console.as('reviewer'), await console.as('reviewer', 'second')];
  const subject = await readSubject(one, who, 'identity');
  const body = { userId: who.userId, kind: 'identity' as const, subject };
  const results = await Promise.all([
    one.send('decideReview', { body: { ...body, decision: 'approve' } }),
    two.send('decideReview', { body: { ...body, decision: 'refuse', reason: 'not_readable' } }),
  ]);

  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed' } });
  expect(await listActs(who)).toHaveLength(1);
});

test('after an erasure nothing of the case is shown or decided', async () => {
  const who = await inReview();
  let reviewer = await console.as('reviewer');
  const subject = await readSubject(reviewer, who, 'identity');

  successData(await who.client.send(CALLS.requestErasure, { body: {} }));
  app.advance(8 * 86_400_000);
  await purgeExpired(app.deps);
  await runJobs(app);
  reviewer = await console.as('reviewer');

  const body = { userId: who.userId, kind: 'identity' as const, subject };
  const decision = await reviewer.send('decideReview', { body: { ...body, decision: 'approve' } });

  expect(decision).toMatchObject({ ok: false, status: 404, error: { code: 'not_found' } });

  const ask = { ...body, document: 'panFront', reason: 'not_readable' };
  expect(await reviewer.send('askDocument', { body: ask })).toMatchObject({ status: 404 });
  expect(await readCase(who, reviewer, 'identity')).toMatchObject({ status: 404 });

  const picture = { params: { userId: who.userId, picture: 'panFront' } };
  expect(await reviewer.send('reviewPicture', picture)).toMatchObject({ status: 404 });
});

test('a correction is refused with a reason alone, which the borrower reads in their language', async () => {
  const reviewer = await console.as('reviewer');
  const who = await aSignedInUser(app, { language: 'hi' });

  successData(
    await who.client.send(CALLS.correctData, { body: { field: 'name', value: 'Asha Corrected' } }),
  );

  const shown = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'correction' },
  });
  expect(shown.refusals.map(({ reason }) => reason)).toEqual([...CORRECTION_REFUSALS]);

  const { subject } = shown;
  const refusal = { userId: who.userId, kind: 'correction', subject, decision: 'refuse' };

  for (const more of [{}, { reason: 'documents_differ' }])
    expect(await reviewer.send('decideReview', { body: { ...refusal, ...more } })).toMatchObject({
      error: { code: 'invalid' },
    });

  await reviewer.data('decideReview', { body: { ...refusal, reason: 'not_shown' } });

  const text = shown.refusals[0]?.text ?? '';
  expect(text).toContain('आपके दस्तावेज़ों में नहीं है');

  const { changes } = successData(await who.client.send(CALLS.personalData, {}));
  expect(changes).toMatchObject([
    { field: 'name', state: 'refused', refusal: { id: 'not_shown', text } },
  ]);

  const [message] = successData(
    await who.client.send(CALLS.notificationCentre, { body: {} }),
  ).details;
  expect(message).toMatchObject({ title: 'आपका डेटा ठीक नहीं किया गया', screen: 'data' });
  expect(message?.text).toContain(text);
  expect(await listActs(who)).toEqual([
    ['correction_review_refused', { version: subject, reason: 'not_shown' }],
  ]);
});

test('the list pages by keyset without a gap or a double', async () => {
  const reviewer = await console.as('reviewer');
  for (let i = 0; i < 52; i++) await inReview();

  const first = await reviewer.data('reviewList', { query: { kind: 'identity' } });
  expect(first.rows).toHaveLength(50);

  const second = await reviewer.data('reviewList', {
    query: { kind: 'identity', after: first.next },
  });
  const ids = [...first.rows, ...second.rows].map(({ userId }) => userId);

  expect(new Set(ids).size).toBe(ids.length);
  expect(second.next).toBeNull();
});
