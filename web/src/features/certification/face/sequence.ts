import {
  type FaceAngles,
  type FrameReading,
  holdsPose,
  judgeFrame,
  type LivenessReason,
  type Pose,
} from '@noren/core/people/liveness';

/** A hint for the current pose. */
export type Hint =
  | Exclude<LivenessReason, 'wrong_pose' | 'different_face'>
  | 'hold'
  | 'more'
  | 'other_way'
  | 'upright'
  | 'eye_level';

/** The state of the check; times in milliseconds of a monotonic clock. */
export type Sequence = {
  readonly poses: readonly Pose[];
  /** The head's angles in the frames taken. */
  readonly taken: Readonly<Partial<Record<Pose, FaceAngles>>>;
  /** The finished share of the hold, 0–1. */
  readonly held: number;
  readonly hint: Hint | null;
  /** No pose was taken for so long that an alternative should be offered. */
  readonly isStuck: boolean;
  readonly heldSince: number | null;
  readonly misses: number;
  readonly awaitedSince: number | null;
  /** A hint is shown only after this time, so that a single odd frame shows none. */
  readonly coming: { readonly hint: Hint | null; readonly since: number };
  readonly restUntil: number;
};

const HOLD_MS = 500;
/** A single frame misread does not undo a hold. */
const MISSES = 2;
/** A pause after each pose, to see it and read the next. */
const REST_MS = 900;
const HINT_AFTER_MS = 350;
const STUCK_AFTER_MS = 15_000;
/** Poses taken before the look ahead was known are checked against it, slightly less strictly. */
const KEPT_STRICTNESS = 0.9;
/**
 * The other poses are measured from the look ahead, so it should be straight, unless that takes too
 * long.
 */
const AHEAD_STRICTNESS = { wanted: 1.2, granted: 0.8 };
// Radians: from where a turn or a nod can be seen, how far is the wrong way, and what is tilted.
const STARTED = { yaw: 0.08, pitch: 0.05 };
const OTHER_WAY = -0.12;
const USUAL_REST = { pitch: 0.1 };
const TILTED = 0.5;

const BEGINNING = {
  held: 0,
  hint: null,
  isStuck: false,
  heldSince: null,
  misses: 0,
  awaitedSince: null,
} as const;

export function beginSequence(poses: readonly Pose[]): Sequence {
  return { ...BEGINNING, poses, taken: {}, coming: { hint: null, since: 0 }, restUntil: 0 };
}

/** The current pose; undefined when all are taken. */
export function awaited({ poses, taken }: Sequence): Pose | undefined {
  return poses.find((pose) => taken[pose] === undefined);
}

export function countFinished({ poses, taken }: Sequence): number {
  return poses.filter((pose) => taken[pose] !== undefined).length;
}

/**
 * Processes one reading.
 * @param now when the frame was taken
 * @returns `taken` is the pose for which this frame is kept, or null
 */
export function advance(
  before: Sequence,
  reading: FrameReading,
  now: number,
): { next: Sequence; taken: Pose | null } {
  const pose = awaited(before);
  if (pose === undefined || now < before.restUntil) return { next: before, taken: null };

  const fault = findFault(reading, pose, before);
  const misses = fault === null ? 0 : before.misses + 1;
  const heldSince = misses >= MISSES ? null : (before.heldSince ?? (fault === null ? now : null));
  const heldMs = heldSince === null ? 0 : now - heldSince;

  if (fault === null && heldMs >= HOLD_MS && reading.face) {
    const taken = keepHolding({ ...before.taken, [pose]: reading.face.angles });
    return {
      next: { ...beginSequence(before.poses), taken, restUntil: now + REST_MS },
      taken: pose,
    };
  }

  const wanted = heldSince === null ? pickHint(fault, reading, pose, before.taken.face) : 'hold';
  const coming = wanted === before.coming.hint ? before.coming : { hint: wanted, since: now };
  const isShown = wanted === 'hold' || now - coming.since >= HINT_AFTER_MS;
  const awaitedSince = before.awaitedSince ?? now;

  const next = {
    ...before,
    held: Math.min(1, heldMs / HOLD_MS),
    hint: isShown ? wanted : before.hint,
    isStuck: now - awaitedSince >= STUCK_AFTER_MS,
    heldSince,
    misses,
    awaitedSince,
    coming,
  };

  return { next, taken: null };
}

/** The state after a camera interruption, whose time does not count. */
export function resume(before: Sequence): Sequence {
  return { ...before, ...BEGINNING };
}

/** The server's rule, slightly stricter because the server's frame is compressed. */
function findFault(
  reading: FrameReading,
  pose: Pose,
  { taken, isStuck }: Sequence,
): LivenessReason | null {
  const rest = taken.face;
  const fault = judgeFrame(reading, pose, rest);
  if (fault !== null || !reading.face) return fault;

  const strictness = pose === 'face' ? AHEAD_STRICTNESS[isStuck ? 'granted' : 'wanted'] : 1;
  return holdsPose(reading.face.angles, pose, { rest, strictness }) ? null : 'wrong_pose';
}

/**
 * Poses are measured from the look ahead: those taken before it that prove too small are requested
 * again.
 */
function keepHolding(taken: Sequence['taken']): Sequence['taken'] {
  const rest = taken.face;
  if (!rest) return taken;

  const stillHeld = Object.entries(taken).filter(
    ([pose, angles]) =>
      pose === 'face' || holdsPose(angles, pose as Pose, { rest, strictness: KEPT_STRICTNESS }),
  );
  return Object.fromEntries(stillHeld);
}

function pickHint(
  fault: LivenessReason | null,
  { face }: FrameReading,
  pose: Pose,
  rest: Pick<FaceAngles, 'pitch'> = USUAL_REST,
): Hint | null {
  if (fault !== 'wrong_pose') return fault === 'different_face' ? null : fault;
  if (!face) return null;
  if (Math.abs(face.angles.roll) > TILTED) return 'upright';

  const { yaw } = face.angles;
  const pitch = face.angles.pitch - rest.pitch;

  if (pose === 'face') return Math.abs(yaw) < STARTED.yaw ? 'eye_level' : null;

  const towards = { front: pitch, back: -pitch, left: -yaw, right: yaw }[pose];
  const started = pose === 'front' || pose === 'back' ? STARTED.pitch : STARTED.yaw;

  return towards > started ? 'more' : towards < OTHER_WAY ? 'other_way' : null;
}
