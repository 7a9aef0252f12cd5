import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import { toBinding } from '../../platform/files/pictures.ts';
import { setNameMatch } from '../../testing/bank-accounts.ts';
import {
  decideBankNameReview,
  decideIdentityReview,
  decideScoreReview,
} from '../../testing/decisions.ts';
import { markIdentity } from '../../testing/identity-documents.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { approve, refuse, useReviewDecisions } from '../../testing/review-decisions.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import {
  createLivenessCheck,
  readReviewPicture,
  saveLivenessDecision,
  storeReviewPicture,
} from './liveness-store.ts';

const { app, inReview, readPending, readAudit } = await useReviewDecisions();

test('approval verifies the identity, reopens the evaluation and is audited with the operator', async () => {
  const who = await inReview();
  expect(await readPending(who)).toEqual([['identity', ['pan_differs', 'face_not_checked']]]);
  expect(await decideIdentityReview(app.deps, approve(who))).toBe(true);
  expect((await readCredit(who)).state).toBe('evaluating');
  await runJobs(app);
  expect(await readCredit(who)).toMatchObject({ state: 'approved', limitPaise: rupees(20_000) });
  expect(await readAudit(who)).toEqual([
    { actor: 'operator:Asha', action: 'identity_review_approved', detail: { reason: 'agrees' } },
  ]);

  const [sms] = await app.deps.db
    .selectFrom('sandbox_messages')
    .select('template')
    .where('phone', '=', who.phone)
    .execute();
  expect(sms?.template).toBe('review_done');
  expect(await readPending(who)).toEqual([]);
});

test('the decision deletes the picture stored for the reviewer', async () => {
  const who = await inReview();
  const { db, files, now } = app.deps;
  const reviewFileId = await storeReviewPicture(app.deps, who.userId, Buffer.from('a picture'));
  const { transactionId } = await createLivenessCheck(db, who.userId, {
    purpose: 'identity',
    mode: 'upload',
    now: now(),
    expiresAt: now() + 1_000,
  });
  const nothing = {
    pose: null,
    reason: null,
    score: null,
    likeness: null,
    similarity: null,
    hints: [],
  };
  const decision = { ...nothing, outcome: 'review' as const, reviewFileId };

  await saveLivenessDecision(db, who.userId, transactionId, decision, now());
  expect((await readReviewPicture(app.deps, who.userId))?.jpeg.toString()).toBe('a picture');
  await decideIdentityReview(app.deps, approve(who));
  await runJobs(app);
  expect(await readReviewPicture(app.deps, who.userId)).toBeNull();
  await expect(files.get(reviewFileId, toBinding(who.userId, 'faceReview'))).rejects.toThrow(
    'not_found',
  );
});

test('refusal declines the borrower and explains why and what to do', async () => {
  const who = await inReview();
  expect(await decideIdentityReview(app.deps, refuse(who, 'face_differs'))).toBe(true);
  await runJobs(app);

  const credit = await readCredit(who);
  expect(credit).toMatchObject({ state: 'declined', limitPaise: 0 });
  expect(credit.reasons.map(({ id }) => id)).toEqual([
    'refused-face_differs',
    'identity-not-verified',
  ]);
  expect(credit.reasons[0]?.text).toContain('Customer service');
});

test('an identity may be decided before certification is complete; no evaluation runs yet', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  await markIdentity(app, who, 'review');
  expect(await decideIdentityReview(app.deps, approve(who))).toBe(true);

  const identity = await app.deps.db
    .selectFrom('identities')
    .select('state')
    .where('userId', '=', who.userId)
    .executeTakeFirst();
  expect(identity?.state).toBe('verified');
});

/** Only the account name is in review; once it is approved the credit is too. */
async function approveWaitingName(who: SignedInUser): Promise<void> {
  expect((await readCredit(who)).state).toBe('review');
  expect(await readPending(who)).toEqual([['bank_name', ['name_differs']]]);
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(true);
  await runJobs(app);
  expect((await readCredit(who)).state).toBe('approved');
}

test('an identity and an account name in review need two decisions', async () => {
  const who = await inReview();
  await setNameMatch(app, who, 'mismatch');
  await decideIdentityReview(app.deps, approve(who));
  await runJobs(app);
  await approveWaitingName(who);
});

test('an account name that agrees in part waits for a person and is payable once confirmed', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await setNameMatch(app, who, 'partial');
  await evaluateCredit(app.deps, who);
  await approveWaitingName(who);

  const account = app.deps.db
    .selectFrom('bank_accounts')
    .select('nameMatch')
    .where('userId', '=', who.userId);
  expect((await account.executeTakeFirstOrThrow()).nameMatch).toBe('match');
});

test('after a refused account name the borrower is asked to save another account', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await setNameMatch(app, who, 'mismatch');
  await evaluateCredit(app.deps, who);
  expect(await decideBankNameReview(app.deps, refuse(who, 'name_differs'))).toBe(true);
  await runJobs(app);

  const credit = await readCredit(who);
  expect(credit.state).toBe('review');
  expect(credit.reasons.map(({ id }) => id)).toEqual(['refused-name_differs', 'names-differ']);
  expect(await readPending(who)).toEqual([]);
});

test.each([
  ['approve', 'approved'],
  ['refuse', 'declined'],
] as const)('a borderline score: %s', async (decision, state) => {
  const who = await aSignedInUser(app, { limitPaise: null });
  const survey = {
    purpose: 'household',
    incomeBand: '10000_15000',
    otherDebts: 'two_or_more',
    heardFrom: 'friend',
  };

  await app.deps.db
    .updateTable('survey_answers')
    .set({ answers: JSON.stringify(survey) })
    .where('userId', '=', who.userId)
    .execute();

  const { info } = successData(await who.client.send(CALLS.viewPersonalInfo, {}));
  const poor = { ...info, monthlyIncome: '10000_15000', workStatus: 'student', salaryType: 'cash' };
  const { encrypt } = app.deps.crypto;

  await app.deps.db
    .updateTable('personal_info')
    .set({ infoEnc: encrypt(JSON.stringify(poor), `personal_info.info_enc:${who.userId}`) })
    .where('userId', '=', who.userId)
    .execute();
  await setNameMatch(app, who, 'partial');
  await evaluateCredit(app.deps, who);
  expect((await readPending(who)).map(([kind]) => kind).sort()).toEqual(['bank_name', 'score']);

  const review = decision === 'approve' ? approve(who) : refuse(who, 'means_too_low');
  expect(await decideScoreReview(app.deps, review)).toBe(true);
  await runJobs(app);
  // An approved score still waits for the name; a refused one does not.
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(decision === 'approve');
  await runJobs(app);
  expect((await readCredit(who)).state).toBe(state);

  const stored = await app.deps.db
    .selectFrom('credit_evaluations')
    .select('inputs')
    .where('userId', '=', who.userId)
    .orderBy('evaluationId', 'desc')
    .executeTakeFirst();
  expect(stored?.inputs.scoreReview).toBe(decision === 'approve' ? 'approved' : 'refused');
});
