import { describe, expect, test } from 'vitest';
import {
  countFaces,
  drawPoses,
  type FrameReading,
  holdsPose,
  judgeFrame,
  judgeFrames,
  type LivenessReason,
  POSES,
  type Pose,
} from './liveness.ts';

describe('drawing the order', () => {
  test('each of the 120 orders has its own picks', () => {
    const orders = new Set<string>();
    for (let n = 0; n < 120; n++) {
      let rest = n;
      const order = drawPoses((below) => {
        const pick = rest % below;
        rest = Math.floor(rest / below);
        return pick;
      });

      expect([...order].sort()).toEqual([...POSES].sort());
      orders.add(order.join());
    }

    expect(orders.size).toBe(120);
  });
});

describe('holding a pose', () => {
  test.each<[string, [yaw: number, pitch: number, roll: number], Pose[]]>([
    ['straight ahead', [0, 0.1, 0], ['face']],
    ['a phone held low', [0, -0.05, 0], ['back', 'face']],
    ['a little to the side', [0.12, 0.1, 0], ['face']],
    ['neither ahead nor turned', [0.18, 0.1, 0], []],
    ['own left', [-0.3, 0.1, 0], ['left']],
    ['own right', [0.3, 0.1, 0], ['right']],
    ['right and far down', [0.3, 0.5, 0], []],
    ['chin down', [0, 0.3, 0], ['front']],
    ['chin down, to the side', [0.26, 0.3, 0], ['right']],
    ['chin up', [0, -0.1, 0], ['back']],
    ['lying on a shoulder', [0, 0.1, 0.6], []],
    ['a head turned away', [-1.2, 0.1, 0], ['left']],
  ])('%s', (_, [yaw, pitch, roll], held) => {
    expect(POSES.filter((pose) => holdsPose({ yaw, pitch, roll }, pose)).sort()).toEqual(
      [...held].sort(),
    );
  });

  test('up and down are measured against the same head looking ahead', () => {
    const angles = { yaw: 0, pitch: 0.24, roll: 0 };
    expect(holdsPose(angles, 'front')).toBe(true);
    expect(holdsPose(angles, 'front', { rest: { pitch: 0.24 } })).toBe(false);
    expect(holdsPose(angles, 'front', { rest: { pitch: 0 } })).toBe(true);
    expect(holdsPose({ ...angles, pitch: 0.1 }, 'back', { rest: { pitch: 0.24 } })).toBe(true);
  });

  test('lower strictness accepts all that full strictness accepts, and more', () => {
    for (const pose of POSES) {
      for (let yaw = -0.6; yaw <= 0.6; yaw += 0.03) {
        for (let pitch = -0.5; pitch <= 0.7; pitch += 0.03) {
          const angles = { yaw, pitch, roll: 0 };
          if (holdsPose(angles, pose))
            expect(holdsPose(angles, pose, { strictness: 0.75 })).toBe(true);
        }
      }
    }

    expect(holdsPose({ yaw: -0.16, pitch: 0.1, roll: 0 }, 'left')).toBe(false);
    expect(holdsPose({ yaw: -0.16, pitch: 0.1, roll: 0 }, 'left', { strictness: 0.75 })).toBe(true);
  });
});

test.each<[number[], number]>([
  [[], 0],
  [[300], 1],
  [[300, 280], 2],
  [[300, 99], 1],
  [[300, 100, 20], 2],
])('of faces %j wide %i count', (widths, count) => {
  expect(countFaces(widths)).toBe(count);
});

const ANGLES: Record<Pose, { yaw: number; pitch: number; roll: number }> = {
  face: { yaw: 0, pitch: 0.1, roll: 0 },
  front: { yaw: 0, pitch: 0.3, roll: 0 },
  back: { yaw: 0, pitch: -0.1, roll: 0 },
  left: { yaw: -0.3, pitch: 0.1, roll: 0 },
  right: { yaw: 0.3, pitch: 0.1, roll: 0 },
};

const BOX = { width: 300, height: 300 };
const makeFace = (pose: Pose) => ({ box: BOX, score: 0.9, angles: ANGLES[pose] });

const frame = (pose: Pose, change: Partial<FrameReading> = {}): FrameReading => ({
  width: 600,
  height: 800,
  light: 140,
  faces: 1,
  face: makeFace(pose),
  likeness: 0.8,
  ...change,
});

const without = (change: Partial<FrameReading> = {}): FrameReading => {
  const { face: _, likeness: __, ...rest } = frame('face', change);
  return rest;
};

describe('judging a frame', () => {
  test.each<[string, FrameReading | undefined, LivenessReason | null]>([
    ['good', frame('left'), null],
    ['none', undefined, 'no_face'],
    ['nobody', without({ faces: 0 }), 'no_face'],
    ['two', frame('left', { faces: 2 }), 'many_faces'],
    ['dark', frame('left', { light: 44 }), 'too_dark'],
    ['dark and empty', without({ faces: 0, light: 5 }), 'too_dark'],
    ['glare', frame('left', { light: 241 }), 'too_bright'],
    ['glare and nobody', without({ faces: 0, light: 250 }), 'too_bright'],
    [
      'far away',
      frame('left', { face: { ...makeFace('left'), box: { width: 131, height: 131 } } }),
      'too_small',
    ],
    [
      'near enough',
      frame('left', { face: { ...makeFace('left'), box: { width: 132, height: 132 } } }),
      null,
    ],
    [
      'cut at the side',
      frame('left', { face: { ...makeFace('left'), box: { width: 220, height: 300 } } }),
      'cut_off',
    ],
    [
      'cut at the top',
      frame('left', { face: { ...makeFace('left'), box: { width: 300, height: 220 } } }),
      'cut_off',
    ],
    ['hardly a face', frame('left', { face: { ...makeFace('left'), score: 0.59 } }), 'unclear'],
    ['the other side', frame('right'), 'wrong_pose'],
  ])('%s', (_, reading, reason) => {
    expect(judgeFrame(reading, 'left')).toBe(reason);
  });
});

describe('judging the frames', () => {
  const poses = ['left', 'back', 'face', 'right', 'front'] as const;
  const frames = poses.map((pose) => frame(pose));
  const changed = (at: number, change: Partial<FrameReading>) =>
    frames.map((one, n) => (n === at ? { ...one, ...change } : one));

  const { likeness: _, ...unlike } = frame('front');

  test('the requested poses in order pass', () => {
    expect(judgeFrames(frames, poses)).toEqual({ ok: true });
  });

  test.each<[string, FrameReading[], LivenessReason, Pose]>([
    [
      'the first fault is reported',
      changed(1, { light: 1 }).with(3, frame('face')),
      'too_dark',
      'back',
    ],
    ['a frame too few', frames.slice(0, 4), 'no_face', 'front'],
    ['one picture five times', poses.map(() => frame('face')), 'wrong_pose', 'left'],
    ['somebody else', changed(3, { likeness: 0.49 }), 'different_face', 'right'],
    ['a face like none', frames.with(4, unlike), 'different_face', 'front'],
    [
      'a bad frame before a strange face',
      changed(0, { likeness: 0 }).with(4, frame('face')),
      'wrong_pose',
      'front',
    ],
  ])('%s', (_, readings, reason, pose) => {
    expect(judgeFrames(readings, poses)).toEqual({ ok: false, reason, pose });
  });

  test('a nod is measured from the same frames’ look ahead', () => {
    const low = { ...makeFace('face'), angles: { yaw: 0, pitch: 0.28, roll: 0 } };
    expect(judgeFrames(changed(2, { face: low }), poses)).toEqual({
      ok: false,
      reason: 'wrong_pose',
      pose: 'front',
    });

    // A frame that does not look ahead gives no measure, and is reported itself.
    const away = { ...makeFace('face'), angles: { yaw: 0.5, pitch: 0.28, roll: 0 } };
    expect(judgeFrames(changed(2, { face: away }), poses)).toMatchObject({
      reason: 'wrong_pose',
      pose: 'face',
    });
  });
});
