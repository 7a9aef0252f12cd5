import { afterEach, expect, test } from 'vitest';
import { makeWorkerThread } from './worker-thread.ts';

/** Answers a job with itself, unless it is told to break, or to end after its answer. */
const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (job) => {
    if (job === 'break') throw new Error('broken');
    if (job !== 'hang') parentPort.postMessage(job);
    if (job === 'end') setImmediate(() => process.exit());
  });`;
const FILE = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

let thread = makeWorkerThread<string, string>(FILE, { waiting: 4, jobMs: 60_000 });
afterEach(() => thread.close());

test('a job that breaks the thread is told as a crash, and the next one is answered', async () => {
  await expect(thread.run('break')).rejects.toMatchObject({ reason: 'crashed' });
  expect(await thread.run('hello')).toBe('hello');
});

test('a thread that ended by itself keeps no job waiting', async () => {
  thread = makeWorkerThread(FILE, { waiting: 4, jobMs: 60_000 });
  expect(await thread.run('end')).toBe('end');

  // The thread may end before the job or during it.
  const answer = await thread.run('hello').catch(({ reason }) => reason);
  expect(['hello', 'crashed']).toContain(answer);
  expect(await thread.run('again')).toBe('again');
});

test('a job that takes too long ends with its thread, and the next one is answered', async () => {
  thread = makeWorkerThread(FILE, { waiting: 4, jobMs: 1_000 });
  await expect(thread.run('hang')).rejects.toMatchObject({ reason: 'timeout' });
  expect(await thread.run('hello')).toBe('hello');
});
