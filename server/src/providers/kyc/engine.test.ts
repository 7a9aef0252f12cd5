import { expect, test } from 'vitest';
import { sampleSelfie } from '../../sandbox/samples/sample-selfie.ts';
import { makeKycEngine } from './engine.ts';

// `certification/real-pictures.rest.test.ts` sends uploads through the whole engine.
test('an engine that was never used closes at once', async () => {
  const idle = makeKycEngine({ ocrWorkers: 1, waiting: 1, jobMs: 1000 });
  await idle.close();
  await expect(idle.readDocument(await sampleSelfie(), 'panFront')).rejects.toMatchObject({ reason: 'closed' });
});
