import {
  type FaceAngles,
  type FrameReading,
  holdsPose,
  judgeFrame,
  type LivenessReason,
  type Pose,
} from '@noren/core/people/liveness';

/** What the user is told while a pose is awaited, beside the pose itself. */
export type Hint =
  | Exclude<LivenessReason, 'wrong_pose' | 'different_face'>
  | 'hold'
  | 'more'
  | 'other_way'
  | 'upright'
  | 'eye_level';

/** How far the check has come; times in milliseconds of one steady clock. */
export type Sequence = {
  readonly poses: readonly Pose[];
  /** How the head was held in the frames that are taken. */
  readonly taken: Readonly<Partial<Record<Pose, FaceAngles>>>;
  /** How much of the hold is done, 0–1. */
  readonly held: number;
  readonly hint: Hint | null;
  /** Nothing has been taken for so long that another way should be offered. */
  readonly isStuck: boolean;
  readonly heldSince: number | null;
  readonly misses: number;
  readonly awaitedSince: number | null;
  /** A hint shows once it has lasted: one odd frame says nothing. */
  readonly coming: { readonly hint: Hint | null; readonly since: number };
  readonly restUntil: number;
};

const HOLD_MS = 500;
/** A single frame misread does not undo a hold. */
const MISSES = 2;
/** After a pose the user hears of it and reads the next. */
const REST_MS = 900;
const HINT_AFTER_MS = 350;
const STUCK_AFTER_MS = 15_000;
/** What was taken before the look ahead was known must still hold against it, nearly as strictly. */
const KEPT_STRICTNESS = 0.9;
/** The others are measured from the look ahead: it should be a good one, unless that proves too much to ask. */
const AHEAD_STRICTNESS = { wanted: 1.2, granted: 0.8 };
// Radians: from where a turn or a nod can be seen, how far is the wrong way, and what is tilted.
const BEGUN = { yaw: 0.08, pitch: 0.05 };
const ASTRAY = -0.12;
const USUAL_REST = { pitch: 0.1 };
const TILTED = 0.5;

const BEGINNING = { held: 0, hint: null, isStuck: false, heldSince: null, misses: 0, awaitedSince: null } as const;

export function beginSequence(poses: readonly Pose[]): Sequence {
  return { ...BEGINNING, poses, taken: {}, coming: { hint: null, since: 0 }, restUntil: 0 };
}

/** The pose that is asked for now; undefined when all are taken. */
export function awaited({ poses, taken }: Sequence): Pose | undefined {
  return poses.find((pose) => taken[pose] === undefined);
}

/** How many poses are taken. */
export function countTaken({ poses, taken }: Sequence): number {
  return poses.filter((pose) => taken[pose] !== undefined).length;
}

/**
 * Takes one reading into account.
 * @param now when the frame was taken
 * @returns `taken` is the pose for which this very frame is kept
 */
export function advance(before: Sequence, reading: FrameReading, now: number): { next: Sequence; taken: Pose | null } {
  const pose = awaited(before);
  if (pose === undefined || now < before.restUntil) return { next: before, taken: null };
  const fault = faultOf(reading, pose, before);
  const misses = fault === null ? 0 : before.misses + 1;
  const heldSince = misses >= MISSES ? null : (before.heldSince ?? (fault === null ? now : null));
  const heldMs = heldSince === null ? 0 : now - heldSince;
  if (fault === null && heldMs >= HOLD_MS && reading.face) {
    const taken = keepHolding({ ...before.taken, [pose]: reading.face.angles });
    return { next: { ...beginSequence(before.poses), taken, restUntil: now + REST_MS }, taken: pose };
  }
  const wanted = heldSince === null ? hintOf(fault, reading, pose, before.taken.face) : 'hold';
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

/** After the camera was away: time in which nobody could do anything does not count. */
export function resume(before: Sequence): Sequence {
  return { ...before, ...BEGINNING };
}

/** As the server will judge it, a little more strictly: its frame is a compressed one. */
function faultOf(reading: FrameReading, pose: Pose, { taken, isStuck }: Sequence): LivenessReason | null {
  const rest = taken.face;
  const fault = judgeFrame(reading, pose, rest);
  if (fault !== null || !reading.face) return fault;
  const strictness = pose === 'face' ? AHEAD_STRICTNESS[isStuck ? 'granted' : 'wanted'] : 1;
  return holdsPose(reading.face.angles, pose, { rest, strictness }) ? null : 'wrong_pose';
}

/** Poses are turns away from the look ahead: those taken before it was known are asked again if they were none. */
function keepHolding(taken: Sequence['taken']): Sequence['taken'] {
  const rest = taken.face;
  if (!rest) return taken;
  const holding = Object.entries(taken).filter(
    ([pose, angles]) => pose === 'face' || holdsPose(angles, pose as Pose, { rest, strictness: KEPT_STRICTNESS }),
  );
  return Object.fromEntries(holding);
}

function hintOf(
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
  if (pose === 'face') return Math.abs(yaw) < BEGUN.yaw ? 'eye_level' : null;
  const towards = { front: pitch, back: -pitch, left: -yaw, right: yaw }[pose];
  const begun = pose === 'front' || pose === 'back' ? BEGUN.pitch : BEGUN.yaw;
  return towards > begun ? 'more' : towards < ASTRAY ? 'other_way' : null;
}
