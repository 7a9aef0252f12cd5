import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.skipIf(process.platform !== 'linux')(
  'a worker lowers its own priority, not that of the main thread',
  async () => {
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
    const priorities = new Promise<number[]>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });

    expect(await priorities).toEqual([main, 5]);
    expect(getPriority()).toBe(main);
    await worker.terminate();
  },
);
