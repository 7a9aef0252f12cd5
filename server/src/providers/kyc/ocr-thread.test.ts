import { once } from 'node:events';
import { createWorker } from 'tesseract.js';
import { expect, test } from 'vitest';
import { requireThread } from './ocr-thread.ts';

test('a tesseract worker shows its thread, which reports its end', async () => {
  const worker = await createWorker([]);
  const thread = requireThread(worker);
  const ended = once(thread, 'exit');

  await worker.terminate();
  expect(await ended).toEqual([expect.any(Number)]);
});

test('a worker without its thread throws', () => {
  expect(() => requireThread({} as Parameters<typeof requireThread>[0])).toThrow('tesseract.js');
});
