import type { FrameReading, Pose } from '@noren/core/people/liveness';
import { describe, expect, it } from 'vitest';
import {
  advance,
  awaited,
  beginSequence,
  countFinished,
  resume,
  type Sequence,
} from './sequence.ts';

const HELD: Record<Pose, { yaw: number; pitch: number }> = {
  face: { yaw: 0, pitch: 0.1 },
  front: { yaw: 0, pitch: 0.35 },
  back: { yaw: 0, pitch: -0.2 },
  left: { yaw: -0.4, pitch: 0.1 },
  right: { yaw: 0.4, pitch: 0.1 },
};

type Change = Partial<Omit<FrameReading, 'face'>> & {
  angles?: { yaw?: number; pitch?: number; roll?: number };
};

const reading = (pose: Pose, { angles, ...change }: Change = {}): FrameReading => ({
  width: 480,
  height: 640,
  light: 120,
  faces: 1,
  face: {
    box: { width: 260, height: 260 },
    score: 0.98,
    angles: { ...HELD[pose], roll: 0, ...angles },
  },
  ...change,
});

const empty: FrameReading = { width: 480, height: 640, light: 120, faces: 0 };

/** Shows the same frame every 100 ms from `from` on for so long. */
function show(
  start: Sequence,
  frame: FrameReading,
  { from = 0, ms }: { from?: number; ms: number },
) {
  let sequence = start;
  const taken: Pose[] = [];

  for (let now = from; now <= from + ms; now += 100) {
    const step = advance(sequence, frame, now);
    sequence = step.next;
    if (step.taken) taken.push(step.taken);
  }

  return { sequence, taken };
}

describe('the sequence of poses', () => {
  it('takes each pose after half a second, in the drawn order, with a pause between', () => {
    const poses: Pose[] = ['left', 'face', 'back', 'right', 'front'];
    let sequence = beginSequence(poses);
    const taken: [Pose, number][] = [];

    for (let now = 0; now < 20_000; now += 100) {
      const pose = awaited(sequence);
      if (!pose) break;

      const step = advance(sequence, reading(pose), now);
      sequence = step.next;
      if (step.taken) taken.push([step.taken, now]);
    }

    expect(taken).toEqual([
      ['left', 500],
      ['face', 1900],
      ['back', 3300],
      ['right', 4700],
      ['front', 6100],
    ]);
    expect([countFinished(sequence), awaited(sequence)]).toEqual([5, undefined]);
    expect(advance(sequence, reading('face'), 9000)).toEqual({ next: sequence, taken: null });
  });

  it('takes only the requested pose: a still picture stops at the first turn', () => {
    const { sequence, taken } = show(
      beginSequence(['face', 'left', 'right', 'front', 'back']),
      reading('face'),
      {
        ms: 60_000,
      },
    );
    expect(taken).toEqual(['face']);
    expect([awaited(sequence), sequence.isStuck]).toEqual(['left', true]);
  });

  it('tolerates one misread frame in a hold, not two', () => {
    const start = show(beginSequence(['face']), reading('face'), { ms: 300 }).sequence;
    const once = advance(start, empty, 400).next;

    expect(advance(once, reading('face'), 500).taken).toBe('face');

    const twice = advance(once, empty, 450).next;
    expect(advance(twice, reading('face'), 500).taken).toBeNull();
  });

  it('repeats a turn that proves too small once the look ahead is known', () => {
    // The chin as low as most people's is when they lower it; for this head that is looking ahead.
    const ahead = reading('face', { angles: { pitch: 0.235 } });
    const start = show(beginSequence(['front', 'face']), ahead, { ms: 500 });

    expect(start.taken).toEqual(['front']);

    const known = show(start.sequence, ahead, { from: 2000, ms: 500 });
    expect([known.taken, awaited(known.sequence)]).toEqual([['face'], 'front']);

    const lower = show(known.sequence, reading('face', { angles: { pitch: 0.42 } }), {
      from: 4000,
      ms: 500,
    });
    expect([lower.taken, awaited(lower.sequence)]).toEqual([['front'], undefined]);
  });

  const hints: [string, Pose, FrameReading, Sequence['hint']][] = [
    ['nobody', 'face', empty, 'no_face'],
    ['two people', 'face', reading('face', { faces: 2 }), 'many_faces'],
    ['darkness', 'face', reading('face', { light: 20 }), 'too_dark'],
    ['glare', 'face', reading('face', { light: 250 }), 'too_bright'],
    ['a face far away', 'face', { ...reading('face'), width: 2000, height: 2000 }, 'too_small'],
    ['a tilted head', 'face', reading('face', { angles: { roll: 0.8 } }), 'upright'],
    ['looking ahead when a turn is asked for', 'left', reading('face'), null],
    ['half a turn', 'left', reading('face', { angles: { yaw: -0.15 } }), 'more'],
    ['half a nod', 'front', reading('face', { angles: { pitch: 0.17 } }), 'more'],
    ['the other side', 'left', reading('right'), 'other_way'],
    ['the chin up instead of down', 'front', reading('back'), 'other_way'],
    ['a phone held low', 'face', reading('face', { angles: { pitch: -0.1 } }), 'eye_level'],
    ['the pose itself', 'left', reading('left'), 'hold'],
  ];
  it.each(hints)('gives the hint %s', (_, pose, frame, hint) => {
    expect(show(beginSequence([pose]), frame, { ms: 400 }).sequence.hint).toBe(hint);
  });

  it('accepts a slightly turned look ahead after a while', () => {
    const low = reading('face', { angles: { pitch: -0.1 } });
    expect(show(beginSequence(['face']), low, { ms: 14_000 }).taken).toEqual([]);
    expect(show(beginSequence(['face']), low, { ms: 17_000 }).taken).toEqual(['face']);
  });

  it('gives no hint for a single frame', () => {
    const start = show(beginSequence(['left']), reading('face'), { ms: 400 }).sequence;
    expect(show(start, empty, { from: 500, ms: 200 }).sequence.hint).toBeNull();
  });

  it('continues with a new hold after the camera was interrupted', () => {
    const start = show(beginSequence(['face', 'left']), reading('face'), { ms: 500 }).sequence;
    const held = show(start, reading('left'), { from: 1500, ms: 400 }).sequence;
    const back = resume(held);

    expect([countFinished(back), back.held, awaited(back)]).toEqual([1, 0, 'left']);
    expect(advance(back, reading('left'), 90_000)).toMatchObject({
      taken: null,
      next: { isStuck: false },
    });
  });
});
