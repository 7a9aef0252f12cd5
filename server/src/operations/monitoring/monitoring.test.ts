import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeDb, makePool } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { buildMonitoringServer } from '../../platform/monitoring/monitoring-server.ts';
import { makeReadiness } from '../../platform/monitoring/readiness.ts';
import { makeQueuedJobsLate } from '../../testing/job-queue.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { freePort } from '../../testing/own-process.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';
import { saveCheckRun } from '../day/check-results-store.ts';
import { makeGaugeReader, readGauges } from './gauges.ts';

const app = await useMoneyApp();
const DAY_MS = 86_400_000;

async function monitoring(role: 'all' | 'api' = 'all') {
  const config = { ...app.deps.config, NOREN_ROLE: role };
  const readiness = makeReadiness({ db: app.deps.db, config });
  const server = buildMonitoringServer(app.deps, readiness, makeGaugeReader(app.deps));
  return { server, readiness, get: (url: string) => server.inject({ url }) };
}

test('the metrics have the calls that were answered and the figures of the database', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);
  const { get } = await monitoring();
  const { statusCode, headers, body } = await get('/metrics');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toMatch(/noren_call_seconds_count\{server="app",call="applyLoan",code="200"\} [1-9]/);
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
  const gaugeNamed = async (name: string) => (await readGauges(app.deps)).find((gauge) => gauge.name === name)?.value;
  expect(await gaugeNamed('noren_days_not_closed')).toBe(3);
  await closeMissedDays(app.deps);
  expect(await gaugeNamed('noren_days_not_closed')).toBe(0);
  expect(await gaugeNamed('noren_self_check_problems')).toBe(0);
  const found = { name: 'a check', now: app.deps.now(), examined: 3, problems: ['one', 'two'], listed: [] };
  await saveCheckRun(app.deps.db, found);
  const ofCheck = (await readGauges(app.deps)).find(({ labels }) => labels?.check === 'a check');
  expect(ofCheck).toMatchObject({ name: 'noren_self_check_problems', value: 2 });
});

test('a process is ready when the database answers, is migrated and its jobs run', async () => {
  const ready = { ready: true, database: 'ok', migrations: 'ok', jobs: 'ok', process: 'ok' };
  const { get, readiness } = await monitoring();
  expect((await get('/healthz')).json()).toEqual({ alive: true });
  const first = await get('/readyz');
  expect([first.statusCode, first.json()]).toEqual([200, ready]);
  readiness.stop();
  const stopping = await get('/readyz');
  expect([stopping.statusCode, stopping.json()]).toEqual([503, { ...ready, ready: false, process: 'stopping' }]);
  // Alive all the same: it finishes what it has begun.
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('jobs that nobody runs make a process unready that should run them, and no other', async () => {
  await addJob(app.deps.db, 'sweep', {});
  await makeQueuedJobsLate(app.deps.db, 11);
  const late = await (await monitoring()).get('/readyz');
  expect([late.statusCode, late.json()]).toMatchObject([503, { ready: false, jobs: 'late' }]);
  const api = await (await monitoring('api')).get('/readyz');
  expect([api.statusCode, api.json()]).toMatchObject([200, { ready: true, jobs: 'late' }]);
});

test('a process is not ready while its database lacks a migration or cannot be reached', async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = '011_sandbox' returning name, timestamp`.execute(app.deps.db);
  const old = await (await monitoring()).get('/readyz');
  await sql`insert into kysely_migration (name, timestamp) values (${rows[0]!.name}, ${rows[0]!.timestamp})`.execute(
    app.deps.db,
  );
  expect([old.statusCode, old.json()]).toMatchObject([503, { migrations: 'missing' }]);
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const unreachable = makeDb(makePool(url, 1, () => undefined));
  const away = makeReadiness({ db: unreachable, config: app.deps.config });
  expect(await away.read()).toMatchObject({ isReady: false, checks: { database: 'away' } });
  await unreachable.destroy();
});
