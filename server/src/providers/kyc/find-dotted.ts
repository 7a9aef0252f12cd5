import type { Point } from '../../platform/ports/kyc.ts';
import type { GreyPixels } from './find-codes.ts';

/** Side of a cell in pixels, in the picture at half its size. */
const CELL = 8;
/**
 * Side in cells of the smallest square examined: about six millimetres of a card that fills its
 * photo.
 */
const SPAN = 6;
/**
 * Least standard deviation of a dotted cell: as a share of its mean, even under glare, and as a
 * multiple of the grain.
 */
const MIN_SPREAD = 0.05;
const OVER_GRAIN = 3;
// Print has bare paper between lines and words; a code has almost none.
const MIN_DOTTED = 0.85;
/**
 * Mean lightness between the darkest and lightest surroundings: about 0.5 in a code, 0.75 in print.
 */
const LIGHTEST = 0.68;
/** Areas that fill less of their rectangle than this are masked row by row. */
const MIN_FILL = 0.6;

type Grid = { columns: number; rows: number };

/**
 * Areas that alternate dark and light as evenly as only a code does, as corners with some margin.
 * Needs no corner marks, so it finds codes that are blurred, cut off or under glare; it errs on the
 * side of masking too much.
 */
export function findDotted(picture: GreyPixels): Point[][] {
  const { grid, isDotted, lightness } = measureCells(halve(picture));
  const dotted = new Uint8Array(grid.columns * grid.rows);

  for (let row = 0; row + SPAN <= grid.rows; row++)
    for (let column = 0; column + SPAN <= grid.columns; column++) {
      let [count, light] = [0, 0];
      const cells = listCells(grid, column, row);

      for (const cell of cells) {
        count += isDotted[cell]!;
        light += lightness[cell]!;
      }

      if (count >= MIN_DOTTED * cells.length && light <= LIGHTEST * cells.length)
        for (const cell of cells) dotted[cell] = 1;
    }

  return joined(dotted, grid).flatMap((cells) => coverCells(cells, grid));
}

function listCells({ columns }: Grid, column: number, row: number): number[] {
  return Array.from(
    { length: SPAN * SPAN },
    (_, i) => (row + Math.floor(i / SPAN)) * columns + column + (i % SPAN),
  );
}

function halve({ pixels, width, height }: GreyPixels): GreyPixels {
  const half = { width: width >> 1, height: height >> 1 };
  const small = new Uint8Array(half.width * half.height);

  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      small[y * half.width + x] =
        (pixels[at]! + pixels[at + 1]! + pixels[at + width]! + pixels[at + width + 1]!) >> 2;
    }

  return { pixels: small, ...half };
}

/**
 * For each cell: whether light and dark alternate within it, and its lightness relative to its
 * neighbours, from 0 to 1.
 */
function measureCells({ pixels, width, height }: GreyPixels) {
  const grid = { columns: Math.floor(width / CELL), rows: Math.floor(height / CELL) };
  const count = grid.columns * grid.rows;
  const [mean, spread] = [new Float64Array(count), new Float64Array(count)];
  const [darkest, lightest] = [new Float64Array(count), new Float64Array(count)];

  for (let cell = 0; cell < count; cell++) {
    const from = Math.floor(cell / grid.columns) * CELL * width + (cell % grid.columns) * CELL;
    let [sum, squares, least, most] = [0, 0, 255, 0];

    for (let i = 0; i < CELL * CELL; i++) {
      const level = pixels[from + Math.floor(i / CELL) * width + (i % CELL)]!;
      sum += level;
      squares += level * level;
      least = Math.min(least, level);
      most = Math.max(most, level);
    }

    mean[cell] = sum / CELL ** 2;
    spread[cell] = Math.sqrt(Math.max(0, squares / CELL ** 2 - mean[cell]! ** 2));
    [darkest[cell], lightest[cell]] = [least, most];
  }

  // A quarter of any photo is bare paper or table.
  const grain = spread.toSorted()[count >> 2]!;
  const isDotted = spread.map((by, cell) =>
    by > Math.max(MIN_SPREAD * mean[cell]!, OVER_GRAIN * grain) ? 1 : 0,
  );
  const [black, white] = [around(darkest, grid, Math.min), around(lightest, grid, Math.max)];
  const lightness = mean.map(
    (light, cell) => (light - black[cell]!) / Math.max(1, white[cell]! - black[cell]!),
  );

  return { grid, isDotted, lightness };
}

/** The least or greatest value among each cell and its eight neighbours. */
function around(
  values: Float64Array,
  { columns, rows }: Grid,
  pick: (a: number, b: number) => number,
): Float64Array {
  return values.map((value, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    let picked = value;

    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        picked = pick(picked, values[y * columns + x]!);

    return picked;
  });
}

/** The groups of connected cells. */
function joined(marked: Uint8Array, { columns, rows }: Grid): number[][] {
  const left = marked.slice();
  const groups: number[][] = [];

  for (let first = 0; first < left.length; first++) {
    if (left[first] === 0) continue;

    const group = [first];
    left[first] = 0;

    for (const cell of group) {
      const column = cell % columns;
      const beside = [
        column > 0 ? cell - 1 : -1,
        column < columns - 1 ? cell + 1 : -1,
        cell - columns,
        cell + columns,
      ];

      for (const next of beside)
        if (next >= 0 && next < columns * rows && left[next] === 1) {
          left[next] = 0;
          group.push(next);
        }
    }

    groups.push(group);
  }

  return groups;
}

/**
 * The smallest rotated rectangle around cells; row by row where they fill it badly, as on a
 * patterned cloth.
 */
function coverCells(cells: number[], { columns }: Grid): Point[][] {
  const at = (cell: number): Point => ({
    x: (cell % columns) + 0.5,
    y: Math.floor(cell / columns) + 0.5,
  });

  const middles = cells.map(at);
  let best: { area: number; corners: Point[] } | undefined;

  for (let degrees = 0; degrees < 90; degrees += 3) {
    const box = boxAlong(middles, (degrees * Math.PI) / 180);
    if (best === undefined || box.area < best.area) best = box;
  }

  const shapes =
    best !== undefined && cells.length >= MIN_FILL * best.area
      ? [best.corners]
      : groupRows(middles);
  return shapes.map((corners) => corners.map(({ x, y }) => ({ x: x * CELL * 2, y: y * CELL * 2 })));
}

function boxAlong(middles: Point[], turn: number): { area: number; corners: Point[] } {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];

  for (const { x, y } of middles) {
    const [along, down] = [x * cos + y * sin, y * cos - x * sin];
    [left, right] = [Math.min(left, along), Math.max(right, along)];
    [top, bottom] = [Math.min(top, down), Math.max(bottom, down)];
  }

  const area = (right - left + 1) * (bottom - top + 1);
  // Half a cell to its edge, and one more because the code's edge may lie in the next cell.
  const margin = 1.5;

  const corner = (along: number, down: number): Point => ({
    x: along * cos - down * sin,
    y: along * sin + down * cos,
  });

  [left, top, right, bottom] = [left - margin, top - margin, right + margin, bottom + margin];

  return {
    area,
    corners: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
  };
}

function groupRows(middles: Point[]): Point[][] {
  return [...Map.groupBy(middles, ({ y }) => y).values()].flatMap((row) => {
    const runs: { left: number; right: number }[] = [];
    for (const { x } of row.toSorted((a, b) => a.x - b.x)) {
      const last = runs.at(-1);
      if (last?.right === x - 1) last.right = x;
      else runs.push({ left: x, right: x });
    }

    const [top, bottom] = [row[0]!.y - 1, row[0]!.y + 1];
    return runs.map(({ left, right }) => [
      { x: left - 1, y: top },
      { x: right + 1, y: top },
      { x: right + 1, y: bottom },
      { x: left - 1, y: bottom },
    ]);
  });
}
