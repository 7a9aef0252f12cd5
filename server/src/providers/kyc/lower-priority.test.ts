import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.skipIf(process.platform !== 'linux')('a worker steps back, the thread that answers does not', async () => {
  const code = `
    import { readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { lowerPriority } from ${JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href)};
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    const before = getPriority(own);
    lowerPriority();
    parentPort.postMessage([before, getPriority(own)]);`;
  const main = getPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const told = new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(await told).toEqual([main, 5]);
  expect(getPriority()).toBe(main);
  await worker.terminate();
});
