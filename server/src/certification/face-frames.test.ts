import { CALLS } from '@noren/contract/index';
import { POSES, type Pose } from '@noren/core/liveness';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawPose } from '../sandbox/samples/drawn-people.ts';
import { given, granted } from '../test/given.ts';
import { startApp, type TestApp, type TestClient } from '../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Draw = (pose: Pose, at: number) => Promise<Buffer>;
const own: Draw = (pose) => drawPose(pose);
const dark: Draw = async (pose) =>
  sharp(await drawPose(pose))
    .linear(0.1)
    .jpeg()
    .toBuffer();
const wall: Draw = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#99a0a8' } })
    .jpeg()
    .toBuffer();
const together: Draw = async (pose) => {
  const [left, right] = await Promise.all(([1, 2] as const).map((who) => drawPose(pose, who)));
  return sharp(left)
    .extend({ right: 600 })
    .composite([{ input: right as Buffer, left: 600, top: 0 }])
    .jpeg()
    .toBuffer();
};

/** Begins a check and sends what is drawn for each pose asked for. */
async function show(client: TestClient, draw: Draw) {
  const { transactionId, poses } = granted(await client.send(CALLS.startLiveness, { body: {} }));
  const frames = await Promise.all(poses.map(draw));
  const files = frames.map((frame) => new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }));
  const answer = granted(await client.send(CALLS.checkLiveness, { body: { transactionId }, files }));
  return { ...answer, poses };
}
const borrower = async () => (await given.user(app, { bizStatus: 20 })).client;
const hintsOf = async () => {
  const query = app.deps.db.selectFrom('liveness_checks').select('hints').where('outcome', 'is not', null);
  return (await query.orderBy('decided_at', 'desc').orderBy('transaction_id', 'desc').executeTakeFirst())?.hints;
};

test('somebody who holds the poses asked for passes', async () => {
  expect(await show(await borrower(), own)).toMatchObject({
    outcome: 'passed',
    reason: null,
    pose: null,
    triesLeft: 3,
  });
  expect(await hintsOf()).toEqual([]);
}, 60_000);

test.each<[string, Draw, { reason: string; pose?: Pose }]>([
  [
    'the poses in another order',
    (pose) => drawPose(POSES[(POSES.indexOf(pose) + 1) % 5] as Pose),
    { reason: 'wrong_pose' },
  ],
  ['two people', together, { reason: 'many_faces' }],
  ['nobody', wall, { reason: 'no_face' }],
  ['the dark', dark, { reason: 'too_dark' }],
  [
    'somebody else half-way',
    (pose) => drawPose(pose, pose === 'back' || pose === 'right' ? 2 : 1),
    { reason: 'different_face' },
  ],
])(
  '%s: to be tried again',
  async (_, draw, expected) => {
    expect(await show(await borrower(), draw)).toMatchObject({ outcome: 'retry', triesLeft: 2, ...expected });
  },
  60_000,
);

test('one picture held before the camera five times is no person, and a hint says so', async () => {
  const answer = await show(await borrower(), () => drawPose('face'));
  expect(answer).toMatchObject({ outcome: 'retry', reason: 'wrong_pose' });
  expect(answer.pose).not.toBe('face');
  expect(await hintsOf()).toContain('still_picture');
}, 60_000);

test('a failed check may be tried again at once, and passes', async () => {
  const client = await borrower();
  expect((await show(client, wall)).outcome).toBe('retry');
  expect((await show(client, own)).outcome).toBe('passed');
}, 60_000);
