import type { Pose } from '@noren/core/people/liveness';
import { addGrain } from '@noren/server/src/sandbox/samples/grain.ts';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { faceSvg, type Who, wallSvg } from './face-svg.ts';
import { type Head, type Pixels, type Turn, turnHead } from './turn-head.ts';

/** Rotation of a drawn head for each pose: about 35 and 30 degrees. */
export const POSE_TURNS: Record<Pose, Turn> = {
  face: { yaw: 0, pitch: 0 },
  front: { yaw: 0, pitch: 0.52 },
  back: { yaw: 0, pitch: -0.52 },
  left: { yaw: 0.6, pitch: 0 },
  right: { yaw: -0.6, pitch: 0 },
};

/** The size of a picture, and the position in it of the drawing's 600 × 800. */
export type Scene = {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
};
/** Portrait, as a phone's front camera; and landscape. */
const PORTRAIT: Scene = { width: 600, height: 800, scale: 1, left: 0 };
export const LANDSCAPE: Scene = { width: 640, height: 480, scale: 0.6, left: 140 };
/** One of two people in that picture. */
export const HALF: Scene = { width: 320, height: 480, scale: 0.6, left: -20 };

const drawn = new Map<string, Promise<Pixels>>();

/** A drawn person looking ahead, or the empty wall. */
export function drawPerson(
  who: Who | 'nobody',
  { width, height, scale, left }: Scene,
): Promise<Pixels> {
  const key = JSON.stringify([who, width, height, scale, left]);
  const known = drawn.get(key);
  if (known) return known;

  const box = { x: -left / scale, width: width / scale, height: height / scale };
  const fresh = rasterise(who === 'nobody' ? wallSvg(box) : faceSvg(who, box), width);

  drawn.set(key, fresh);

  return fresh;
}

async function rasterise(svg: string, width: number): Promise<Pixels> {
  const picture = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: width },
  }).render();
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const;
  const { data, info } = await sharp(picture.pixels, { raw })
    .removeAlpha()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true });

  return { data, width: info.width, height: info.height };
}

/** A drawn person with the head turned. */
export async function drawTurned(who: Who, scene: Scene, turn: Turn): Promise<Pixels> {
  const { scale, left } = scene;
  const head: Head = {
    x: left + 300 * scale,
    y: 410 * scale,
    halfWidth: 160 * scale,
    halfHeight: 220 * scale,
  };

  return turnHead(await drawPerson(who, scene), head, turn);
}

/** Pixels as a camera delivers them: with grain, as JPEG. */
export function photograph({ data, width, height }: Pixels, grain: number): Promise<Buffer> {
  const grainy = Buffer.from(data);
  addGrain(grainy, { seed: grain, strength: 8 });
  return sharp(grainy, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 75 })
    .toBuffer();
}

/** A drawn person holding a pose, 600 × 800 JPEG. */
export async function drawPose(pose: Pose, who: Who = 1): Promise<Buffer> {
  return photograph(await drawTurned(who, PORTRAIT, POSE_TURNS[pose]), 11);
}
