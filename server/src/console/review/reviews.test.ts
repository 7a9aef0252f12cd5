import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import { storeReviewPicture } from '../../people/certification/liveness-store.ts';
import { timestamp } from '../../platform/db/db.ts';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { readSubject, useReviews } from '../../testing/reviews.ts';
import type { StaffClient } from '../../testing/staff.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, console, inReview, readCase, listActs } = await useReviews();
const { db } = app.deps;

async function claimIdentity(subject: string, client: StaffClient): Promise<void> {
  const { staffId } = await client.data('staffMe');
  const at = app.deps.now();
  await db
    .insertInto('work_claims')
    .values({
      kind: 'identity',
      subject,
      staffId,
      claimedAt: timestamp(at),
      until: timestamp(at + 600_000),
    })
    .execute();
}

test('a case shows what was read beside what was confirmed, and its read is recorded', async () => {
  const who = await inReview();
  const reviewer = await console.as('reviewer');
  const shown = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'identity' },
  });

  expect(shown.reasons).toEqual(['pan_not_read']);
  expect(
    shown.documents.map(({ type, hasPicture, confidence }) => [type, hasPicture, confidence]),
  ).toEqual([
    ['panFront', true, 90],
    ['aadhaarFront', true, 90],
    ['aadhaarBack', true, 90],
  ]);

  const name = shown.fields.find(({ field }) => field === 'name');
  expect(name?.reads.map(({ document, agrees }) => [document, agrees])).toEqual([
    ['panFront', true],
    ['aadhaarFront', true],
  ]);
  expect(shown.fields.find(({ field }) => field === 'pan')?.reads).toEqual([
    { document: 'panFront', value: null, isUncertain: false, agrees: false },
  ]);
  expect(shown.fields.find(({ field }) => field === 'aadhaar')?.confirmed).toMatch(/^\d{4}$/);

  const opened = await db
    .selectFrom('staff_audit')
    .select('action')
    .where('userId', '=', who.userId)
    .execute();
  expect(opened).toEqual([{ action: 'review_opened' }]);

  const { rows } = await reviewer.data('reviewList', { query: { kind: 'identity' } });
  expect(rows.find(({ userId }) => userId === who.userId)).toMatchObject({
    kind: 'identity',
    asked: null,
    claim: null,
  });
});

test('an approval and a refusal are decided once, notified, and chained with the reviewer', async () => {
  const reviewer = await console.as('reviewer');
  const approved = await inReview();
  const subject = await readSubject(reviewer, approved, 'identity');
  const body = { userId: approved.userId, kind: 'identity' as const, subject };

  await reviewer.data('decideReview', { body: { ...body, decision: 'approve' } });
  await runJobs(app);
  expect(await readCredit(approved)).toMatchObject({
    state: 'approved',
    limitPaise: rupees(20_000),
  });
  expect(await listActs(approved)).toEqual([['identity_review_approved', { version: subject }]]);

  const refused = await inReview({ language: 'hi' });
  const shown = await reviewer.data('reviewCase', {
    params: { userId: refused.userId, kind: 'identity' },
  });
  const preview = shown.refusals.find(({ reason }) => reason === 'face_differs');

  await reviewer.data('decideReview', {
    body: {
      userId: refused.userId,
      kind: 'identity',
      subject: shown.subject,
      decision: 'refuse',
      reason: 'face_differs',
    },
  });
  await runJobs(app);

  const credit = await readCredit(refused);
  expect(credit.reasons[0]).toEqual({ id: 'refused-face_differs', text: preview?.text });
  expect(preview?.text).not.toBe(preview?.english);
  expect(await verifyAuditChain(db)).toMatchObject({ broken: null });

  const log = await db
    .selectFrom('audit_log')
    .select('actor')
    .where('userId', '=', refused.userId)
    .where('action', '=', 'identity_review_refused')
    .executeTakeFirstOrThrow();
  expect(log.actor).toMatch(/^staff:[0-9a-f-]{36}$/);
});

test('a case that somebody else claimed is read, and decided only by that person until the claim ends', async () => {
  const who = await inReview();
  const [one, two] = [await console.as('reviewer'), await console.as('reviewer', 'second')];

  await claimIdentity(who.userId, one);

  const seen = await two.data('reviewCase', { params: { userId: who.userId, kind: 'identity' } });
  expect(seen.claim).toMatchObject({ isMine: false });

  const body = {
    userId: who.userId,
    kind: 'identity' as const,
    subject: seen.subject,
    decision: 'approve' as const,
  };
  const ask = { ...body, document: 'panFront' as const, reason: 'not_readable' as const };

  expect(await two.send('decideReview', { body })).toMatchObject({
    ok: false,
    error: { code: 'taken' },
  });

  expect(await two.send('askDocument', { body: ask })).toMatchObject({
    ok: false,
    error: { code: 'taken' },
  });
  app.advance(600_001);
  await two.data('decideReview', { body });
});

test.each(['support', 'payments', 'auditor', 'administrator'] as const)(
  '%s opens no case',
  async (role) => {
    const who = await inReview();
    const client = await console.as(role);
    const body = { userId: who.userId, kind: 'identity', subject: 'x', decision: 'approve' };
    const picture = { params: { userId: who.userId, picture: 'panFront' } };

    for (const result of [
      await client.send('reviewList', {}),
      await readCase(who, client, 'identity'),
      await client.send('decideReview', { body }),
      await client.send('askDocument', {
        body: { ...body, document: 'panFront', reason: 'not_readable' },
      }),
      await client.send('reviewPicture', picture),
    ])
      expect(result).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  },
);

test('a reviewer decides no score, and a credit officer no identity', async () => {
  const who = await inReview();
  const [reviewer, officer] = [await console.as('reviewer'), await console.as('credit_officer')];

  expect(await readCase(who, reviewer, 'score')).toMatchObject({ error: { code: 'forbidden' } });
  expect(await readCase(who, officer, 'identity')).toMatchObject({ error: { code: 'forbidden' } });

  const { rows } = await officer.data('reviewList', {});
  expect(rows.every(({ kind }) => kind === 'score')).toBe(true);
});

test('a picture carries the viewer’s name, each view is recorded, and access ends with the review', async () => {
  const who = await inReview();
  const plain = await sharp({
    create: { width: 400, height: 260, channels: 3, background: '#888' },
  })
    .jpeg()
    .toBuffer();
  const fileId = await storeReviewPicture(app.deps, who.userId, plain);

  await db
    .updateTable('liveness_checks')
    .set({ reviewFileId: fileId })
    .where('userId', '=', who.userId)
    .execute();

  const reviewer = await console.as('reviewer');
  const address = `${console.origin}/staff/review/${who.userId}/pictures/face`;
  const get = () => fetch(address, { headers: { cookie: reviewer.cookie ?? '' } });
  const answer = await get();

  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, 'image/jpeg', 'no-store']);

  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  expect(channels[0]?.stdev).toBeGreaterThan(5);
  expect(await listActs(who)).toEqual([
    ['review_picture_seen', { picture: 'face', fields: ['face'] }],
  ]);

  const subject = await readSubject(reviewer, who, 'identity');
  await reviewer.data('decideReview', {
    body: { userId: who.userId, kind: 'identity', subject, decision: 'approve' },
  });
  expect((await get()).status).toBe(404);
});

test('a score and a correction are decided from what was stored', async () => {
  const officer = await console.as('credit_officer');
  const who = await aSignedInUser(app, { limitPaise: null });

  await evaluateCredit(app.deps, who);
  await db
    .updateTable('credit_evaluations')
    .set({
      outcome: JSON.stringify({
        total: 40,
        points: [],
        reasons: ['score-borderline'],
        outcome: 'review',
        limit: 0,
      }),
    })
    .where('userId', '=', who.userId)
    .execute();

  await db
    .updateTable('credit_limits')
    .set({ state: 'review' })
    .where('userId', '=', who.userId)
    .execute();

  const score = await officer.data('reviewCase', { params: { userId: who.userId, kind: 'score' } });
  expect(score.score).toMatchObject({ total: 40, reasons: [{ id: 'score-borderline' }] });

  const refusal = { userId: who.userId, kind: 'score', subject: score.subject, decision: 'refuse' };
  expect(
    await officer.send('decideReview', { body: { ...refusal, reason: 'face_differs' } }),
  ).toMatchObject({
    error: { code: 'invalid' },
  });
  await officer.data('decideReview', { body: { ...refusal, reason: 'means_too_low' } });

  const reviewer = await console.as('reviewer');
  successData(
    await who.client.send(CALLS.correctData, { body: { field: 'name', value: 'Asha Corrected' } }),
  );

  const correction = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'correction' },
  });
  expect(correction.corrections).toMatchObject([{ field: 'name', after: 'Asha Corrected' }]);

  const subject = correction.corrections[0]?.changeId;
  const decide = { userId: who.userId, kind: 'correction', subject, decision: 'approve' };

  await reviewer.data('decideReview', { body: decide });
  expect(await reviewer.send('decideReview', { body: decide })).toMatchObject({
    error: { code: 'changed' },
  });
  expect(await listActs(who)).toContainEqual(['correction_review_approved', { version: subject }]);

  const income = { field: 'monthlyIncome' as const, value: '25000_40000' };
  successData(await who.client.send(CALLS.correctData, { body: income }));
  expect(
    await reviewer.data('reviewCase', { params: { userId: who.userId, kind: 'correction' } }),
  ).toMatchObject({
    corrections: [{ before: '₹40,000 to ₹60,000', after: '₹25,000 to ₹40,000' }],
  });
});
