export type Point = { x: number; y: number };
/**
 * A projective map: 'out' maps the unit square to the area between four corners, 'back' is its
 * inverse.
 */
export type Warp = {
  out(point: Point): Point;
  back(point: Point): Point;
  /** Calls `visit` for each pixel of the sheet between the corners, with its unit-square point. */
  forEachPixel(
    sheet: { width: number; height: number },
    visit: (x: number, y: number, u: number, v: number) => void,
  ): void;
};
type Corners = [Point, Point, Point, Point];
type Matrix = [number, number, number, number, number, number, number, number, number];

/** The map of the unit square, clockwise from its upper left, to these corners. */
export function makeWarp(corners: Corners): Warp {
  const out = squareTo(corners);
  const back = adjugate(out);

  return {
    out: (point) => apply(out, point),
    back: (point) => apply(back, point),
    forEachPixel({ width, height }, visit) {
      const [a, b, c, d, e, f, g, h, i] = back;
      const [fromX, toX] = clampRange(
        corners.map(({ x }) => x),
        width,
      );
      const [fromY, toY] = clampRange(
        corners.map(({ y }) => y),
        height,
      );

      for (let y = fromY; y < toY; y++)
        for (let x = fromX; x < toX; x++) {
          const scale = g * x + h * y + i;
          const u = (a * x + b * y + c) / scale;
          const v = (d * x + e * y + f) / scale;
          if (u > 0 && v > 0 && u < 1 && v < 1) visit(x, y, u, v);
        }
    },
  };
}

function clampRange(values: number[], most: number): [number, number] {
  return [
    Math.max(0, Math.floor(Math.min(...values))),
    Math.min(most, Math.ceil(Math.max(...values)) + 1),
  ];
}

// Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3.
function squareTo([p0, p1, p2, p3]: Corners): Matrix {
  const [dx1, dx2] = [p1.x - p2.x, p3.x - p2.x];
  const [dy1, dy2] = [p1.y - p2.y, p3.y - p2.y];
  const [sumX, sumY] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / area;
  const h = (dx1 * sumY - sumX * dy1) / area;

  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
    1,
  ];
}

// The adjugate serves as the inverse: a point's scale is divided out anyway.
function adjugate([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function apply([a, b, c, d, e, f, g, h, i]: Matrix, { x, y }: Point): Point {
  const scale = g * x + h * y + i;
  return { x: (a * x + b * y + c) / scale, y: (d * x + e * y + f) / scale };
}
