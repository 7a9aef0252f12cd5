/** A picture as interleaved RGB bytes. */
export type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };
/** How far a head is turned, in radians: yaw > 0 to the person's own left, pitch > 0 chin down. */
export type Turn = { readonly yaw: number; readonly pitch: number };
/** Position of the head in pixels: its centre, half width and half height. */
export type Head = {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
};

type Point = { readonly x: number; readonly y: number; readonly z: number };

/** Distance from the centre, in heads, beyond which the picture does not move. */
const STILL_FROM = 1.9;
const CELL = 6;

/**
 * Turns a head: maps the frontal picture onto a relief, rotates the relief, and blends the
 * surroundings.
 */
export function turnHead(picture: Pixels, head: Head, turn: Turn): Pixels {
  const columns = Math.ceil(picture.width / CELL);
  const rows = Math.ceil(picture.height / CELL);

  const at = (column: number, row: number) => ({
    x: Math.min(column * CELL, picture.width - 1),
    y: Math.min(row * CELL, picture.height - 1),
  });

  const moved: Point[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++)
      moved.push(movePoint(at(column, row), head, turn));

  const canvas: Canvas = {
    data: Buffer.from(picture.data),
    depth: new Float32Array(picture.width * picture.height).fill(-1e9),
    from: picture,
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = (right: number, down: number): Corner => ({
        ...(moved[(row + down) * (columns + 1) + column + right] as Point),
        from: at(column + right, row + down),
      });

      drawTriangle(canvas, [corner(0, 0), corner(1, 0), corner(0, 1)]);
      drawTriangle(canvas, [corner(1, 1), corner(1, 0), corner(0, 1)]);
    }
  }

  return { data: canvas.data, width: picture.width, height: picture.height };
}

/**
 * Depth of the relief towards the camera, in half widths of the head: rounded, with nose, eyes and
 * chin.
 */
function reliefAt(u: number, v: number): number {
  const round = Math.sqrt(Math.max(0, 1 - u * u * 0.8 - v * v * 0.55));
  const bump = (size: number, [x, y]: [number, number], [wide, high]: [number, number]) =>
    size * Math.exp(-(((u - x) / wide) ** 2) - ((v - y) / high) ** 2);
  const nose = bump(0.34, [0, 0.22], [0.14, 0.16]) + bump(0.16, [0, 0], [0.12, 0.25]);
  const eyes = bump(-0.1, [-0.44, -0.18], [0.25, 0.12]) + bump(-0.1, [0.44, -0.18], [0.25, 0.12]);
  const mouth = bump(0.1, [0, 0.56], [0.3, 0.12]) + bump(0.14, [0, 0.84], [0.3, 0.14]);

  return round + nose + eyes + mouth;
}

function movePoint({ x, y }: { x: number; y: number }, head: Head, turn: Turn): Point {
  const u = (x - head.x) / head.halfWidth;
  const v = (y - head.y) / head.halfHeight;
  const far = Math.hypot(u, v);
  const share =
    far <= 1
      ? 1
      : far >= STILL_FROM
        ? 0
        : 0.5 + 0.5 * Math.cos((Math.PI * (far - 1)) / (STILL_FROM - 1));
  const z = reliefAt(u, v) * head.halfWidth;
  const turned = turnPoint({ x: x - head.x, y: y - head.y, z }, turn);

  return {
    x: x + (turned.x + head.x - x) * share,
    y: y + (turned.y + head.y - y) * share,
    z: z + (turned.z - z) * share,
  };
}

function turnPoint({ x, y, z }: Point, { yaw, pitch }: Turn): Point {
  const across = x * Math.cos(yaw) + z * Math.sin(yaw);
  const deep = z * Math.cos(yaw) - x * Math.sin(yaw);

  return {
    x: across,
    y: y * Math.cos(pitch) + deep * Math.sin(pitch),
    z: deep * Math.cos(pitch) - y * Math.sin(pitch),
  };
}

type Corner = Point & { readonly from: { readonly x: number; readonly y: number } };
type Canvas = { readonly data: Buffer; readonly depth: Float32Array; readonly from: Pixels };

function drawTriangle({ data, depth, from }: Canvas, [a, b, c]: [Corner, Corner, Corner]): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (Math.abs(area) < 1e-6) return;

  const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y)));
  const bottom = Math.min(from.height - 1, Math.floor(Math.max(a.y, b.y, c.y)));
  const left = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x)));
  const right = Math.min(from.width - 1, Math.floor(Math.max(a.x, b.x, c.x)));

  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const ofB = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const ofC = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      const ofA = 1 - ofB - ofC;
      if (ofA < -1e-6 || ofB < -1e-6 || ofC < -1e-6) continue;

      const z = a.z * ofA + b.z * ofB + c.z * ofC;
      const pixel = y * from.width + x;
      if (z < (depth[pixel] as number)) continue;

      depth[pixel] = z;

      const fromX = a.from.x * ofA + b.from.x * ofB + c.from.x * ofC;
      const fromY = a.from.y * ofA + b.from.y * ofB + c.from.y * ofC;

      copyPixel(from, { x: fromX, y: fromY }, data, pixel * 3);
    }
  }
}

/** Writes the interpolated colour of four pixels. */
function copyPixel(from: Pixels, { x, y }: { x: number; y: number }, to: Buffer, at: number): void {
  const left = Math.min(Math.floor(x), from.width - 2);
  const top = Math.min(Math.floor(y), from.height - 2);
  const right = x - left;
  const down = y - top;
  const first = (top * from.width + left) * 3;
  const next = first + from.width * 3;
  const { data } = from;

  for (let k = 0; k < 3; k++) {
    const upper =
      (data[first + k] as number) * (1 - right) + (data[first + 3 + k] as number) * right;
    const lower = (data[next + k] as number) * (1 - right) + (data[next + 3 + k] as number) * right;
    to[at + k] = upper * (1 - down) + lower * down;
  }
}
