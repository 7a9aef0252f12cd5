import { type FramesVerdict, judgeFrames, POSES, type Pose } from '@noren/core/people/liveness';
import { findHints } from '@noren/core/people/liveness-hints';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawPan } from '../../sandbox/samples/draw-documents.ts';
import { readPose } from '../../sandbox/samples/faces.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';
import { makeFaceEngine } from './face.ts';

const engine = makeFaceEngine({ jobMs: PICTURE_LIMIT_MS });
afterAll(() => engine.close());

const ahead = await readPose('face');
const wall = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#99a0a8' } });
const sized = (width: number) => sharp(ahead).resize(width).toBuffer();
const part = (left: number, top: number, width: number, height: number) =>
  sharp(ahead).extract({ left, top, width, height }).toBuffer();
const look = (frames: readonly Buffer[], documentJpeg?: Buffer) =>
  engine.checkFrames({ frames, ahead: 0, ...(documentJpeg ? { documentJpeg } : {}) });

/** The frontal face as a photo held before the camera. */
const squeezed = (across: number) =>
  sharp(ahead)
    .affine([across, 0, 0, 1], { background: '#99a0a8' })
    .resize(600, 800, { fit: 'contain' })
    .toBuffer();

test.each([1, 2] as const)(
  'all poses of drawn person %i are accepted without findings',
  async (who) => {
    const frames = await Promise.all(POSES.map((pose) => readPose(pose, who)));
    const reading = await look(frames);
    expect(judgeFrames(reading.frames, POSES)).toEqual({ ok: true });
    expect(findHints(reading, POSES)).toEqual([]);
  },
);

test('the same frames in any other order are refused', async () => {
  const frames = await Promise.all(POSES.map((pose) => readPose(pose)));
  const { frames: read } = await look(frames);

  for (let turn = 1; turn < POSES.length; turn++) {
    const order = POSES.map((_, at) => POSES[(at + turn) % POSES.length] as Pose);
    expect(judgeFrames(read, order)).toMatchObject({
      ok: false,
      reason: 'wrong_pose',
      pose: order[0],
    });
  }
});

test('a picture held before the camera shows no pose and is reported as a picture', async () => {
  const frames = [ahead, ahead, ahead, await squeezed(0.75), await squeezed(0.75)];
  const reading = await look(frames);

  expect(judgeFrames(reading.frames, POSES)).toMatchObject({
    ok: false,
    reason: 'wrong_pose',
    pose: 'front',
  });
  expect(findHints(reading, POSES)).toEqual(['still_picture', 'flat_face']);
});

test.each(['back', 'left', 'right'] as const)(
  'another person at pose %s is detected',
  async (pose) => {
    const frames = await Promise.all(POSES.map((each) => readPose(each, each === pose ? 2 : 1)));
    expect(judgeFrames((await look(frames)).frames, POSES)).toEqual({
      ok: false,
      reason: 'different_face',
      pose,
    });
  },
);

const faceFault = (reason: string): FramesVerdict =>
  ({ ok: false, reason, pose: 'face' }) as FramesVerdict;

test.each<[string, () => Promise<Buffer>, FramesVerdict]>([
  ['a bare wall', () => wall().jpeg().toBuffer(), faceFault('no_face')],
  [
    'two people',
    async () =>
      wall()
        .composite([
          { input: await sized(450), left: 0, top: 0 },
          { input: await sized(450), left: 450, top: 0 },
        ])
        .jpeg()
        .toBuffer(),
    faceFault('many_faces'),
  ],
  [
    'somebody far behind',
    async () =>
      wall(1000, 1200)
        .composite([
          { input: await sized(780), left: 0, top: 160 },
          { input: await sized(150), left: 830, top: 100 },
        ])
        .jpeg()
        .toBuffer(),
    { ok: true },
  ],
  [
    'a face far away',
    async () =>
      wall()
        .composite([{ input: await sized(120), left: 300, top: 200 }])
        .jpeg()
        .toBuffer(),
    faceFault('too_small'),
  ],
  ['the dark', () => sharp(ahead).linear(0.12).jpeg().toBuffer(), faceFault('too_dark')],
  [
    'a tilted head',
    () => sharp(ahead).rotate(55, { background: '#99a0a8' }).jpeg().toBuffer(),
    faceFault('wrong_pose'),
  ],
  ['half a face', () => part(0, 0, 300, 800), faceFault('cut_off')],
  ['a forehead', () => part(0, 0, 600, 400), faceFault('cut_off')],
])('%s', async (_, picture, verdict) => {
  expect(judgeFrames((await look([await picture()])).frames, ['face'])).toEqual(verdict);
});

test('the same picture gives the same result whatever was checked before', async () => {
  const first = await look([ahead]);
  await look([await part(0, 0, 300, 800)]);
  expect(await look([ahead])).toEqual(first);
});

test('likeness to the photo on a card is a number when both show a face, else absent', async () => {
  const card = await drawPan(samplePerson(1));
  expect((await look([ahead], card)).similarity).toBeGreaterThan(0.5);
  expect(await look([ahead], await wall().jpeg().toBuffer())).not.toHaveProperty('similarity');
});

test('invalid bytes fail their own call only', async () => {
  await expect(look([Buffer.from('rubbish')])).rejects.toThrow();
  expect(judgeFrames((await look([ahead])).frames, ['face'])).toEqual({ ok: true });
});

test('jobs beyond the queue are busy, late ones time out, and none starts after close', async () => {
  const tight = makeFaceEngine({ waiting: 1, jobMs: PICTURE_LIMIT_MS });
  const order = { frames: [await wall(300, 300).jpeg().toBuffer()], ahead: 0 };
  const ends = await Promise.allSettled(Array.from({ length: 4 }, () => tight.checkFrames(order)));
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.reason] : []));

  expect(reasons).toEqual(['busy', 'busy']);
  await tight.close();
  await expect(tight.checkFrames(order)).rejects.toMatchObject({ reason: 'closed' });

  const hasty = makeFaceEngine({ jobMs: 1 });
  for (let i = 0; i < 2; i++)
    await expect(hasty.checkFrames(order)).rejects.toMatchObject({ reason: 'timeout' });
  await hasty.close();
});
