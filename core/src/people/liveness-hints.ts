import type { LivenessHint, Pose } from './liveness.ts';

export type Point = readonly [x: number, y: number];

/** Facts of a frame for the reviewer only. */
export type FrameTraces = {
  /**
   * The reader's own figures for a face before the camera rather than on a screen or paper, 0–1.
   */
  readonly face?: { readonly live?: number; readonly real?: number };
  /** Points of the largest face, in pixels; none without one. */
  readonly mesh: readonly Point[];
  /** The frame made very small and grey. */
  readonly thumbnail: Uint8Array;
};

/** Mean difference of two thumbnails, 0–255, below which the frames are the same picture. */
const SAME_PICTURE = 1.5;
/**
 * What remains, in widths of the face, when a turned face is laid over the same face looking ahead
 * as a flat thing.
 */
const FLAT = 0.04;
/**
 * Least mean of the reader's own figures for a face before the camera rather than on a screen or
 * paper.
 */
const MIN_REAL = 0.4;
const MIN_LIVE = 0.4;
/** Below this, the face is hardly that of the card. */
export const MIN_SIMILARITY = 0.3;

/**
 * What a reviewer of these frames should look at closely. No hint alone refuses a borrower.
 * @param seen the frames, and the likeness of the face to the document's photo, 0–1, where known
 * @param poses the pose of each frame; none for an upload
 */
export function findHints(
  { frames, similarity }: { readonly frames: readonly FrameTraces[]; readonly similarity?: number },
  poses: readonly Pose[],
): LivenessHint[] {
  const found: [LivenessHint, boolean][] = [
    [
      'still_picture',
      frames.some((one, at) => frames.slice(at + 1).some((other) => isSame(one, other))),
    ],
    ['flat_face', isFlat(frames, poses)],
    [
      'screen_or_print',
      mean(frames.map(({ face }) => face?.real)) < MIN_REAL ||
        mean(frames.map(({ face }) => face?.live)) < MIN_LIVE,
    ],
    ['unlike_document', similarity !== undefined && similarity < MIN_SIMILARITY],
  ];
  return found.filter(([, isSo]) => isSo).map(([hint]) => hint);
}

function isSame(one: FrameTraces, other: FrameTraces): boolean {
  let sum = 0;
  for (const [at, light] of one.thumbnail.entries())
    sum += Math.abs(light - (other.thumbnail[at] ?? 0));
  return sum / one.thumbnail.length < SAME_PICTURE;
}

/**
 * Whether the face seen from the side is the face seen from the front, only squeezed: a picture
 * held at an angle.
 */
function isFlat(frames: readonly FrameTraces[], poses: readonly Pose[]): boolean {
  const ahead = frames[poses.indexOf('face')];
  const sides = (['left', 'right'] as const).map((pose) => frames[poses.indexOf(pose)]);
  const bends = sides.flatMap((side) =>
    ahead && side ? [measureBend(ahead.mesh, side.mesh)] : [],
  );

  return bends.length > 0 && Math.max(...bends) < FLAT;
}

/**
 * How far a face's points are, in widths of the face, from any flat picture of it looking ahead;
 * NaN without a face.
 */
export function measureBend(ahead: readonly Point[], turned: readonly Point[]): number {
  const width = spread(turned);
  if (ahead.length === 0 || ahead.length !== turned.length) return Number.NaN;

  let sum = 0;
  for (const axis of [0, 1] as const) {
    const fit = fitPlane(
      ahead,
      turned.map((point) => point[axis]),
    );
    for (const [at, [x, y]] of ahead.entries()) sum += (fit(x, y) - (turned[at]?.[axis] ?? 0)) ** 2;
  }

  return Math.sqrt(sum / ahead.length) / width;
}

function spread(points: readonly Point[]): number {
  const across = points.map(([x]) => x);
  return Math.max(...across) - Math.min(...across);
}

/** Least squares of value = a + b·x + c·y. */
function fitPlane(
  points: readonly Point[],
  values: readonly number[],
): (x: number, y: number) => number {
  const [mx, my, mv] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y)), mean(values)];
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];

  for (const [at, [x, y]] of points.entries()) {
    const value = (values[at] ?? 0) - mv;
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
    xv += (x - mx) * value;
    yv += (y - my) * value;
  }

  const area = xx * yy - xy * xy;
  const b = (xv * yy - yv * xy) / area;
  const c = (yv * xx - xv * xy) / area;

  return (x, y) => mv + b * (x - mx) + c * (y - my);
}

/** The mean of the known values; NaN if there are none, and NaN compares false. */
function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
