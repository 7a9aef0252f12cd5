import { readFile } from 'node:fs/promises';
import type { Pose } from '@noren/core/people/liveness';

/**
 * Two drawn people of no real name, whom a face engine tells apart: pictures and films that
 * checks/draw-faces/main.ts has drawn. All invented people of the sandbox share the
 * first one's face.
 */

/** Films for a simulated camera; the face check must refuse all but the first. */
export const FILMS = ['right', 'still', 'two', 'none', 'swap'] as const;
export type Film = (typeof FILMS)[number];

/** At 30 frames a second a pose is held for 1.5 s and reached in 1/3 s. */
const HELD_FRAMES = 45;
/**
 * A stored film has of each pose these pictures, shown in turn while it is held, and those on the
 * way to the next one.
 */
const SWAY_FRAMES = 3;
export const MOVING_FRAMES = 9;
/** How often in a row a picture is shown while a pose is held. */
const SHOWN_FRAMES = 5;

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

const read = (name: string): Promise<Buffer> =>
  readFile(new URL(`./fixtures/${name}`, import.meta.url));

/** A selfie, 900 × 1200 JPEG. */
export function readSelfie(): Promise<Buffer> {
  return read('selfie.jpg');
}

/** A person holding a pose, 600 × 800 JPEG. */
export function readPose(pose: Pose, who: 1 | 2 = 1): Promise<Buffer> {
  return read(`person-${who}-${pose}.jpg`);
}

/**
 * A looping film of about nine seconds: concatenated 640 × 480 JPEGs, which Chromium plays as a
 * camera.
 */
export async function readFilm(film: Film): Promise<Buffer> {
  const pictures = splitPictures(await read(`film-${film}.mjpeg`));
  const frames: Buffer[] = [];

  for (let at = 0; at < pictures.length; at += SWAY_FRAMES + MOVING_FRAMES) {
    const held = pictures.slice(at, at + SWAY_FRAMES);
    for (let n = 0; n < HELD_FRAMES; n++)
      frames.push(held[Math.floor(n / SHOWN_FRAMES) % held.length] as Buffer);
    frames.push(...pictures.slice(at + SWAY_FRAMES, at + SWAY_FRAMES + MOVING_FRAMES));
  }

  return Buffer.concat(frames);
}

function splitPictures(film: Buffer): Buffer[] {
  const pictures: Buffer[] = [];
  for (let from = 0; from < film.length; ) {
    const end = film.indexOf(END_OF_JPEG, from) + END_OF_JPEG.length;
    pictures.push(film.subarray(from, end));
    from = end;
  }

  return pictures;
}
