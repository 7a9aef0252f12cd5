import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { afterEach, expect, test } from 'vitest';
import {
  deleteOldReviewPictures,
  readReviewPicture,
} from '../../people/certification/liveness-store.ts';
import { readSource, writeSource } from '../../people/certification/source-store.ts';
import { KycEngineError } from '../../platform/ports/kyc.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { confirmIdentity, sendCard } from '../../testing/identity-documents.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import { checkLiveness, darkFrame, startLiveness } from '../../testing/liveness.ts';
import { findRetentionProblems } from '../../testing/retention-problems.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer, testSources } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const kyc = makeFakeKyc();
const { openPhoto, checkFrames } = kyc;
const app = await useApp({ kyc });
const console = await useConsole(app);
const { db, crypto } = app.deps;
let seed = 7000;

afterEach(() => {
  Object.assign(app.deps.kyc, { openPhoto, checkFrames });
});

/** Somebody whose two other cards were read; the back of the Aadhaar card has a code with a photo. */
async function aPerson() {
  seed += 1;
  const person = samplePerson(seed);
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { client, userId } = user;
  const { name, birthDay, pan, aadhaar, pin } = person;
  const photo = Buffer.from('{"frame":{}}');
  const code = signCode(layOutCode(person, { photo }), testIssuer());

  const print = { name, birthDay: businessDay(birthDay) };
  successData(await sendCard(user, 'panFront', { ...print, pan }));
  successData(await sendCard(user, 'aadhaarFront', { ...print, aadhaar }));

  return {
    ...user,
    code,
    sendCode: async () => successData(await sendCard(user, 'aadhaarBack', { aadhaar, pin }, code)),
    passFace: async (written = {}) =>
      successData(await checkLiveness(client, await startLiveness(client), written)),
    uploadFace: async (written = {}) => {
      const { transactionId } = await startLiveness(client, { mode: 'upload' });
      return successData(
        await client.send(CALLS.checkLiveness, {
          body: { transactionId },
          files: [fakeUploadFile(written)],
        }),
      );
    },
    save: async () => successData(await confirmIdentity(user, person)),
    source: () => readSource(db, crypto, userId),
  };
}

type Person = Awaited<ReturnType<typeof aPerson>>;

/** As the same card sent from another tab. */
async function replaceSource(
  { userId, code }: Person,
  photoResult: 'none' | 'waiting' = 'waiting',
): Promise<void> {
  const reading = testSources.readCode(code);
  if (!reading.ok) throw new Error(reading.reason);

  const { photo: _, ...identity } = reading.identity;
  await writeSource(db, crypto, userId, {
    identity,
    photoFileId: null,
    photoResult,
    document: 'aadhaarBack',
    consentVersion: 'v1',
    now: app.deps.now(),
  });
}

const readReasons = async ({ userId }: Person) =>
  (
    await db
      .selectFrom('identities')
      .select('reasons')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).reasons;

const readFileJobs = async () =>
  (await readQueuedJobs(db, 'delete-file')).filter(({ isDue }) => isDue);

const LIKE = { similarity: 0.9 };

/** A face like that on the card, and unlike the photo in its code. */
const UNLIKE_PHOTO = { similarity: 0.9, photoSimilarity: 0.01 };

const roads: [string, (who: Person) => Promise<void>, 'photo' | 'photo_not_compared'][] = [
  [
    'sent after the face check',
    async (who) => {
      await who.sendCode();
      await who.passFace(LIKE);
      await who.sendCode();
    },
    'photo_not_compared',
  ],
  [
    'sent again after a face unlike its photo',
    async (who) => {
      await who.sendCode();
      await who.passFace(UNLIKE_PHOTO);
      await who.sendCode();
    },
    'photo',
  ],
  [
    'replaced while the face is measured',
    async (who) => {
      await who.sendCode();
      let isSent = false;
      app.deps.kyc.checkFrames = async (input) => {
        if (input.frames.length === 1) {
          isSent = true;
          await replaceSource(who);
        }

        return checkFrames(input);
      };
      await who.passFace(UNLIKE_PHOTO);
      expect(isSent).toBe(true);
    },
    'photo_not_compared',
  ],
  [
    'in whose photo no face is found',
    async (who) => {
      await who.sendCode();
      await who.passFace();
    },
    'photo_not_compared',
  ],
  [
    'beside a face check that failed three times',
    async (who) => {
      await who.sendCode();
      for (let i = 0; i < 3; i++) await who.passFace(darkFrame);
    },
    'photo_not_compared',
  ],
  [
    'beside one picture that was uploaded',
    async (who) => {
      await who.sendCode();
      expect(await who.uploadFace(LIKE)).toMatchObject({ outcome: 'review' });
    },
    'photo_not_compared',
  ],
  [
    'beside a face on a screen or a print',
    async (who) => {
      await who.sendCode();
      app.deps.kyc.checkFrames = async (input) => {
        const { frames, ...more } = await checkFrames(input);
        const print = { live: 0.2, real: 0.2 };
        const shown = frames.map(({ face, ...frame }) => ({
          ...frame,
          ...(face && { face: { ...face, ...print } }),
        }));
        return { ...more, frames: shown };
      };
      expect(await who.passFace(LIKE)).toMatchObject({ outcome: 'review' });
    },
    'photo_not_compared',
  ],
  [
    'whose photo cannot be opened',
    async (who) => {
      app.deps.kyc.openPhoto = async () => null;
      await who.sendCode();
      await who.passFace(LIKE);
    },
    'photo_not_compared',
  ],
  [
    'whose photo crashes the decoder',
    async (who) => {
      app.deps.kyc.openPhoto = () => Promise.reject(new KycEngineError('crashed'));
      await who.sendCode();
      await who.passFace(LIKE);
    },
    'photo_not_compared',
  ],
];

test.each(roads)('a genuine card %s goes to a reviewer', async (_, walk, difference) => {
  const who = await aPerson();
  await walk(who);
  await who.save();

  expect(await who.source()).toMatchObject({ verdict: 'differs', differences: [difference] });
  expect(await readReasons(who)).toContain('source_differs');
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('a reviewer sees the live face beside the signed photo that is unlike it, until the decision', async () => {
  const who = await aPerson();
  await who.sendCode();
  expect(await who.passFace(UNLIKE_PHOTO)).toMatchObject({ outcome: 'passed' });
  await who.save();

  const reviewer = await console.as('reviewer');
  const { userId } = who;
  const seen = await reviewer.data('reviewCase', { params: { userId, kind: 'identity' } });
  expect(seen.face).toMatchObject({ outcome: 'passed', hasPicture: true });
  expect(seen.signed).toMatchObject({ hasPhoto: true, differences: ['photo'] });

  const { photoFileId } = (await who.source())!;
  const face = await readReviewPicture(app.deps, userId);
  expect(JSON.parse(String(face?.jpeg))).toMatchObject({ pose: 'face' });
  expect(await findRetentionProblems(app)).toEqual([]);

  const { subject } = seen;
  await reviewer.data('decideReview', {
    body: { userId, kind: 'identity', subject, decision: 'refuse', reason: 'face_differs' },
  });
  expect(await who.source()).toMatchObject({ photoFileId: null, photoResult: 'unlike' });
  expect(await readReviewPicture(app.deps, userId)).toBeNull();
  const removed = (await readFileJobs()).map(({ payload }) => payload);
  expect(removed).toContainEqual({ fileId: photoFileId });
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('an approval of a face unlike the signed photo gives no more than a picture does', async () => {
  const who = await aPerson();
  await who.sendCode();
  await who.passFace(UNLIKE_PHOTO);
  await who.save();

  const reviewer = await console.as('reviewer');
  const { userId } = who;
  const { subject } = await reviewer.data('reviewCase', { params: { userId, kind: 'identity' } });
  await reviewer.data('decideReview', {
    body: { userId, kind: 'identity', subject, decision: 'approve', stands: {} },
  });
  expect(await who.source()).toMatchObject({ verdict: 'differs', differences: ['photo'] });
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('of a face like the signed photo no picture stays', async () => {
  const who = await aPerson();
  await who.sendCode();
  await who.passFace(LIKE);
  expect(await readReviewPicture(app.deps, who.userId)).toBeNull();
  expect(await who.source()).toMatchObject({ photoFileId: null, photoResult: 'alike' });
});

test('a picture of a face that nobody needs any more is deleted with what agrees', async () => {
  const who = await aPerson();
  await who.sendCode();
  await who.passFace();
  expect(await readReviewPicture(app.deps, who.userId)).not.toBeNull();

  // A source without a photo, as people have whom the sandbox certified.
  await replaceSource(who, 'none');
  await who.save();
  expect(await who.source()).toMatchObject({ verdict: 'agrees' });
  expect(await readReviewPicture(app.deps, who.userId)).toBeNull();
});

test('the self-check names a face picture that should be gone', async () => {
  const who = await aPerson();
  await who.sendCode();
  await who.passFace(UNLIKE_PHOTO);

  app.advance(32 * 86_400_000);
  const old = `the face picture of user ${who.userId} is past its retention`;
  expect(await findRetentionProblems(app)).toContain(old);
  await deleteOldReviewPictures(db, app.deps.now());
  expect(await findRetentionProblems(app)).not.toContain(old);
});
