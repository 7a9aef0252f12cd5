import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { POSES } from '@noren/core/people/liveness';
import { FILMS } from '@noren/server/src/sandbox/samples/faces.ts';
import { drawPose } from './drawn-people.ts';
import { drawFrames } from './face-film.ts';
import { drawSelfie } from './selfie.ts';

/**
 * `node checks/draw-faces/main.ts`: draws the selfie, the poses and the films that the
 * sandbox shows, into its fixtures.
 */
const folder = fileURLToPath(
  new URL('../../server/src/sandbox/samples/fixtures/', import.meta.url),
);
await mkdir(folder, { recursive: true });
await writeFile(`${folder}selfie.jpg`, await drawSelfie());
for (const who of [1, 2] as const)
  for (const pose of POSES)
    await writeFile(`${folder}person-${who}-${pose}.jpg`, await drawPose(pose, who));
for (const film of FILMS) await writeFile(`${folder}film-${film}.mjpeg`, await drawFrames(film));
