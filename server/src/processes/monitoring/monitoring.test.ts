import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workGauges } from '../../console/work/work-gauges.ts';
import { JOBS } from '../../job-list.ts';
import {
  beginDay,
  countCloses,
  startHandingOut,
  takeOrdersToClose,
} from '../../lending/close/closed-days-store.ts';
import { saveCheckRun } from '../../lending/reconciliation/check-results-store.ts';
import { makeDb, makePool } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { buildMonitoringServer } from '../../platform/monitoring/monitoring-server.ts';
import { makeReadiness } from '../../platform/monitoring/readiness.ts';
import { makeQueuedJobsDue } from '../../testing/job-queue.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { freePort } from '../../testing/own-process.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { insertBackup } from '../backup/backup-store.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';
import { makeGaugeReader, readGauges } from './gauges.ts';

const app = await useMoneyApp();
const DAY_MS = 86_400_000;

async function monitoring(role: 'all' | 'api' = 'all') {
  const config = { ...app.deps.config, NOREN_ROLE: role };
  const readiness = makeReadiness({ db: app.deps.db, config });
  const server = buildMonitoringServer(app.deps, readiness, makeGaugeReader(app.deps, workGauges));
  const get = (url: string) => server.inject({ url });

  /** To be polled: a database that answers late is away for the moment. */
  const readyz = async () => {
    const answer = await get('/readyz');
    return [answer.statusCode, answer.json()];
  };

  return { server, readiness, get, readyz };
}

test('the metrics have the calls that were answered and the figures of the database', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);

  const { get } = await monitoring();
  const { statusCode, headers, body } = await get('/metrics');

  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toMatch(
    /noren_call_seconds_count\{server="app",call="applyLoan",code="200"\} [1-9]/,
  );
  expect(body).toMatch(/nodejs_eventloop_lag_seconds /);
  expect(body).toMatch(/noren_jobs\{state="due"\} \d/);
  expect(body).toMatch(/noren_unclaimed_paise 0/);
  // Labels are names of code: nothing of a borrower is in them.
  expect(body).not.toContain(who.userId);
  expect(body).not.toContain(who.phone);
});

test('the metrics are still answered while the database is away', async () => {
  const server = buildMonitoringServer(app.deps, (await monitoring()).readiness, () =>
    Promise.reject(new Error('away')),
  );
  const { statusCode, body } = await server.inject({ url: '/metrics' });

  expect(statusCode).toBe(200);
  expect(body).toContain('noren_call_seconds');
});

test('days that were not closed, and problems that a self-check found, are counted', async () => {
  app.advance(DAY_MS);
  await closeMissedDays(app.deps);
  await runJobs(app);
  app.advance(3 * DAY_MS);

  const gaugeNamed = async (name: string) =>
    (await readGauges(app.deps, workGauges)).find((gauge) => gauge.name === name)?.value;
  expect(await gaugeNamed('noren_days_not_closed')).toBe(3);
  await closeMissedDays(app.deps);
  expect(await gaugeNamed('noren_days_not_closed')).toBe(0);
  expect(await gaugeNamed('noren_self_check_problems')).toBe(0);
  app.advance(1);

  const found = { now: app.deps.now(), examined: 3, problems: ['one', 'two'], listed: [] };
  for (const name of ['trial balance', 'a check of a former version'])
    await saveCheckRun(app.deps.db, { ...found, name });

  const gauges = await readGauges(app.deps, workGauges);
  const problems = gauges.filter(
    ({ name, value }) => name === 'noren_self_check_problems' && value > 0,
  );

  expect(problems).toMatchObject([{ labels: { check: 'trial balance' }, value: 2 }]);
});

test('the gauge of a close counts its orders so far and keeps the number afterwards', async () => {
  await anActiveLoan(app, await aSignedInUser(app));
  app.advance(DAY_MS);

  const { db, now, today } = app.deps;
  const day = addDays(today(), -1);

  const orders = async () => {
    const gauges = (await readGauges(app.deps, workGauges)).filter(
      ({ name }) => name === 'noren_close_orders',
    );
    return Object.fromEntries(gauges.map(({ labels, value }) => [labels?.day, value]));
  };

  await beginDay(db, day, now());
  await startHandingOut(db, day);
  expect(await takeOrdersToClose(db, { day, limit: 1 })).toHaveLength(1);
  expect(await orders()).toMatchObject({ closing: 1 });
  await closeMissedDays(app.deps);

  const { closed } = await countCloses(db, day);
  expect(closed).toBeGreaterThan(0);
  expect(await orders()).toEqual({ closing: 0, last: closed });
});

test('a refused message ages from its notification; a message waiting for the morning is not late', async () => {
  await anActiveLoan(app, await aSignedInUser(app));

  const { db, now } = app.deps;
  const [made, next] = [new Date(now() - 2 * 3_600_000), new Date(now() + 300_000)];

  await sql`update notifications set sent_at = ${made}`.execute(db);

  const ageAfter = async (attempts: number) => {
    await sql`update notification_deliveries set state = 'queued', attempts = ${attempts}, next_attempt_at = ${next}
      where channel = 'sms'`.execute(db);

    const gauges = (await readGauges(app.deps, workGauges)).filter(
      ({ name }) => name === 'noren_outbox_oldest_seconds',
    );
    return gauges.find(({ labels }) => labels?.what === 'sms' && labels.state === 'queued')?.value;
  };

  expect(await ageAfter(2)).toBe(7_200);
  expect(await ageAfter(0)).toBe(0);
  await sql`update notification_deliveries set state = 'delivered', next_attempt_at = null`.execute(
    db,
  );
});

test('a backup of the files alone leaves the database’s old, and a database that archives nothing is known', async () => {
  const { db, now } = app.deps;

  const ages = async () => {
    const gauges = (await readGauges(app.deps, workGauges)).filter(
      ({ name }) => name === 'noren_backup_age_seconds',
    );
    return Object.fromEntries(gauges.map(({ labels, value }) => [labels?.part, value]));
  };

  const backUp = (label: string, hoursAgo: number, hasDatabase: boolean) => {
    const at = now() - hoursAgo * 3_600_000;
    return insertBackup(db, { label, hasDatabase, startedAt: at, finishedAt: at, files: 1 });
  };

  await backUp('both', 30, true);
  await backUp('files', 1, false);
  expect(await ages()).toEqual({ database: 108_000, files: 3_600 });
  await backUp('with another tool', 0, true);
  expect(await ages()).toEqual({ database: 0, files: 0 });

  const archived = (await readGauges(app.deps, workGauges)).find(
    ({ name }) => name === 'noren_wal_archived',
  );
  expect(archived?.value).toBe(0);
});

test('a process is ready when the database answers, is migrated and its jobs run', async () => {
  const works = { ready: true, database: 'ok', migrations: 'ok', jobs: 'ok', process: 'ok' };
  const { get, readyz, readiness } = await monitoring();

  expect((await get('/healthz')).json()).toEqual({ alive: true });
  await expect.poll(readyz).toEqual([200, works]);
  readiness.stop();
  await expect.poll(readyz).toEqual([503, { ...works, ready: false, process: 'stopping' }]);
  // Alive all the same: it finishes what it has begun.
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('jobs that nobody runs make a process unready that should run them, and no other', async () => {
  await addJob(app.deps.db, JOBS.sweep, {});
  await makeQueuedJobsDue(app.deps.db, 11);
  await expect
    .poll((await monitoring()).readyz)
    .toMatchObject([503, { ready: false, jobs: 'late' }]);
  await expect
    .poll((await monitoring('api')).readyz)
    .toMatchObject([200, { ready: true, jobs: 'late' }]);
});

test('a process is not ready while its database lacks a migration or cannot be reached', async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = '011_sandbox' returning name, timestamp`.execute(
    app.deps.db,
  );
  try {
    await expect.poll((await monitoring()).readyz).toMatchObject([503, { migrations: 'missing' }]);
  } finally {
    await sql`insert into kysely_migration (name, timestamp) values (${rows[0]!.name}, ${rows[0]!.timestamp})`.execute(
      app.deps.db,
    );
  }

  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const unreachable = makeDb(makePool(url, 1, () => undefined));
  const away = makeReadiness({ db: unreachable, config: app.deps.config });

  expect(await away.read()).toMatchObject({ isReady: false, checks: { database: 'away' } });
  await unreachable.destroy();
});
