import { type FrameReading, judgeFrames, POSES, type Pose } from '@noren/core/people/liveness';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFaceEngine } from '../../providers/kyc/face.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';

let sandbox: TestSandbox;
const engine = makeFaceEngine({ jobMs: PICTURE_LIMIT_MS });

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(async () => {
  await sandbox.stop();
  await engine.close();
});

const get = async (path: string): Promise<[number, string | null, Buffer]> => {
  const response = await sandbox.get(path);
  return [
    response.status,
    response.headers.get('content-type'),
    Buffer.from(await response.arrayBuffer()),
  ];
};

test('each pose of two people has a picture; other names are refused', async () => {
  for (const who of [1, 2]) {
    const [status, type, jpeg] = await get(`/sandbox/api/face/${who}/left.jpg`);
    expect([status, type]).toEqual([200, 'image/jpeg']);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 800 });
  }

  for (const none of ['face/3/left.jpg', 'face/1/away.jpg', 'face-film/other.mjpeg'])
    expect((await get(`/sandbox/api/${none}`))[0]).toBe(400);
});

/** The frames of a film, split at their start and end markers. */
function splitFrames(film: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let from = 0; from < film.length; ) {
    const end = film.indexOf(Buffer.from([0xff, 0xd9]), from) + 2;
    frames.push(film.subarray(from, end));
    from = end;
  }

  return frames;
}

/** The face readings in the middle of each pose of a film, in order. */
const HELD: readonly Pose[] = ['face', 'left', 'front', 'right', 'back'];

async function readFilm(name: string): Promise<FrameReading[]> {
  const [status, type, film] = await get(`/sandbox/api/face-film/${name}.mjpeg`);
  expect([status, type]).toEqual([200, 'video/x-motion-jpeg']);

  const frames = splitFrames(film);
  expect(await sharp(frames.at(-1)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 640,
    height: 480,
  });

  const middle = HELD.map((_, at) => frames[(at * 54 + 22) % frames.length] as Buffer);
  return (await engine.checkFrames({ frames: middle, ahead: 0 })).frames;
}

// The end-to-end walks play the films of two people and of a replaced person before a camera.
test('the valid film shows all poses, the still one no turn, the empty one no face', async () => {
  expect(judgeFrames(await readFilm('right'), HELD)).toEqual({ ok: true });
  expect(judgeFrames(await readFilm('none'), HELD)).toMatchObject({ ok: false, reason: 'no_face' });
  expect(judgeFrames(await readFilm('still'), HELD)).toEqual({
    ok: false,
    reason: 'wrong_pose',
    pose: 'left',
  });
  expect(POSES.length).toBe(HELD.length);
});
