import { once } from 'node:events';
import { createWorker } from 'tesseract.js';
import { expect, test } from 'vitest';
import { threadOf } from './ocr-thread.ts';

test('a tesseract worker shows its thread, which reports its end', async () => {
  const worker = await createWorker([]);
  const thread = threadOf(worker);
  const ended = once(thread, 'exit');
  await worker.terminate();
  expect(await ended).toEqual([expect.any(Number)]);
});

test('a worker without its thread throws', () => {
  expect(() => threadOf({} as Parameters<typeof threadOf>[0])).toThrow('tesseract.js');
});
