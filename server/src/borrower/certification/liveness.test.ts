import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { POSES } from '@noren/core/people/liveness';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { type FakeUpload, fakeUploadFile } from '../../testing/fake-kyc.ts';
import { storePanCard } from '../../testing/identity-documents.ts';
import {
  aUserDueIdentity,
  checkLiveness,
  darkFrame,
  livenessRefusal,
  readLiveness,
  startLiveness,
  useLivenessApp,
} from '../../testing/liveness.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, stored } = await useLivenessApp();

const readRow = (transactionId: string) =>
  app.deps.db
    .selectFrom('liveness_checks')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow();

test('five poses in the requested order pass, and no frame is stored', async () => {
  const { client, userId } = await aUserDueIdentity(app);
  const before = stored.size;
  const started = successData(await client.send(CALLS.startLiveness, { body: {} }));

  expect(started.expiresInSeconds).toBe(180);
  expect([...started.poses].sort()).toEqual([...POSES].sort());

  const answer = successData(await checkLiveness(client, started));
  expect(answer).toEqual({ outcome: 'passed', reason: null, pose: null, triesLeft: 3 });
  expect(stored.size).toBe(before);
  expect(await readLiveness(client)).toBe('passed');

  const row = await readRow(started.transactionId);
  expect(row).toMatchObject({
    userId,
    outcome: 'passed',
    reason: null,
    reviewFileId: null,
    hints: [],
  });
  expect(row.score).toBeCloseTo(0.9);
  expect(row.likeness).toBeCloseTo(0.8);
  expect(await client.send(CALLS.startLiveness, { body: {} })).toMatchObject(
    livenessRefusal('passed'),
  );
});

test('a card replaced during the check leaves no photo to compare with and causes no error', async () => {
  const { client, userId } = await aUserDueIdentity(app);
  await storePanCard(app, userId, app.deps.now());
  expect(successData(await checkLiveness(client, await startLiveness(client))).outcome).toBe(
    'passed',
  );
});

test('the order of poses differs between checks', async () => {
  const { client } = await aUserDueIdentity(app);
  const orders = new Set<string>();
  for (let n = 0; n < 12; n++) orders.add((await startLiveness(client)).poses.join());
  expect(orders.size).toBeGreaterThan(3);
});

test.each<[string, FakeUpload]>([
  ['too_dark', darkFrame],
  ['many_faces', { frame: { faces: 2 } }],
  ['no_face', { frame: { faces: 0 } }],
  [
    'unclear',
    {
      frame: {
        face: {
          box: { left: 0, top: 0, width: 400, height: 400 },
          score: 0.3,
          angles: { yaw: 0, pitch: 0.1, roll: 0 },
        },
      },
    },
  ],
])('%s allows a retry and names the failed pose', async (reason, written) => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);
  const answer = successData(await checkLiveness(client, started, written));

  expect(answer).toEqual({ outcome: 'retry', reason, pose: started.poses[0], triesLeft: 2 });
  expect(await readLiveness(client)).toBe('none');
  expect(successData(await checkLiveness(client, await startLiveness(client))).outcome).toBe(
    'passed',
  );
});

test('frames in a different order fail as wrong poses', async () => {
  const { client } = await aUserDueIdentity(app);
  const { transactionId, poses } = await startLiveness(client);
  const files = [...poses].reverse().map((pose) => fakeUploadFile({ pose }));
  const answer = successData(
    await client.send(CALLS.checkLiveness, { body: { transactionId }, files }),
  );

  expect(answer).toMatchObject({ outcome: 'retry', reason: 'wrong_pose', pose: poses[0] });
});

test('an unusable picture is rejected without using up the check', async () => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);

  expect(await checkLiveness(client, started, { intake: 'heic' })).toMatchObject({
    code: 400,
    data: { reason: 'heic' },
  });
  expect(successData(await checkLiveness(client, started)).outcome).toBe('passed');
});

test.each([1, 4])('%i frames are too few and do not use up the check', async (count) => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);
  const fewer = { ...started, poses: started.poses.slice(0, count) };

  expect(await checkLiveness(client, fewer)).toMatchObject({
    code: 400,
    data: { reason: 'frame_count' },
  });
  expect(successData(await checkLiveness(client, started)).outcome).toBe('passed');
});

test('six frames are too many, and an upload takes exactly one', async () => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);
  const more = { ...started, poses: [...started.poses, 'face' as const] };

  expect((await checkLiveness(client, more)).code).toBe(400);

  const alone = await startLiveness(client, { mode: 'upload' });
  const two = { ...alone, poses: ['face', 'left'] as const };

  expect(await checkLiveness(client, two)).toMatchObject({
    code: 400,
    data: { reason: 'frame_count' },
  });
});

test('a check works once, within three minutes, for its own user, and only the newest one', async () => {
  const [one, two] = [await aUserDueIdentity(app), await aUserDueIdentity(app)];
  const own = await startLiveness(one.client);

  expect(await checkLiveness(two.client, own)).toMatchObject(livenessRefusal('unknown'));
  expect(await checkLiveness(one.client, { ...own, transactionId: randomUUID() })).toMatchObject(
    livenessRefusal('unknown'),
  );

  const newer = await startLiveness(one.client);
  expect(await checkLiveness(one.client, own)).toMatchObject(livenessRefusal('closed'));
  app.advance(179_999);
  expect(successData(await checkLiveness(one.client, newer, darkFrame)).outcome).toBe('retry');
  expect(await checkLiveness(one.client, newer)).toMatchObject(livenessRefusal('used'));

  const late = await startLiveness(one.client);
  app.advance(180_000);
  expect(await checkLiveness(one.client, late)).toMatchObject(livenessRefusal('expired'));
});

test('after log-out a check answers 401', async () => {
  const { client } = await aUserDueIdentity(app);
  const started = await startLiveness(client);
  successData(await client.send(CALLS.logOut, {}));
  expect((await checkLiveness(client, started)).code).toBe(401);
});

test('a request id reused with different frames is rejected', async () => {
  const { client } = await aUserDueIdentity(app);
  const { transactionId, poses } = await startLiveness(client);
  const requestId = randomUUID();

  const send = (written: FakeUpload) => {
    const files = poses.map((pose, at) => fakeUploadFile({ pose, ...(at === 4 ? written : {}) }));
    return client.send(CALLS.checkLiveness, { body: { transactionId }, files, requestId });
  };

  expect(successData(await send({})).outcome).toBe('passed');
  expect(successData(await send({})).outcome).toBe('passed');
  expect((await send(darkFrame)).code).toBe(422);
});

test.each([UserStatus.registered, UserStatus.certified] as const)(
  'a liveness check cannot start at status %i',
  async (bizStatus) => {
    const { client } = await aSignedInUser(app, { bizStatus });
    const started = { transactionId: randomUUID(), poses: POSES };

    expect(await client.send(CALLS.startLiveness, { body: {} })).toMatchObject({
      code: 409,
      data: { reason: 'step' },
    });

    expect(await checkLiveness(client, started)).toMatchObject({
      code: 409,
      data: { reason: 'step' },
    });
  },
);
