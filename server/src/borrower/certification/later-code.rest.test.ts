import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { beforeAll, expect, test } from 'vitest';
import type { ChosenSources } from '../../people/certification/chosen-values.ts';
import { readReviewPicture } from '../../people/certification/liveness-store.ts';
import { decideReviewIn } from '../../people/certification/review-decisions.ts';
import { readSource } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { FACE_PHOTO, passFace, sendCard } from '../../testing/identity-documents.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { checkLiveness, darkFrame, startLiveness } from '../../testing/liveness.ts';
import { applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

/** A code of the user's own card, changed as given. */
async function ownCode(who: SignedInUser, more: Partial<SamplePerson> = {}, photo = FACE_PHOTO) {
  const { name, birthDay, aadhaarLast4 } = (await readIdentity(
    app.deps.db,
    app.deps.crypto,
    who.userId,
  ))!;
  const aadhaar = `23456789${aadhaarLast4}`;
  const person = { ...samplePerson(1), name, birthDay, aadhaar, ...more };

  return signCode(layOutCode(person, { photo }), testIssuer());
}

const sendBack = (who: SignedInUser, code?: string) => sendCard(who, 'aadhaarBack', {}, code);

const listAsked = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.documentRequests, {})).requests.map(
    ({ document }) => document,
  );

const levelAfter = async (who: SignedInUser) => (await readCredit(who)).identity.level;

test('the code of a card that a certified person sends again raises the level, and changes no picture', async () => {
  const who = await aSignedInUser(app, { source: null });
  const pictures = () =>
    app.deps.db
      .selectFrom('identity_documents')
      .select(['type', 'fileId'])
      .where('userId', '=', who.userId)
      .orderBy('type')
      .execute();
  const before = await pictures();
  expect(await listAsked(who)).toEqual(['aadhaarBack']);

  app.advance(1_000);
  expect(successData(await sendBack(who, await ownCode(who))).code).toBe('read');
  await passFace(who);
  expect(await levelAfter(who)).toBe('source_checked');
  expect(await listAsked(who)).toEqual([]);
  expect(await pictures()).toEqual(before);
  expect((await sendBack(who, await ownCode(who))).code).toBe(409);
});

test('a photo in the code is compared with the face before the level rises', async () => {
  const who = await aSignedInUser(app, { source: null });
  app.advance(1_000);
  successData(await sendBack(who, await ownCode(who)));
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await listAsked(who)).toEqual(['face']);

  await passFace(who);
  expect(await levelAfter(who)).toBe('source_checked');
  expect(await listAsked(who)).toEqual([]);
});

const stateNow = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('identities')
    .select(['state', 'reasons'])
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();

/**
 * The identity waits for a reviewer, who sees what the code says. Nothing more is asked for, and the
 * level from before stays.
 */
async function expectReview(who: SignedInUser, reason: string): Promise<void> {
  const { state, reasons } = await stateNow(who);
  expect([state, reasons]).toEqual(['review', expect.arrayContaining([reason])]);
  expect((await readSource(app.deps.db, app.deps.crypto, who.userId))?.fields).not.toBeNull();
  expect(await listAsked(who)).toEqual([]);

  expect(await readCredit(who)).toMatchObject({
    availablePaise: rupees(5_000),
    identity: { level: 'document_seen', next: { step: 'await_review' } },
  });
  const quoted = await aQuote(who, { productCode: 'N07', rupees: 2_000 });
  const applied = await applyFor(who, quoted);
  expect(applied.code).toBe(200);
}

const decide = (who: SignedInUser, stands: ChosenSources = {}) =>
  app.deps.db.transaction().execute((tx) =>
    decideReviewIn(tx, app.deps, 'identity', {
      userId: who.userId,
      decision: 'approve',
      operator: 'Asha',
      reason: 'agrees',
      stands,
    }),
  );

async function aUserWithPhotoSent(more: Partial<SamplePerson> = {}): Promise<SignedInUser> {
  const who = await aSignedInUser(app, { source: null });
  app.advance(1_000);
  successData(await sendBack(who, await ownCode(who, more)));
  return who;
}

test('a face unlike the photo in the code goes to a reviewer, which the borrower is told', async () => {
  const who = await aUserWithPhotoSent();
  const check = await startLiveness(who.client);
  const answer = await checkLiveness(who.client, check, { similarity: 0.01 });

  expect(successData(answer).outcome).toBe('review');
  await expectReview(who, 'source_differs');
  const picture = await readReviewPicture(app.deps, who.userId);
  expect(picture?.jpeg.length).toBeGreaterThan(0);

  expect(await decide(who)).toBe(true);
  expect(await levelAfter(who)).toBe('document_seen');
});

test('the third failed face check goes to a reviewer, whose approval leaves the level', async () => {
  const who = await aUserWithPhotoSent();
  const outcomes: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const check = await startLiveness(who.client);
    outcomes.push(successData(await checkLiveness(who.client, check, darkFrame)).outcome);
  }

  expect(outcomes).toEqual(['retry', 'retry', 'review']);
  await expectReview(who, 'face_not_checked');
  await decide(who);
  expect(await levelAfter(who)).toBe('document_seen');
});

test('who refused the face check is looked at by a reviewer', async () => {
  const who = await aSignedInUser(app, { source: null });
  successData(await sendConsent(who.client, 'face_check', false));
  app.advance(1_000);
  successData(await sendBack(who, await ownCode(who)));

  await expectReview(who, 'face_refused');
});

test('who refuses the face check after the card sends it once more', async () => {
  const who = await aUserWithPhotoSent();
  successData(await sendConsent(who.client, 'face_check', false));
  expect(await listAsked(who)).toEqual(['aadhaarBack']);

  successData(await sendBack(who, await ownCode(who)));
  await expectReview(who, 'face_refused');
});

test('the reviewer lets the signed name stand, which then raises the level', async () => {
  const name = 'Quentin Zwolinski';
  const who = await aUserWithPhotoSent({ name });
  await passFace(who);
  await expect(decide(who)).rejects.toThrow('choice_missing');

  expect(await decide(who, { name: 'signed' })).toBe(true);
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  expect([identity?.name, identity?.state]).toEqual([name, 'verified']);
  expect(await levelAfter(who)).toBe('source_checked');
});

test('the reviewer lets the confirmed name stand, which leaves the level', async () => {
  const who = await aUserWithPhotoSent({ name: 'Quentin Zwolinski' });
  await passFace(who);
  expect(await decide(who, { name: 'typed' })).toBe(true);
  expect(await levelAfter(who)).toBe('document_seen');
});

test('who is refused in that review may borrow nothing', async () => {
  const who = await aUserWithPhotoSent();
  const check = await startLiveness(who.client);
  await checkLiveness(who.client, check, { similarity: 0.01 });
  await app.deps.db.transaction().execute((tx) =>
    decideReviewIn(tx, app.deps, 'identity', {
      userId: who.userId,
      decision: 'refuse',
      operator: 'Asha',
      reason: 'face_differs',
    }),
  );

  expect(await levelAfter(who)).toBe('none');
});

test('another name goes to a reviewer after the face check', async () => {
  const who = await aUserWithPhotoSent({ name: 'Quentin Zwolinski' });
  expect((await passFace(who)).outcome).toBe('review');
  await expectReview(who, 'source_differs');
});

test('a person may try five cards a day', async () => {
  const who = await aSignedInUser(app, { source: null });
  const other = await ownCode(who, { birthDay: '1971-01-02' });
  for (let at = 0; at < 5; at += 1) expect((await sendBack(who, other)).code).toBe(400);

  expect((await sendBack(who, await ownCode(who))).code).toBe(429);
});

test.each([
  ['no code', () => Promise.resolve(undefined), 'code_missing'],
  [
    'no photo in its code',
    (who: SignedInUser) => ownCode(who, {}, Buffer.alloc(0)),
    'code_missing',
  ],
  ['another day', (who: SignedInUser) => ownCode(who, { birthDay: '1971-01-02' }), 'code_differs'],
  [
    'another number',
    (who: SignedInUser) => ownCode(who, { aadhaar: '234567890000' }),
    'code_differs',
  ],
  ['a forged code', async () => '12345678901234567890', 'code_damaged'],
])('a card with %s is refused and leaves nothing', async (_what, code, reason) => {
  const who = await aSignedInUser(app, { source: null });
  expect(await sendBack(who, await code(who))).toMatchObject({ code: 400, data: { reason } });
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await listAsked(who)).toEqual(['aadhaarBack']);
});

test('nobody else may send a card again', async () => {
  const checked = await aSignedInUser(app);
  expect(await listAsked(checked)).toEqual([]);
  expect((await sendBack(checked, await ownCode(checked))).code).toBe(409);

  const early = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  expect(await listAsked(early)).toEqual([]);
});
