import type { Point } from '../../platform/ports/kyc.ts';

type DarkPixels = { width: number; height: number; at(x: number, y: number): boolean };
/** A corner mark of a code: its middle, the width of one dot, and how many scans crossed it. */
type Mark = Point & { dot: number; hits: number };

/** A card has one or two codes. Every three marks are compared, so a picture full of them is cut. */
const MAX_MARKS = 100;

/** Dots between the middle of a corner mark and the outer edge of its code. */
const MARK_TO_EDGE = 3.5;

export type GreyPixels = { pixels: Uint8Array; width: number; height: number };

/**
 * The QR codes in a picture, as corners with some margin: found by the three marks in their
 * corners, which look the same in every direction. A code without visible marks is not found.
 */
export function findCodes(picture: GreyPixels): Point[][] {
  const dark = binarise(picture);
  // Dots inside a code sometimes look like marks. The corners that they span lie inside the code.
  return findTriples(findMarks(dark))
    .filter((three) => isDotted(dark, three))
    .map(computeCorners);
}

// Compares each pixel with its surroundings. This works under one-sided light, and blur only shifts
// the edges of dots.
function binarise({ pixels: grey, width, height }: GreyPixels): DarkPixels {
  const reach = 20;
  const sums = new Uint32Array((width + 1) * (height + 1));

  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }

  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [
      Math.max(0, y - reach) * (width + 1),
      Math.min(height, y + reach + 1) * (width + 1),
    ];
    const rows = (bottom - top) / (width + 1);

    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
      dark[y * width + x] = grey[y * width + x]! * rows * (right - left) < sum * 0.97 ? 1 : 0;
    }
  }

  return {
    width,
    height,
    at: (x, y) => x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 1,
  };
}

function findMarks(dark: DarkPixels): Mark[] {
  const marks: Mark[] = [];
  for (let y = 2; y < dark.height; y += 2)
    for (const { middle, dot } of findCrossings(dark, y)) {
      const mark = confirmMark(dark, { x: middle, y }, dot);
      if (mark === undefined) continue;

      const known = marks.find(
        (one) => Math.hypot(one.x - mark.x, one.y - mark.y) < 2.5 * mark.dot,
      );
      if (known === undefined) {
        if (marks.length < MAX_MARKS) marks.push({ ...mark, hits: 1 });
      } else {
        known.x = (known.x * known.hits + mark.x) / (known.hits + 1);
        known.y = (known.y * known.hits + mark.y) / (known.hits + 1);
        known.dot = (known.dot * known.hits + mark.dot) / (known.hits + 1);
        known.hits += 1;
      }
    }

  return marks.filter(({ hits, dot }) => hits >= Math.max(2, dot * 0.8));
}

// Dark, light, dark, light, dark in the proportion 1:1:3:1:1 along one row.
function findCrossings(dark: DarkPixels, y: number): { middle: number; dot: number }[] {
  const found: { middle: number; dot: number }[] = [];
  const runs: number[] = [];
  let [wasDark, from] = [dark.at(0, y), 0];

  for (let x = 1; x <= dark.width; x++) {
    const isDark = dark.at(x, y);
    if (isDark === wasDark && x < dark.width) continue;

    runs.push(x - from);

    if (wasDark && runs.length >= 5) {
      const five = runs.slice(-5);
      const dot = measureDot(five);
      if (dot !== undefined) found.push({ middle: x - five[4]! - five[3]! - five[2]! / 2, dot });
    }

    [wasDark, from] = [isDark, x];
  }

  return found;
}

/** The width of one dot if the five runs have a mark's proportions. */
function measureDot(runs: readonly number[]): number | undefined {
  const whole = runs.reduce((sum, run) => sum + run, 0);
  const dot = whole / 7;
  if (dot < 2) return undefined;

  const off = runs.map((run, i) => Math.abs(run - (i === 2 ? 3 : 1) * dot));
  const isMark = off.every((by, i) => by <= (i === 2 ? 1.2 : 0.75) * dot + 0.5);

  return isMark ? dot : undefined;
}

// Checks the proportion across the row through the mark's middle, then along the row again.
function confirmMark(
  dark: DarkPixels,
  { x, y }: Point,
  dot: number,
): (Point & { dot: number }) | undefined {
  const across = walk(dark, { x: Math.round(x), y }, { x: 0, y: 1 });
  if (across === undefined || across.dot > dot * 1.7 || dot > across.dot * 1.7) return undefined;

  const middleY = Math.round(y + across.shift);
  const along = walk(dark, { x: Math.round(x), y: middleY }, { x: 1, y: 0 });
  if (along === undefined) return undefined;

  return { x: x + along.shift, y: middleY, dot: (across.dot + along.dot) / 2 };
}

function walk(
  dark: DarkPixels,
  from: Point,
  step: Point,
): { dot: number; shift: number } | undefined {
  const before = runsFrom(dark, from, { x: -step.x, y: -step.y });
  const after = runsFrom(dark, from, step);
  if (before === undefined || after === undefined) return undefined;

  const runs = [before[2], before[1], before[0] + after[0] - 1, after[1], after[2]];
  const dot = measureDot(runs);

  return dot === undefined ? undefined : { dot, shift: (after[0] - before[0]) / 2 };
}

/** Lengths of the dark, light and dark runs from a point. */
function runsFrom(
  dark: DarkPixels,
  { x, y }: Point,
  step: Point,
): [number, number, number] | undefined {
  const runs: [number, number, number] = [0, 0, 0];
  for (let at = 0, i = 0; i < 400; i++) {
    const isDark = dark.at(x + step.x * i, y + step.y * i);
    if (isDark !== (at % 2 === 0)) at += 1;
    if (at === 3) return runs[0] > 0 ? runs : undefined;
    runs[at as 0 | 1 | 2] += 1;
  }

  return undefined;
}

type Three = { corner: Mark; one: Mark; other: Mark };

// Three marks of similar size at a right angle, about equally far from the corner.
function findTriples(marks: Mark[]): Three[] {
  const found: Three[] = [];
  for (const corner of marks)
    for (const [i, one] of marks.entries())
      for (const other of marks.slice(i + 1)) {
        if (corner === one || corner === other) continue;

        const dots = [corner.dot, one.dot, other.dot];
        if (Math.max(...dots) > 1.8 * Math.min(...dots)) continue;

        const [a, b] = [vector(corner, one), vector(corner, other)];
        const square = (a.x * b.x + a.y * b.y) / (a.length * b.length);
        const long = Math.max(a.length, b.length);
        const isSquare = Math.abs(square) < 0.25 && long < 1.35 * Math.min(a.length, b.length);

        if (isSquare && long > 10 * corner.dot && long < 180 * corner.dot)
          found.push({ corner, one, other });
      }

  return found;
}

function vector(from: Point, to: Point): Point & { length: number } {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return { x, y, length: Math.hypot(x, y) };
}

/** Whether dark and light alternate everywhere between the marks, as in a code but not in print. */
function isDotted(dark: DarkPixels, { corner, one, other }: Three): boolean {
  const [a, b] = [vector(corner, one), vector(corner, other)];
  const [blocks, samples] = [8, 6];
  let dotted = 0;

  for (let block = 0; block < blocks * blocks; block++) {
    let darks = 0;
    for (let i = 0; i < samples * samples; i++) {
      const alongA = ((block % blocks) + (i % samples) / samples) / blocks;
      const alongB = (Math.floor(block / blocks) + Math.floor(i / samples) / samples) / blocks;
      const x = Math.round(corner.x + a.x * alongA + b.x * alongB);
      if (dark.at(x, Math.round(corner.y + a.y * alongA + b.y * alongB))) darks += 1;
    }

    const share = darks / samples ** 2;
    if (share > 0.25 && share < 0.75) dotted += 1;
  }

  return dotted >= 0.75 * blocks * blocks;
}

function computeCorners({ corner, one, other }: Three): Point[] {
  const [a, b] = [vector(corner, one), vector(corner, other)];
  const dot = Math.max(corner.dot, one.dot, other.dot);
  // In perspective the fourth corner is not exactly where the other three imply.
  const [moreA, moreB] = [a, b].map(
    ({ length }) => (MARK_TO_EDGE * dot + 0.06 * length) / length,
  ) as [number, number];

  const at = (alongA: number, alongB: number): Point => ({
    x: corner.x + a.x * alongA + b.x * alongB,
    y: corner.y + a.y * alongA + b.y * alongB,
  });

  return [
    at(-moreA, -moreB),
    at(1 + moreA, -moreB),
    at(1 + moreA, 1 + moreB),
    at(-moreA, 1 + moreB),
  ];
}
