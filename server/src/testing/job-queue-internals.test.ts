import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { JOB_SCHEDULE, JOBS } from '../job-list.ts';
import { addJob } from '../platform/jobs/job-store.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { jobTable } from '../schedule/job-table.ts';
import {
  deleteQueuedJobs,
  exhaustQueuedJobs,
  makeQueuedJobsDue,
  readQueuedJobs,
} from './job-queue.ts';
import { lockDueJobs, readScheduleIds } from './job-queue-internals.ts';
import { useApp } from './use-app.ts';

const app = await useApp();
beforeEach(() => deleteQueuedJobs(app.deps.db));

const addKeyed = (afterMs = 0) =>
  addJob(app.deps.db, JOBS['delete-file'], { fileId: 'f' }, { afterMs });

const readView = async () =>
  (
    await sql<{ key: string | null; attempts: number; lockedBy: string | null; isDead: boolean }>`
      select key, attempts, locked_by, attempts >= max_attempts as is_dead from graphile_worker.jobs order by id`.execute(
      app.deps.db,
    )
  ).rows;

test('a job locked by hand counts as running for the library: its key is given to a new job', async () => {
  await addKeyed();
  await addJob(app.deps.db, JOBS['delete-file'], { fileId: 'later' }, { afterMs: 60_000 });

  const locked = await lockDueJobs(app.deps.db, 'a-test');
  expect(locked).toEqual([
    { id: expect.stringMatching(/^\d+$/), name: 'delete-file', payload: { fileId: 'f' } },
  ]);
  expect(await readView()).toMatchObject([
    { key: 'file:f', attempts: 1, lockedBy: 'a-test', isDead: false },
    { attempts: 0, lockedBy: null },
  ]);
  await addKeyed();
  expect(await readView()).toMatchObject([
    { key: null, lockedBy: 'a-test', isDead: true },
    { attempts: 0 },
    { key: 'file:f', attempts: 0, lockedBy: null },
  ]);
  await sql`select graphile_worker.force_unlock_workers(${['a-test']}::text[])`.execute(
    app.deps.db,
  );
  expect((await readView()).map(({ lockedBy }) => lockedBy)).toEqual([null, null, null]);
});

test('a runner registers its scheduled jobs where they are read', async () => {
  const runner = await startJobs(app.deps, jobTable, JOB_SCHEDULE);
  try {
    await expect.poll(() => readScheduleIds(app.deps.db)).toContain('close-missed-days');
  } finally {
    await runner.stop();
  }
});

test('queued jobs are read with their payload, made due, exhausted and deleted', async () => {
  const { db } = app.deps;
  await addKeyed(60_000);

  const job = { key: 'file:f', attempts: 0, payload: { fileId: 'f' }, isDue: false };
  expect(await readQueuedJobs(db, 'delete-file')).toEqual([job]);
  expect(await readQueuedJobs(db, 'sweep')).toEqual([]);
  await makeQueuedJobsDue(db);
  expect(await readQueuedJobs(db, 'delete-file')).toEqual([{ ...job, isDue: true }]);
  await exhaustQueuedJobs(db, 'another key');
  expect((await readView())[0]?.isDead).toBe(false);
  await exhaustQueuedJobs(db, 'file:f');
  expect((await readView())[0]?.isDead).toBe(true);
  await deleteQueuedJobs(db);
  expect(await readView()).toEqual([]);
});
