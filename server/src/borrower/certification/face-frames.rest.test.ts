import { CALLS } from '@noren/contract/index';
import type { Pose } from '@noren/core/people/liveness';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readPose } from '../../sandbox/samples/faces.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

// Single frame faults are tested in `providers/kyc/face.rest.test.ts`, their consequences in
// `liveness.test.ts`.
type Draw = (pose: Pose) => Promise<Buffer>;
const own: Draw = (pose) => readPose(pose);

/** Starts a check and sends the drawn frame for each requested pose. */
async function show(client: TestClient, draw: Draw) {
  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const frames = await Promise.all(poses.map((pose) => draw(pose)));
  const files = frames.map((frame) => new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }));
  const answer = successData(
    await client.send(CALLS.checkLiveness, { body: { transactionId }, files }),
  );

  return { ...answer, poses };
}

const borrower = async () =>
  (await aSignedInUser(app, { bizStatus: UserStatus.identityDue })).client;

const readHints = async () => {
  const query = app.deps.db
    .selectFrom('liveness_checks')
    .select('hints')
    .where('outcome', 'is not', null);
  return (
    await query.orderBy('decidedAt', 'desc').orderBy('transactionId', 'desc').executeTakeFirst()
  )?.hints;
};

test('a person who holds the requested poses passes', async () => {
  expect(await show(await borrower(), own)).toMatchObject({
    outcome: 'passed',
    reason: null,
    pose: null,
    triesLeft: 3,
  });
  expect(await readHints()).toEqual([]);
});

test('a change of person during the check leads to a retry', async () => {
  const swapped: Draw = (pose) => readPose(pose, pose === 'back' || pose === 'right' ? 2 : 1);
  const expected = { outcome: 'retry', triesLeft: 2, reason: 'different_face' };
  expect(await show(await borrower(), swapped)).toMatchObject(expected);
});

test('the same picture for all five poses fails with a hint for the reviewer', async () => {
  const answer = await show(await borrower(), () => readPose('face'));
  expect(answer).toMatchObject({ outcome: 'retry', reason: 'wrong_pose' });
  expect(answer.pose).not.toBe('face');
  expect(await readHints()).toContain('still_picture');
});
