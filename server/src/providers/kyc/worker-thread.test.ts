import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeWorkerThread } from './worker-thread.ts';

/** Answers a job with itself, unless it is told to break, to hang or to end. */
const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (job) => {
    if (job === 'break') throw new Error('broken');
    if (job === 'end at once') process.exit();
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

test('a job during which the thread ends fails, and the next one is answered', async () => {
  thread = makeWorkerThread(FILE, { waiting: 4, jobMs: 60_000 });
  await expect(thread.run('end at once')).rejects.toMatchObject({ reason: 'crashed' });
  expect(await thread.run('hello')).toBe('hello');
});

test('after a thread ended between two jobs, another one answers', async () => {
  thread = makeWorkerThread(FILE, { waiting: 4, jobMs: 60_000 });
  const started = once(process, 'worker');
  const answered = thread.run('end');
  const [worker] = await started;
  const ended = once(worker, 'exit');
  expect(await answered).toBe('end');
  await ended;

  expect(await thread.run('hello')).toBe('hello');
});

test('a job that takes too long ends with its thread, and the next one is answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  thread = makeWorkerThread(FILE, { waiting: 4, jobMs: 60_000 });

  const late = expect(thread.run('hang')).rejects.toMatchObject({ reason: 'timeout' });
  await vi.advanceTimersByTimeAsync(60_000);
  await late;
  expect(await thread.run('hello')).toBe('hello');
});
