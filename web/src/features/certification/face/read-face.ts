import type { FaceAngles, FrameReading } from '@noren/core/people/liveness';
import type { Network } from './network.ts';

/**
 * A square of a picture, in its pixels, perhaps turned (radians, clockwise). What lies outside the
 * picture is black.
 */
export type Square = { x: number; y: number; side: number; angle: number };

/** The picture to read: its size, and how to get a square of it as so many RGBA pixels a side. */
export type Picture = {
  width: number;
  height: number;
  cut: (square: Square, side: number) => Uint8ClampedArray;
};

type Point = { x: number; y: number };
type FaceRegion = { center: Point; side: number; score: number; tilt: number };
type FaceMeasurement = {
  face: NonNullable<FrameReading['face']>;
  light: number;
  found: FaceRegion;
};

/** State between pictures: a single face is tracked, which costs a fifth of detecting it. */
export type TrackedFace = { face?: FaceRegion; pictures: number };

// The server's values, so that both give the same result.
const MIN_SCORE = 0.3;
const MAX_OVERLAP = 0.1;
const MAX_FACES = 2;
/**
 * A face is tracked for this many pictures before the detector runs again: another person may have
 * appeared.
 */
const TRACKED_PICTURES = 3;
const ENLARGED = 1.4;
const TURNED_FROM = 0.2;
/** Points of the mesh: top of the forehead, chin, and the sides of the face. */
const TOP = 10;
const CHIN = 152;
const ONE_SIDE = 234;
const OTHER_SIDE = 454;

/** The two networks that read a picture. */
export type Networks = { detector: Network; mesh: Network };

/** Finds the faces of a picture and measures the largest like the server. Updates `tracked`. */
export function readFace(
  picture: Picture,
  { detector, mesh }: Networks,
  tracked: TrackedFace,
): FrameReading {
  const { width, height } = picture;
  const mayTrack = tracked.face !== undefined && tracked.pictures < TRACKED_PICTURES;
  const again = mayTrack && tracked.face ? measure(picture, mesh, tracked.face) : undefined;
  const seen = again
    ? [again]
    : findFaces(picture, detector).flatMap((found) => measure(picture, mesh, found) ?? []);

  tracked.pictures = again ? tracked.pictures + 1 : 0;
  seen.sort((a, b) => b.found.side - a.found.side);

  const [largest] = seen;
  if (largest && seen.length === 1) tracked.face = largest.found;
  else delete tracked.face;

  if (largest)
    return { width, height, faces: seen.length, face: largest.face, light: largest.light };

  const whole = picture.cut(
    { x: width / 2, y: height / 2, side: Math.min(width, height), angle: 0 },
    64,
  );
  return { width, height, faces: 0, light: measureLight(whole) };
}

/** Detects faces in the whole picture, padded to a square with black. */
function findFaces(picture: Picture, detector: Network): FaceRegion[] {
  const whole = Math.max(picture.width, picture.height);
  const center = { x: picture.width / 2, y: picture.height / 2 };
  const pixels = picture.cut({ ...center, side: whole, angle: 0 }, detector.side);

  fill(detector.input(), pixels, (value) => value / 127.5 - 1);

  const [fewScores, manyScores, fewBoxes, manyBoxes] = detector
    .run()
    .sort((a, b) => a.length - b.length);
  if (!fewScores || !manyScores || !fewBoxes || !manyBoxes)
    throw new Error('the detector has unexpected outputs');

  const scale = whole / detector.side;

  const toPicture = (x: number, y: number): Point => ({
    x: x * scale + center.x - whole / 2,
    y: y * scale + center.y - whole / 2,
  });

  const found: FaceRegion[] = [];

  const read = (
    scores: Float32Array,
    boxes: Float32Array,
    { step, each }: { step: number; each: number },
  ) => {
    const columns = detector.side / step;
    for (let at = 0; at < scores.length; at += 1) {
      const score = 1 / (1 + Math.exp(-(scores[at] ?? 0)));
      if (score < MIN_SCORE) continue;

      const cell = Math.floor(at / each);
      const [x0, y0] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5].map(
        (steps) => steps * step,
      ) as [number, number];
      const value = (index: number) => boxes[at * 16 + index] ?? 0;
      const point = (index: number) => toPicture(x0 + value(index), y0 + value(index + 1));
      const side = Math.max(value(2), value(3)) * scale;

      found.push({ center: point(0), side, score, tilt: measureTilt(point(8), point(10)) });
    }
  };

  // The finer grid has two boxes a cell, the coarser six.
  read(manyScores, manyBoxes, { step: detector.side / 16, each: 2 });
  read(fewScores, fewBoxes, { step: detector.side / 8, each: 6 });

  return withoutDoubles(found);
}

function withoutDoubles(found: FaceRegion[]): FaceRegion[] {
  const selected: FaceRegion[] = [];
  for (const one of found.sort((a, b) => b.score - a.score))
    if (
      selected.length < MAX_FACES &&
      selected.every((other) => overlap(one, other) <= MAX_OVERLAP)
    )
      selected.push(one);

  return selected;
}

function overlap(a: FaceRegion, b: FaceRegion): number {
  const shared = (axis: 'x' | 'y') =>
    Math.max(
      0,
      Math.min(a.center[axis] + a.side / 2, b.center[axis] + b.side / 2) -
        Math.max(a.center[axis] - a.side / 2, b.center[axis] - b.side / 2),
    );

  const both = shared('x') * shared('y');
  return both / (a.side ** 2 + b.side ** 2 - both);
}

/** The mesh over a face: whether it is one, how it is turned, the box that it fills. */
function measure(picture: Picture, mesh: Network, found: FaceRegion): FaceMeasurement | undefined {
  const side = found.side * ENLARGED;
  const angle = Math.abs(found.tilt) > TURNED_FROM ? found.tilt : 0;
  const pixels = picture.cut({ ...found.center, side, angle }, mesh.side);

  fill(mesh.input(), pixels, (value) => value / 255);

  const outputs = mesh.run();
  const score = outputs.find(({ length }) => length === 1)?.[0] ?? 0;
  const points = outputs.find(({ length }) => length === 1404);
  if (!points || score < MIN_SCORE) return undefined;

  // Back into the picture's own directions, around the middle of the cut, as shares of its side.
  const at = (index: number): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = points.subarray(index * 3, index * 3 + 3);
    const [across, down] = [x / mesh.side - 0.5, y / mesh.side - 0.5];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [across * cos - down * sin, across * sin + down * cos, z / mesh.side];
  };

  const all = Array.from({ length: points.length / 3 }, (_, index) => at(index));

  const middle = (axis: 0 | 1) => {
    const values = all.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };

  const within = (center: number, most: number) =>
    Math.min(most, center + side / 2) - Math.max(0, center - side / 2);
  const center = { x: found.center.x + middle(0) * side, y: found.center.y + middle(1) * side };
  const box = { width: within(center.x, picture.width), height: within(center.y, picture.height) };

  const angles = measureAngles({
    top: at(TOP),
    chin: at(CHIN),
    one: at(ONE_SIDE),
    other: at(OTHER_SIDE),
  });

  return {
    face: { box, score, angles },
    light: measureLight(pixels),
    found: { ...found, center, tilt: angles.roll },
  };
}

/** How far a head is tilted to a shoulder, by the line from the mouth to the nose. */
function measureTilt(nose: Point, mouth: Point): number {
  const tilt = Math.PI / 2 - Math.atan2(mouth.y - nose.y, nose.x - mouth.x);
  return tilt - 2 * Math.PI * Math.floor((tilt + Math.PI) / (2 * Math.PI));
}

type Vector = readonly [number, number, number];

/**
 * A head's angles from four points of the mesh. The depth is taken one and a half times less than
 * the width, as the server's engine takes it (`calculateFaceAngle` of @vladmandic/human): its
 * bounds are set for that.
 */
function measureAngles(face: Record<'top' | 'chin' | 'one' | 'other', Vector>): FaceAngles {
  const scaled = ([x, y, z]: Vector): Vector => [x * 1.5, y * 1.5, z];
  const down = unit(minus(scaled(face.chin), scaled(face.top)));
  const out = unit(cross(unit(minus(scaled(face.other), scaled(face.one))), down));
  const across = cross(down, out);

  return {
    pitch: Math.atan2(down[2], down[1]),
    yaw: Math.atan2(out[0], across[0]),
    roll: -Math.atan2(down[0], Math.hypot(across[0], out[0])),
  };
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

function fill(
  input: Float32Array,
  pixels: Uint8ClampedArray,
  scaled: (value: number) => number,
): void {
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let channel = 0; channel < 3; channel += 1)
      input[to++] = scaled(pixels[from + channel] ?? 0);
  }
}

/** Mean light, 0–255. */
function measureLight(pixels: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4)
    sum +=
      0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);

  return sum / (pixels.length / 4);
}
