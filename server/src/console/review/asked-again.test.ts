import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import { aBankAccount, saveAccount, setNameMatch } from '../../testing/bank-accounts.ts';
import { correctName } from '../../testing/correct-name.ts';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { markIdentity } from '../../testing/identity-documents.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { readCredit } from '../../testing/loans.ts';
import { aBorrowerInReview, listReviewActs, readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const console = await useConsole(app);
const { db } = app.deps;
beforeEach(() => app.advance(60_000));

const PAN: FakeUpload = {
  reading: { outcome: 'read', fields: { pan: 'ABCPK1234L' }, missing: [] },
};

const send = (who: SignedInUser, type: 'panFront' | 'aadhaarFront', written: FakeUpload = PAN) =>
  who.client.send(CALLS.readDocument, { body: { type }, file: fakeUploadFile(written) });

const listRequested = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.documentRequests, {})).requests.map(
    ({ document }) => document,
  );

test.each([UserStatus.certified, UserStatus.contactsDue])(
  'a document asked for again leaves the queue until the borrower, at status %i, sends exactly that one',
  async (bizStatus) => {
    const isCertified = bizStatus === UserStatus.certified;
    const who = isCertified
      ? await aBorrowerInReview(app)
      : await aSignedInUser(app, { bizStatus });

    await markIdentity(app, who, 'review');

    const reviewer = await console.as('reviewer');
    const subject = await readSubject(reviewer, who, 'identity');
    const ask = {
      userId: who.userId,
      kind: 'identity',
      subject,
      document: 'panFront',
      reason: 'cut_off',
    };

    await reviewer.data('askDocument', { body: ask });
    expect(await reviewer.send('askDocument', { body: ask })).toMatchObject({
      error: { code: 'taken' },
    });
    expect(await readPendingReviews(db, who.userId)).toEqual([]);

    const { rows } = await reviewer.data('reviewList', { query: { list: 'with_borrower' } });
    expect(rows.find(({ userId }) => userId === who.userId)).toMatchObject({ asked: 'panFront' });
    expect(await listRequested(who)).toEqual(['panFront']);

    if (isCertified) {
      expect((await readCredit(who)).requested[0]).toMatchObject({
        document: 'panFront',
        why: /four corners/,
      });
      expect(await send(who, 'aadhaarFront')).toMatchObject({ code: 409 });
    }

    app.advance(1_000);
    successData(await send(who, 'panFront'));
    expect(await listRequested(who)).toEqual([]);

    const [back] = await readPendingReviews(db, who.userId);
    expect(back?.reasons).toContain('pan_differs');
    expect(back?.subject).not.toBe(subject);
    if (isCertified) expect(await send(who, 'panFront')).toMatchObject({ code: 409 });

    const stale = await reviewer.send('decideReview', {
      body: { userId: who.userId, kind: 'identity', subject, decision: 'approve' },
    });
    expect(stale).toMatchObject({ error: { code: 'changed' } });
    expect(await listReviewActs(app, who)).toContainEqual([
      'document_asked_again',
      { kind: 'identity', document: 'panFront', reason: 'cut_off' },
    ]);
  },
);

test('no card or face is decided about unseen', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  await db.deleteFrom('liveness_checks').where('userId', '=', who.userId).execute();
  await markIdentity(app, who, 'review');
  const reviewer = await console.as('reviewer');

  const decide = (subject: string) =>
    reviewer.send('decideReview', {
      body: {
        userId: who.userId,
        kind: 'identity',
        subject,
        decision: 'approve',
        stands: { pan: 'panFront' },
      },
    });

  const first = await readSubject(reviewer, who, 'identity');
  app.advance(1_000);
  successData(await send(who, 'panFront'));
  expect(await decide(first)).toMatchObject({ error: { code: 'changed' } });

  const second = await readSubject(reviewer, who, 'identity');
  app.advance(1_000);
  successData(await checkLiveness(who.client, await startLiveness(who.client)));
  expect(await decide(second)).toMatchObject({ error: { code: 'changed' } });
  expect(await decide(await readSubject(reviewer, who, 'identity'))).toMatchObject({ ok: true });
});

test('a face check asked for again counts from then on, and the case returns with its result', async () => {
  const who = await aBorrowerInReview(app);
  const reviewer = await console.as('reviewer');
  const subject = await readSubject(reviewer, who, 'identity');

  expect(await who.client.send(CALLS.startLiveness, { body: {} })).toMatchObject({ code: 409 });

  const ask = {
    userId: who.userId,
    kind: 'identity',
    subject,
    document: 'face',
    reason: 'face_unclear',
  };
  app.advance(1_000);
  await reviewer.data('askDocument', { body: ask });
  app.advance(1_000);

  const failed = await checkLiveness(who.client, await startLiveness(who.client), {
    frame: { light: 1 },
  });
  expect(successData(failed)).toMatchObject({ outcome: 'retry', triesLeft: 2 });
  expect(await listRequested(who)).toEqual(['face']);

  const passed = await checkLiveness(who.client, await startLiveness(who.client));
  expect(successData(passed)).toMatchObject({ outcome: 'passed' });
  expect(await listRequested(who)).toEqual([]);
  expect(await readPendingReviews(db, who.userId)).toMatchObject([{ kind: 'identity' }]);
});

test('a name corrected while a reviewer looks at the case is not approved unseen', async () => {
  const who = await aBorrowerInReview(app);
  const reviewer = await console.as('reviewer');
  const body = {
    userId: who.userId,
    kind: 'identity',
    subject: await readSubject(reviewer, who, 'identity'),
    decision: 'approve',
    stands: { name: 'typed' },
  };

  app.advance(1_000);
  await correctName(app, who, 'Zubeida Other');
  expect(await reviewer.send('decideReview', { body })).toMatchObject({
    error: { code: 'changed' },
  });
});

test.each([
  ['approve', { outcome: 'passed' }],
  ['refuse', null],
] as const)(
  'a decision without the face asked for, to %s, and the face before it',
  async (decision, face) => {
    const who = await aBorrowerInReview(app);
    const reviewer = await console.as('reviewer');
    const of = { userId: who.userId, kind: 'identity' as const };
    const subject = await readSubject(reviewer, who, 'identity');

    app.advance(1_000);
    await reviewer.data('askDocument', {
      body: { ...of, subject, document: 'face', reason: 'face_unclear' },
    });
    const reason = decision === 'refuse' ? { reason: 'face_differs' } : {};
    await reviewer.data('decideReview', { body: { ...of, subject, decision, ...reason } });

    app.advance(1_000);
    await db
      .updateTable('identities')
      .set({ state: 'review', savedAt: new Date(app.deps.now()) })
      .where('userId', '=', who.userId)
      .execute();
    const shown = await reviewer.data('reviewCase', { params: of });
    expect(shown.face).toEqual(face && expect.objectContaining(face));
  },
);

test('a decision without the document withdraws the request', async () => {
  const who = await aBorrowerInReview(app);
  const reviewer = await console.as('reviewer');
  const subject = await readSubject(reviewer, who, 'identity');
  const body = { userId: who.userId, kind: 'identity' as const, subject };

  await reviewer.data('askDocument', {
    body: { ...body, document: 'aadhaarBack', reason: 'not_readable' },
  });
  await reviewer.data('decideReview', { body: { ...body, decision: 'approve' } });
  expect(await listRequested(who)).toEqual([]);
  expect(
    await db
      .selectFrom('document_requests')
      .select('state')
      .where('userId', '=', who.userId)
      .execute(),
  ).toEqual([{ state: 'withdrawn' }]);
});

test('a name at the bank: both names are compared, another account is asked for, and saving one answers it', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await setNameMatch(app, who, 'mismatch');
  await evaluateCredit(app.deps, who);

  const reviewer = await console.as('reviewer');
  const shown = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'bank_name' },
  });

  expect(shown.names.map(({ of }) => of)).toEqual(['confirmed', 'typed']);
  expect(shown.requests.map(({ document }) => document)).toEqual(['bankAccount']);

  const ask = { userId: who.userId, kind: 'bank_name', subject: shown.subject };
  await reviewer.data('askDocument', {
    body: { ...ask, document: 'bankAccount', reason: 'other_name' },
  });
  expect(await listRequested(who)).toEqual(['bankAccount']);
  successData(await saveAccount(who.client, aBankAccount(shown.names[0]?.text ?? '')));
  expect(await listRequested(who)).toEqual([]);
});
