import { judgeFrames, POSES } from '@noren/core/liveness';
import { afterAll, expect, test } from 'vitest';
import { drawAadhaarFront } from '../../sandbox/samples/draw-documents.ts';
import { drawPose } from '../../sandbox/samples/drawn-people.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { sampleSelfie } from '../../sandbox/samples/sample-selfie.ts';
import { makeKycEngine } from './engine.ts';

const engine = makeKycEngine();
afterAll(() => engine.close());

test('an upload goes all the way: taken in, read, covered, and the face checked beside it', async () => {
  const person = samplePerson(21);
  const taken = await engine.intake(await drawAadhaarFront(person));
  if (!taken.ok) throw new Error(taken.reason);
  const { jpeg } = taken.image;
  const [read, face] = await Promise.all([
    engine.readDocument(jpeg, 'aadhaarFront'),
    engine.checkFrames({
      frames: await Promise.all(POSES.map((pose) => drawPose(pose))),
      ahead: 0,
      documentJpeg: jpeg,
    }),
  ]);
  expect(read.reading).toMatchObject({ outcome: 'read', fields: { aadhaar: person.aadhaar } });
  expect(await engine.maskAadhaar(read)).toMatchObject({ ok: true });
  expect(judgeFrames(face.frames, POSES)).toEqual({ ok: true });
  expect(face.similarity).toBeGreaterThan(0.5);
}, 120_000);

test('an engine that was never used closes at once', async () => {
  const idle = makeKycEngine({ ocrWorkers: 1, waiting: 1, jobMs: 1000 });
  await idle.close();
  await expect(idle.readDocument(await sampleSelfie(), 'panFront')).rejects.toMatchObject({ reason: 'closed' });
});
