import { POSES } from '@noren/core/people/liveness';
import { readFilm, readPose, readSelfie } from '@noren/server/src/sandbox/samples/faces.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPose } from './drawn-people.ts';
import { drawFrames } from './face-film.ts';
import { drawSelfie } from './selfie.ts';

/**
 * The mean difference of two pictures' levels: another version of an encoder moves each by a
 * little.
 */
async function compare(one: Buffer, other: Buffer): Promise<number> {
  const read = (jpeg: Buffer): Promise<Buffer> => sharp(jpeg).raw().toBuffer();
  const [levels, others] = [await read(one), await read(other)];

  expect(levels.length).toBe(others.length);

  let sum = 0;
  for (const [at, level] of levels.entries()) sum += Math.abs(level - (others[at] ?? 0));

  return sum / levels.length;
}

test('what the sandbox shows is what the program draws', async () => {
  expect(await compare(await readSelfie(), await drawSelfie())).toBeLessThan(2);

  for (const who of [1, 2] as const)
    for (const pose of POSES)
      expect(await compare(await readPose(pose, who), await drawPose(pose, who))).toBeLessThan(2);

  const [played, drawn] = [await readFilm('still'), await drawFrames('still')];
  expect(await compare(played.subarray(0, drawn.length), drawn)).toBeLessThan(2);
});

test('the people and their poses are told apart', async () => {
  const ahead = await readPose('face');
  for (const other of [await readPose('face', 2), await readPose('left')])
    expect(await compare(ahead, other)).toBeGreaterThan(4);
});
