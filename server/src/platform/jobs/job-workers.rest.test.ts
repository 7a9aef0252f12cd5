import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { JOB_SCHEDULE, JOBS } from '../../job-list.ts';
import { jobTable } from '../../schedule/job-table.ts';
import { readJobNames } from '../../testing/job-queue.ts';
import { useApp } from '../../testing/use-app.ts';
import { makeDb, makePool } from '../db/db.ts';
import { makeLog } from '../log.ts';
import { addJob } from './job-store.ts';
import { startJobs } from './jobs.ts';

const app = await useApp();

test("losing the workers' advisory lock is logged", async () => {
  const lines: string[] = [];
  const log = makeLog({ NOREN_LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
  const jobs = await startJobs({ ...app.deps, log }, jobTable, JOB_SCHEDULE);

  try {
    const endConnections = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and pid <> pg_backend_pid()`.execute(app.deps.db);
      return rows.length;
    };

    await expect.poll(endConnections).toBeGreaterThan(0);
    await expect.poll(() => lines.join()).toContain('advisory lock of the job workers lost');
  } finally {
    await jobs.stop();
  }
});

test('the next job runs, however often all connections are lost', async () => {
  const jobs = await startJobs(app.deps, jobTable, JOB_SCHEDULE);
  try {
    // More often than a runner's pool has connections: a lost runner must release all of its own.
    for (let round = 0; round < 6; round += 1) {
      const killer = makeDb(makePool(app.deps.config.DATABASE_URL, 1, () => undefined));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database()`.execute(killer);
      await addJob(killer, JOBS.sweep, {});
      await expect.poll(() => readJobNames(killer), { interval: 100 }).not.toContain('sweep');
      await killer.destroy();
    }
  } finally {
    await jobs.stop();
  }
});

test('one connection holds the locks after a database was away for a while', async () => {
  const lines: string[] = [];
  const log = makeLog({ NOREN_LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
  const jobs = await startJobs({ ...app.deps, log }, jobTable, JOB_SCHEDULE);
  const failedAttempts = () =>
    lines.filter((line) => line.includes('could not be taken; retrying')).length;
  const admin = new pg.Client({ connectionString: inject('adminUrl') });

  await admin.connect();

  const name = new URL(app.deps.config.DATABASE_URL).pathname.slice(1);
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await expect.poll(failedAttempts).toBeGreaterThan(4);
    await admin.query(`alter database ${name} allow_connections true`);

    const locks = `select count(distinct pid)::int as connections, count(*) filter (where not granted)::int as waiting
      from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = '${name}')`;
    const readLocks = async () => (await admin.query(locks)).rows[0];

    await expect.poll(readLocks).toEqual({ connections: 1, waiting: 0 });
    await addJob(app.deps.db, JOBS.sweep, {});
    await expect.poll(() => readJobNames(app.deps.db), { interval: 100 }).not.toContain('sweep');
    expect(await readLocks()).toEqual({ connections: 1, waiting: 0 });
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
    await jobs.stop();
  }
});

test('a normal stop logs no warning', async () => {
  const lines: string[] = [];
  const log = makeLog({ NOREN_LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });

  for (let round = 0; round < 5; round++) {
    const jobs = await startJobs({ ...app.deps, log }, jobTable, JOB_SCHEDULE);
    await jobs.stop();
  }

  expect(lines).toEqual([]);
});

test('deferred work is queued by one run at a time, and a stop waits for it', async () => {
  let [started, ended] = [0, 0];
  const gate = Promise.withResolvers<void>();

  const fill = async (): Promise<void> => {
    started += 1;
    await gate.promise;
    ended += 1;
  };

  const jobs = await startJobs(app.deps, jobTable, JOB_SCHEDULE, fill);
  await expect.poll(() => started).toBe(1);

  // Each job added now is run by the runner: several fill intervals pass.
  for (let round = 0; round < 5; round += 1) {
    await addJob(app.deps.db, JOBS.sweep, {});
    await expect.poll(() => readJobNames(app.deps.db), { interval: 100 }).toEqual([]);
  }

  expect(started).toBe(1);
  expect(await app.deps.metrics.render([])).toMatch(
    /noren_job_seconds_count\{job="sweep",outcome="ok"\} [1-9]/,
  );

  const stopped = jobs.stop();
  gate.resolve();
  await stopped;
  expect(ended).toBe(1);
});
