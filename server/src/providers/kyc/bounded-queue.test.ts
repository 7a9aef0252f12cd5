import { expect, test } from 'vitest';
import { makeBoundedQueue, within } from './bounded-queue.ts';

function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('at most `slots` jobs run at once, the rest in turn; jobs beyond the queue are refused', async () => {
  const queue = makeBoundedQueue({ slots: 2, waiting: 3 });
  const gateway = gate();
  const started: number[] = [];
  const jobs = [1, 2, 3, 4, 5].map((n) =>
    queue.run(async (slot) => {
      started.push(n);
      await gateway.opened;
      return slot;
    }),
  );

  await expect(queue.run(async () => 6)).rejects.toMatchObject({ reason: 'busy' });
  expect(started).toEqual([1, 2]);
  gateway.open();
  expect((await Promise.all(jobs)).every((slot) => slot === 0 || slot === 1)).toBe(true);
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('a failed job frees its place', async () => {
  const queue = makeBoundedQueue({ slots: 1, waiting: 1 });
  await expect(queue.run(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  expect(await queue.run(async () => 'next')).toBe('next');
});

test('close waits for running jobs and refuses waiting and new ones', async () => {
  const queue = makeBoundedQueue({ slots: 1, waiting: 5 });
  const gateway = gate();
  const running = queue.run(() => gateway.opened.then(() => 'done'));
  const waiting = queue.run(async () => 'never');
  const refused = expect(waiting).rejects.toMatchObject({ reason: 'closed' });
  const closed = queue.close();

  await refused;
  gateway.open();
  expect(await running).toBe('done');
  await closed;
  await expect(queue.run(async () => 'late')).rejects.toMatchObject({ reason: 'closed' });
});

test('work beyond the limit is a time-out; faster work returns its own result', async () => {
  await expect(within(gate().opened, 5)).rejects.toMatchObject({ reason: 'timeout' });
  expect(await within(Promise.resolve(7), 5)).toBe(7);
  await expect(within(Promise.reject(new RangeError('no')), 5)).rejects.toThrow(RangeError);
});
