import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawPan } from '../../sandbox/samples/draw-documents.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { sampleSelfie } from '../../sandbox/samples/sample-selfie.ts';
import { type FoundFace, makeFaceEngine, type SelfieReading } from './face.ts';
import { judgeSelfie, type SelfieVerdict } from './judge-selfie.ts';

const engine = makeFaceEngine();
afterAll(() => engine.close());

const selfie = await sampleSelfie();
const wall = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#99a0a8' } });
const sized = (width: number) => sharp(selfie).resize(width).toBuffer();
const part = (left: number, top: number, width: number, height: number) =>
  sharp(selfie).extract({ left, top, width, height }).toBuffer();

test('the sample selfie passes: one face, looking ahead', async () => {
  const reading = await engine.checkSelfie(selfie);
  expect(reading.faces).toBe(1);
  for (const way of ['yaw', 'pitch', 'roll'] as const) expect(Math.abs(reading.face![way])).toBeLessThan(0.25);
  expect(judgeSelfie(reading)).toBe('passed');
});

test.each<[string, () => Promise<Buffer>, SelfieVerdict]>([
  ['a bare wall', () => wall().jpeg().toBuffer(), { retry: 'no_face' }],
  [
    'two people',
    async () =>
      wall()
        .composite([
          { input: await sized(450), left: 0, top: 0 },
          { input: await sized(450), left: 450, top: 0 },
        ])
        .jpeg()
        .toBuffer(),
    { retry: 'many_faces' },
  ],
  [
    'a face far away',
    async () =>
      wall()
        .composite([{ input: await sized(120), left: 300, top: 200 }])
        .jpeg()
        .toBuffer(),
    { retry: 'too_small' },
  ],
  ['the dark', () => sharp(selfie).linear(0.12).jpeg().toBuffer(), { retry: 'too_dark' }],
  [
    'a tilted head',
    () => sharp(selfie).rotate(40, { background: '#99a0a8' }).jpeg().toBuffer(),
    { retry: 'not_frontal' },
  ],
  ['half a face', () => part(0, 0, 450, 1200), { retry: 'cut_off' }],
  ['a forehead', () => part(0, 0, 900, 600), { retry: 'cut_off' }],
])('%s', async (_, picture, verdict) => {
  expect(judgeSelfie(await engine.checkSelfie(await picture()))).toEqual(verdict);
});

test('the same picture gives the same reading whatever came before it', async () => {
  const first = await engine.checkSelfie(selfie);
  await engine.checkSelfie(await part(0, 0, 450, 1200));
  expect(await engine.checkSelfie(selfie)).toEqual(first);
});

test('likeness to the photo on a card is a figure where both have a face, and absent where not', async () => {
  const card = await drawPan(samplePerson(1));
  expect((await engine.checkSelfie(selfie, { documentJpeg: card })).similarity).toBeGreaterThan(0.5);
  const bare = await engine.checkSelfie(selfie, { documentJpeg: await wall().jpeg().toBuffer() });
  expect(bare).not.toHaveProperty('similarity');
});

test('rubbish fails its own call only', async () => {
  await expect(engine.checkSelfie(Buffer.from('rubbish'))).rejects.toThrow();
  expect(judgeSelfie(await engine.checkSelfie(selfie))).toBe('passed');
});

test('the overflow is busy, the late are timed out, and after close nothing starts', async () => {
  const tight = makeFaceEngine({ waiting: 1 });
  const small = await wall(300, 300).jpeg().toBuffer();
  const ends = await Promise.allSettled(Array.from({ length: 4 }, () => tight.checkSelfie(small)));
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.reason] : []));
  expect(reasons).toEqual(['busy', 'busy']);
  await tight.close();
  await expect(tight.checkSelfie(small)).rejects.toMatchObject({ reason: 'closed' });

  const hasty = makeFaceEngine({ jobMs: 1 });
  for (let i = 0; i < 2; i++) await expect(hasty.checkSelfie(small)).rejects.toMatchObject({ reason: 'timeout' });
  await hasty.close();
});

const good: FoundFace = { box: { left: 100, top: 100, width: 300, height: 300 }, score: 1, yaw: 0, pitch: 0, roll: 0 };
const reading = (face: Partial<FoundFace>, rest: Partial<SelfieReading> = {}): SelfieReading => ({
  width: 600,
  height: 800,
  light: 140,
  faces: 1,
  face: { ...good, ...face },
  ...rest,
});

test.each<[string, SelfieReading, SelfieVerdict]>([
  ['good', reading({}), 'passed'],
  ['poor hints alone', reading({ live: 0, real: 0 }), 'passed'],
  ['turned left', reading({ yaw: -0.5 }), { retry: 'not_frontal' }],
  ['chin up', reading({ pitch: -0.6 }), { retry: 'not_frontal' }],
  ['glare', reading({}, { light: 250 }), { retry: 'too_bright' }],
  ['barely a face', reading({ score: 0.4 }), { retry: 'unclear' }],
  ['dark and empty', { width: 600, height: 800, light: 5, faces: 0 }, { retry: 'too_dark' }],
])('judged: %s', (_, measured, verdict) => {
  expect(judgeSelfie(measured)).toEqual(verdict);
});
