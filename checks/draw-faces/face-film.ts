import type { Pose } from '@noren/core/people/liveness';
import { type Film, MOVING_FRAMES } from '@noren/server/src/sandbox/samples/faces.ts';
import { drawPerson, drawTurned, HALF, LANDSCAPE, POSE_TURNS, photograph } from './drawn-people.ts';
import type { Who } from './face-svg.ts';
import type { Pixels, Turn } from './turn-head.ts';

/** Small movements, shown in turn while a pose is held. */
const SWAY: readonly Turn[] = [
  { yaw: 0, pitch: 0 },
  { yaw: 0.02, pitch: 0.01 },
  { yaw: 0.01, pitch: -0.015 },
];

const ORDER: readonly Pose[] = ['face', 'left', 'front', 'right', 'back'];

/**
 * The pictures of a film, 640 × 480 JPEGs one after the other, each once: of a held pose, then on
 * the way to the next.
 */
export async function drawFrames(film: Film): Promise<Buffer> {
  switch (film) {
    case 'right':
      return turningFilm(() => 1, alone);
    case 'swap':
      // Another person replaces the first for the last two poses.
      return turningFilm((at) => (at < 3 ? 1 : 2), alone);
    case 'two':
      return turningFilm(() => 1, besideAnother);
    case 'still':
      return photograph(await drawPerson(1, LANDSCAPE), 1);
    case 'none':
      return photograph(await drawPerson('nobody', LANDSCAPE), 1);
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
    for (const [n, sway] of SWAY.entries())
      frames.push(await photograph(await scene(whoAt(at), add(here, sway)), at * 10 + n));

    const next = POSE_TURNS[ORDER[(at + 1) % ORDER.length] as Pose];
    for (let n = 1; n <= MOVING_FRAMES; n++)
      frames.push(
        await photograph(
          await scene(whoAt(at), between(here, next, n / (MOVING_FRAMES + 1))),
          100 + n,
        ),
      );
  }

  return Buffer.concat(frames);
}

const add = (a: Turn, b: Turn): Turn => ({ yaw: a.yaw + b.yaw, pitch: a.pitch + b.pitch });

const between = (a: Turn, b: Turn, share: number): Turn => ({
  yaw: a.yaw + (b.yaw - a.yaw) * share,
  pitch: a.pitch + (b.pitch - a.pitch) * share,
});
