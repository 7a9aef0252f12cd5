import { expect, test } from 'vitest';
import { readSelfie } from '../../sandbox/samples/faces.ts';
import { makeKycEngine } from './engine.ts';

// `certification/real-pictures.rest.test.ts` sends uploads through the whole engine.
test('an engine that was never used closes at once', async () => {
  const idle = makeKycEngine({ ocrWorkers: 1, waiting: 1, jobMs: 1000 });
  await idle.close();
  await expect(idle.readDocument(await readSelfie(), 'panFront')).rejects.toMatchObject({
    reason: 'closed',
  });
});
