import { randomUUID } from 'node:crypto';
import { type JobHelpers, Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { JOBS } from '../../job-list.ts';
import { deleteQueuedJobs, readQueuedJobs } from '../../testing/job-queue.ts';
import { useApp } from '../../testing/use-app.ts';
import type { Db, Tx } from '../db/db.ts';
import { addJob, addJobs, cancelJob, handOverJobs, type JobPayloads } from './job-store.ts';

const app = await useApp();
type Papers = JobPayloads['seal-papers'];

const isDistributed = inject('workerUrls').length > 0;

interface Row {
  readonly key?: string;
  readonly mode?: 'replace' | 'cancel';
}

/** Writes jobs beside a user's rows, as a change of a distributed database does. */
async function writeBeside(db: Db, userId: string, rows: readonly Row[]): Promise<void> {
  for (const { key = null, mode = 'replace' } of rows)
    await sql`insert into queued_jobs (user_id, name, payload, key, run_at, mode)
      values (${userId}, 'evaluate-credit', ${JSON.stringify({ userId })}, ${key}, now(), ${mode})`.execute(
      db,
    );
}

async function countBeside(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from queued_jobs`.execute(db);
  return rows[0]!.n;
}

test('jobs beside users’ rows reach the queue in their order, each once, from several processes', async () => {
  const { db } = app.deps;
  await deleteQueuedJobs(db);

  const [one, two] = [randomUUID(), randomUUID()];
  await writeBeside(db, one, [{ key: 'a' }, { key: 'b' }, { key: 'a', mode: 'cancel' }]);
  await writeBeside(db, two, [{}]);
  await Promise.all([handOverJobs(db), handOverJobs(db), handOverJobs(db)]);
  expect(await countBeside(db)).toBe(0);

  const jobs = await readQueuedJobs(db, 'evaluate-credit');
  expect(jobs.map(({ payload }) => payload)).toEqual([{ userId: one }, { userId: two }]);
  expect(jobs[0]!.key).toBe('b');
});

test('a job that the queue has and whose row is still there is handed over again, and queued once', async () => {
  const { db } = app.deps;
  await deleteQueuedJobs(db);
  await writeBeside(db, randomUUID(), [{}]);

  const { userId, queuedJobId, name, payload } = await db
    .selectFrom('queued_jobs')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(await handOverJobs(db)).toBe(1);

  // The process ended before it deleted the row.
  await sql`insert into queued_jobs (user_id, queued_job_id, name, payload, key, run_at, mode)
    values (${userId}, ${queuedJobId}, ${name}, ${JSON.stringify(payload)}, null, now(),
      'replace')`.execute(db);
  expect(await handOverJobs(db)).toBe(1);
  expect(await readQueuedJobs(db, 'evaluate-credit')).toHaveLength(1);
});

test('a job exists if and only if its change does', async () => {
  const { db } = app.deps;
  await deleteQueuedJobs(db);

  const [kept, dropped] = [randomUUID(), randomUUID()];
  await db.transaction().execute((tx) => addJob(tx, JOBS['evaluate-credit'], { userId: kept }));

  const rolledBack = db.transaction().execute(async (tx) => {
    await addJob(tx, JOBS['evaluate-credit'], { userId: dropped });
    await cancelJob(tx, JOBS['evaluate-credit'].key({ userId: kept }), kept);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  // On one PostgreSQL the queue has it at once.
  expect(await countBeside(db)).toBe(isDistributed ? 1 : 0);
  expect((await readQueuedJobs(db, 'evaluate-credit')).map(({ payload }) => payload)).toMatchObject(
    [{ userId: kept }],
  );
  await db
    .transaction()
    .execute((tx) => cancelJob(tx, JOBS['evaluate-credit'].key({ userId: kept }), kept));
  expect(await readQueuedJobs(db, 'evaluate-credit')).toEqual([]);
});

test.each([
  ['one', (tx: Tx, of: Papers) => addJob(tx, JOBS['seal-papers'], of)],
  ['many', (tx: Tx, of: Papers) => addJobs(tx, JOBS['seal-papers'], [of], { afterMs: 0 })],
])('a payout ordered after papers of %s is sent before they are sealed', async (_, order) => {
  const { db, pool } = app.deps;
  await deleteQueuedJobs(db);

  const [userId, orderId] = [randomUUID(), randomUUID()];
  await db.transaction().execute((tx) => order(tx, { userId, orderId }));
  await addJob(db, JOBS['send-payout'], { userId, orderId, payoutRef: 'P1' });
  await handOverJobs(db);

  const ran: string[] = [];
  const record = async (_payload: unknown, { job }: JobHelpers): Promise<void> => {
    ran.push(job.task_identifier);
  };
  await runOnce({
    pgPool: pool,
    concurrency: 1,
    taskList: { 'seal-papers': record, 'send-payout': record },
    logger: new Logger(() => () => undefined),
  });

  expect(ran).toEqual(['send-payout', 'seal-papers']);
});
