/**
 * Poses of the face check: looking ahead, chin down, chin up, to the person's own left and right.
 * Source: specification §1.
 */
export const POSES = ['face', 'front', 'back', 'left', 'right'] as const;
export type Pose = (typeof POSES)[number];

/**
 * How a head is turned, in radians, on a picture that is not mirrored: pitch > 0 is chin down, yaw
 * < 0 is turned to the person's own left (towards the picture's right side), roll is tilted to a
 * shoulder.
 */
export type FaceAngles = { readonly yaw: number; readonly pitch: number; readonly roll: number };

/**
 * The five poses in a drawn order.
 * @param pickBelow a whole number from 0 to below the one given, each as likely; the server's is
 * cryptographic
 */
export function drawPoses(pickBelow: (n: number) => number): Pose[] {
  const left: Pose[] = [...POSES];
  return POSES.map(() => left.splice(pickBelow(left.length), 1)[0] as Pose);
}

/** The pitch measured of people looking ahead; for nine in ten it is within 0.15 of this. */
const USUAL_PITCH = 0.1;
/** @ASSUMED a look ahead, with a phone held a little low or high. */
const AHEAD = { yaw: 0.15, pitch: 0.17 };
/**
 * @ASSUMED a turn that is plain to see and easy to hold: the reader measures about half of a turn,
 * so this is some 25 degrees to a side, and 15 up or down from the look ahead.
 */
const TURNED = { yaw: 0.2, pitch: 0.12 };
/** How far the head may also move on the axis that the pose does not ask for. */
const TOLERATED_TURN = { yaw: 0.25, pitch: 0.35, roll: 0.5 };

/** Bounds for judging a pose, besides its angles. */
export type PoseBounds = {
  /**
   * The same head looking ahead, where that has been measured; phones are held high and low, so its
   * pitch counts.
   */
  readonly rest?: Pick<FaceAngles, 'pitch'> | undefined;
  /** How strict, 1 by default; less allows for two readers of one head. */
  readonly strictness?: number;
};

/**
 * Whether a head is held as a pose asks.
 * @param angles as measured
 * @param bounds the same head's look ahead; without it, most people's
 */
export function holdsPose(
  { yaw, pitch, roll }: FaceAngles,
  pose: Pose,
  bounds: PoseBounds = {},
): boolean {
  const { rest = { pitch: USUAL_PITCH }, strictness = 1 } = bounds;
  if (Math.abs(roll) > TOLERATED_TURN.roll / strictness) return false;

  const down = pitch - rest.pitch;
  const isNotTurned = Math.abs(yaw) < TOLERATED_TURN.yaw / strictness;
  const isNotNodding = Math.abs(down) < TOLERATED_TURN.pitch / strictness;

  switch (pose) {
    case 'face':
      return (
        Math.abs(yaw) < AHEAD.yaw / strictness &&
        Math.abs(pitch - USUAL_PITCH) < AHEAD.pitch / strictness
      );
    case 'front':
      return down > TURNED.pitch * strictness && isNotTurned;
    case 'back':
      return down < -TURNED.pitch * strictness && isNotTurned;
    case 'left':
      return yaw < -TURNED.yaw * strictness && isNotNodding;
    case 'right':
      return yaw > TURNED.yaw * strictness && isNotNodding;
    default:
      return pose satisfies never;
  }
}

/** Why the face check must be repeated. */
export const LIVENESS_REASONS = [
  'no_face',
  'many_faces',
  'too_dark',
  'too_bright',
  'too_small',
  'cut_off',
  'wrong_pose',
  'different_face',
  'unclear',
] as const;

export type LivenessReason = (typeof LIVENESS_REASONS)[number];

/** One frame as it was measured; lengths in its own pixels. */
export type FrameReading = {
  readonly width: number;
  readonly height: number;
  /** Mean light of the face, or of the picture without one: 0–255. */
  readonly light: number;
  /** By {@link countFaces}. */
  readonly faces: number;
  /** The largest face; `score` is the reader's confidence that it is one, 0–1. */
  readonly face?: {
    readonly box: { readonly width: number; readonly height: number };
    readonly score: number;
    readonly angles: FaceAngles;
  };
  /** Likeness of its face to the face of the frame that looks ahead, 0–1. */
  readonly likeness?: number;
};

/**
 * @ASSUMED a face less than a third as wide as the largest is a person far behind, or a picture on
 * the wall.
 */
const MIN_BESIDE = 1 / 3;

/** How many faces of these widths count: the largest and those near its size. */
export function countFaces(widths: readonly number[]): number {
  const largest = Math.max(0, ...widths);
  return widths.filter((width) => width >= largest * MIN_BESIDE).length;
}

/** What makes a reviewer look closer; never a refusal. */
export type LivenessHint = 'still_picture' | 'screen_or_print' | 'flat_face' | 'unlike_document';

/**
 * Hints with which a check that would pass waits for a person: it may be somebody else, or nobody.
 */
const REVIEWED_HINTS: readonly LivenessHint[] = ['unlike_document', 'screen_or_print'];

export function needsReviewer(hints: readonly LivenessHint[]): boolean {
  return hints.some((hint) => REVIEWED_HINTS.includes(hint));
}

const DARK = 45;
const BRIGHT = 240;
/** A face this wide against the frame's short side still carries enough detail to compare. */
const MIN_SHARE = 0.22;
/** The face's box is square; a side lost at the frame's edge makes it oblong. */
const MAX_OBLONG = 1.3;
const MIN_SCORE = 0.6;
/**
 * Turned heads of one person measure 0.52 and more against the same head looking ahead, other
 * people's 0.48 and less in 19 of 20 pairs (pictures of the reader's own package; drawn people 0.73
 * and 0.62).
 */
const MIN_LIKENESS = 0.5;

export type FramesVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: LivenessReason; readonly pose: Pose };

/**
 * The server sees a frame smaller and compressed: it is less strict than the screen that chose the
 * frame.
 */
const SERVER_STRICTNESS = 0.75;

/**
 * Judges the frames of a face check: each has exactly one clear face, in the requested pose, of the
 * same person.
 * @param readings one for each pose asked for, in that order
 * @returns the first fault, frame by frame; likeness last, because an unclear face matches no one
 */
export function judgeFrames(
  readings: readonly FrameReading[],
  poses: readonly Pose[],
): FramesVerdict {
  const ahead = readings[poses.indexOf('face')];
  const rest = judgeFrame(ahead, 'face') === null ? ahead?.face?.angles : undefined;

  for (const [at, pose] of poses.entries()) {
    const reason = judgeFrame(readings[at], pose, rest);
    if (reason) return { ok: false, reason, pose };
  }

  for (const [at, pose] of poses.entries())
    if ((readings[at]?.likeness ?? 0) < MIN_LIKENESS)
      return { ok: false, reason: 'different_face', pose };

  return { ok: true };
}

/** The fault of a frame for the requested pose; null without one. */
export function judgeFrame(
  reading: FrameReading | undefined,
  pose: Pose,
  rest?: FaceAngles,
): LivenessReason | null {
  if (reading === undefined) return 'no_face';

  const { face, faces, light } = reading;
  if (light < DARK) return 'too_dark';
  if (face === undefined || faces === 0) return light > BRIGHT ? 'too_bright' : 'no_face';
  if (faces > 1) return 'many_faces';
  if (light > BRIGHT) return 'too_bright';
  if (face.box.width < MIN_SHARE * Math.min(reading.width, reading.height)) return 'too_small';

  const oblong = face.box.width / face.box.height;
  if (Math.max(oblong, 1 / oblong) > MAX_OBLONG) return 'cut_off';
  if (face.score < MIN_SCORE) return 'unclear';

  return holdsPose(face.angles, pose, { rest, strictness: SERVER_STRICTNESS })
    ? null
    : 'wrong_pose';
}
