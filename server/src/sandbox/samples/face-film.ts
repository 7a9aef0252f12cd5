import type { Pose } from '@noren/core/people/liveness';
import { drawPerson, drawTurned, HALF, LANDSCAPE, POSE_TURNS, photograph } from './drawn-people.ts';
import type { Who } from './face-svg.ts';
import type { Pixels, Turn } from './turn-head.ts';

/** Films for a simulated camera; the face check must refuse all but the first. */
export const FILMS = ['right', 'still', 'two', 'none', 'swap'] as const;
export type Film = (typeof FILMS)[number];

/** At 30 frames a second a pose is held for 1.5 s and reached in 1/3 s. */
const HELD_FRAMES = 45;
const MOVING_FRAMES = 10;
/** Small movements, shown in turn while a pose is held. */
const SWAY: readonly Turn[] = [
  { yaw: 0, pitch: 0 },
  { yaw: 0.02, pitch: 0.01 },
  { yaw: 0.01, pitch: -0.015 },
];
const ORDER: readonly Pose[] = ['face', 'left', 'front', 'right', 'back'];

/** A looping film of about nine seconds: concatenated 640 × 480 JPEGs, which Chromium plays as a camera. */
export async function drawFilm(film: Film): Promise<Buffer> {
  switch (film) {
    case 'right':
      return turningFilm(() => 1, alone);
    case 'swap':
      // Another person replaces the first for the last two poses.
      return turningFilm((at) => (at < 3 ? 1 : 2), alone);
    case 'two':
      return turningFilm(() => 1, besideAnother);
    case 'still':
      return heldFilm(await drawPerson(1, LANDSCAPE));
    case 'none':
      return heldFilm(await drawPerson('nobody', LANDSCAPE));
    default:
      return film satisfies never;
  }
}

type Scene = (who: Who, turn: Turn) => Promise<Pixels>;
const alone: Scene = (who, turn) => drawTurned(who, LANDSCAPE, turn);

/** Two people side by side. */
const besideAnother: Scene = async (who, turn) => {
  const one = await drawTurned(who, HALF, turn);
  const other = await drawTurned(who === 1 ? 2 : 1, HALF, turn);
  const rows: Buffer[] = [];
  for (let at = 0; at < one.data.length; at += HALF.width * 3)
    for (const { data } of [one, other]) rows.push(data.subarray(at, at + HALF.width * 3));
  return { data: Buffer.concat(rows), width: HALF.width * 2, height: HALF.height };
};

async function turningFilm(whoAt: (at: number) => Who, scene: Scene): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (const [at, pose] of ORDER.entries()) {
    const here = POSE_TURNS[pose];
    const held: Buffer[] = [];
    for (const [n, sway] of SWAY.entries())
      held.push(await photograph(await scene(whoAt(at), add(here, sway)), at * 10 + n));
    for (let n = 0; n < HELD_FRAMES; n++) frames.push(held[Math.floor(n / 5) % held.length] as Buffer);
    const next = POSE_TURNS[ORDER[(at + 1) % ORDER.length] as Pose];
    for (let n = 1; n < MOVING_FRAMES; n++)
      frames.push(await photograph(await scene(whoAt(at), between(here, next, n / MOVING_FRAMES)), 100 + n));
  }
  return Buffer.concat(frames);
}

async function heldFilm(picture: Pixels): Promise<Buffer> {
  const frame = await photograph(picture, 1);
  return Buffer.concat(Array.from({ length: HELD_FRAMES }, () => frame));
}

const add = (a: Turn, b: Turn): Turn => ({ yaw: a.yaw + b.yaw, pitch: a.pitch + b.pitch });
const between = (a: Turn, b: Turn, share: number): Turn => ({
  yaw: a.yaw + (b.yaw - a.yaw) * share,
  pitch: a.pitch + (b.pitch - a.pitch) * share,
});
