import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import {
  deleteReviewPictures,
  readReviewPicture,
} from '../../people/certification/liveness-store.ts';
import { jobTable } from '../../schedule/job-table.ts';
import { sweep } from '../../schedule/sweep.ts';
import { fakeUploadFile } from '../../testing/fake-kyc.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import {
  aUserDueIdentity,
  checkLiveness,
  darkFrame,
  type LivenessSession,
  livenessRefusal,
  readLiveness,
  startLiveness,
  useLivenessApp,
} from '../../testing/liveness.ts';
import { startInstances, type TestClient } from '../../testing/start-app.ts';
import { type SignedInUser, successData } from '../../testing/users.ts';

const { app, stored } = await useLivenessApp();

const upload = (client: TestClient, { transactionId }: LivenessSession) =>
  client.send(CALLS.checkLiveness, { body: { transactionId }, files: [fakeUploadFile({})] });

/** Runs the due file removal jobs. */
async function removeFiles(): Promise<void> {
  for (const { payload, isDue } of await readQueuedJobs(app.deps.db, 'delete-file'))
    if (isDue) await jobTable['delete-file'](app.deps, payload);
}

const listFaces = ({ userId }: SignedInUser) =>
  [...stored.values()].filter((aad) => aad.includes(userId) && aad.includes('face'));

/** Holds every frame check until `count` of them have started. */
function checkConcurrently(count: number): () => void {
  const allStarted = Promise.withResolvers<void>();
  const { checkFrames } = app.deps.kyc;
  let started = 0;

  app.deps.kyc.checkFrames = async (input) => {
    started += 1;
    if (started === count) allStarted.resolve();
    await allStarted.promise;
    return checkFrames(input);
  };

  return () => {
    app.deps.kyc.checkFrames = checkFrames;
  };
}

test('the third failure leads to a review, which stores one picture until it is decided', async () => {
  const user = await aUserDueIdentity(app);
  const { client, userId } = user;
  const outcomes = [];

  for (let i = 0; i < 3; i++) {
    expect(listFaces(user)).toEqual([]);
    outcomes.push(successData(await checkLiveness(client, await startLiveness(client), darkFrame)));
  }

  expect(outcomes).toMatchObject([
    { outcome: 'retry', triesLeft: 2 },
    { outcome: 'retry', triesLeft: 1 },
    { outcome: 'review', reason: 'too_dark', triesLeft: 0 },
  ]);
  expect(await readLiveness(client)).toBe('review');
  expect(await client.send(CALLS.startLiveness, { body: {} })).toMatchObject(
    livenessRefusal('in_review'),
  );
  expect(listFaces(user)).toHaveLength(1);

  const reviewPicture = await readReviewPicture(app.deps, userId);
  expect(JSON.parse(String(reviewPicture?.jpeg))).toMatchObject({ pose: 'face' });
  await app.deps.db.transaction().execute((tx) => deleteReviewPictures(tx, userId));
  await removeFiles();
  expect(listFaces(user)).toEqual([]);
  expect(await readReviewPicture(app.deps, userId)).toBeNull();
});

test.each([
  ['a screen or a print', { live: 0.2, real: 0.2 }, undefined, ['screen_or_print']],
  ['a face unlike the one on the card', { live: 0.9, real: 0.9 }, 0.1, ['unlike_document']],
])(
  'a check that would pass waits for a reviewer when it shows %s',
  async (_, figures, similarity, hints) => {
    const user = await aUserDueIdentity(app);
    const { checkFrames } = app.deps.kyc;

    app.deps.kyc.checkFrames = async (input) => {
      const { frames } = await checkFrames(input);
      const shown = frames.map((frame) => ({
        ...frame,
        ...(frame.face && { face: { ...frame.face, ...figures } }),
      }));

      return { frames: shown, ...(similarity !== undefined && { similarity }) };
    };

    const answer = successData(await checkLiveness(user.client, await startLiveness(user.client)));
    app.deps.kyc.checkFrames = checkFrames;
    expect(answer).toMatchObject({ outcome: 'review', reason: null, pose: null });
    expect(await readLiveness(user.client)).toBe('review');
    expect(await readReviewPicture(app.deps, user.userId)).toMatchObject({ hints });
    expect(listFaces(user)).toHaveLength(1);
  },
);

test('a borrower without a camera uploads one picture for review; it is deleted after thirty days', async () => {
  const user = await aUserDueIdentity(app);
  const started = await startLiveness(user.client, { mode: 'upload' });

  expect(started.poses).toEqual([]);

  const answer = successData(await upload(user.client, started));
  expect(answer).toMatchObject({ outcome: 'review', reason: null, pose: null });

  const row = app.deps.db
    .selectFrom('liveness_checks')
    .selectAll()
    .where('userId', '=', user.userId);
  expect(await row.executeTakeFirst()).toMatchObject({
    mode: 'upload',
    outcome: 'review',
    likeness: null,
  });
  app.advance(29 * 86_400_000);
  await sweep(app.deps);
  await removeFiles();
  expect(listFaces(user)).toHaveLength(1);
  app.advance(2 * 86_400_000);
  await sweep(app.deps);
  await removeFiles();
  expect(listFaces(user)).toEqual([]);
  expect(await readReviewPicture(app.deps, user.userId)).toBeNull();
});

test('a check submitted eight times concurrently is decided once', async () => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);
  const instances = await startInstances(app, 8, client);
  const done = checkConcurrently(8);
  const answers = await Promise.all(instances.clients.map((at) => checkLiveness(at, started)));

  await instances.stop();
  done();
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test('an upload submitted four times concurrently stores one picture', async () => {
  const user = await aUserDueIdentity(app);
  const started = await startLiveness(user.client, { mode: 'upload' });
  const instances = await startInstances(app, 4, user.client);
  const done = checkConcurrently(4);
  const answers = await Promise.all(instances.clients.map((at) => upload(at, started)));

  await instances.stop();
  done();
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
  expect(listFaces(user)).toHaveLength(1);
});

test('of two checks started concurrently one stays open', async () => {
  const { client } = await aUserDueIdentity(app);
  const started = await Promise.all([
    startLiveness(client),
    startLiveness(client),
    startLiveness(client),
  ]);
  const answers = [];

  for (const one of started) answers.push((await checkLiveness(client, one, darkFrame)).code);
  expect(answers.sort()).toEqual([200, 409, 409]);
});
