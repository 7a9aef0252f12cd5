import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { JOB_SCHEDULE, JOBS } from '../job-list.ts';
import { timestamp } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/job-store.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { deleteQueuedJobs, exhaustQueuedJobs, readJobErrors } from '../testing/job-queue.ts';
import { readScheduleIds } from '../testing/job-queue-internals.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  applyFor,
  aQuote,
  openSandboxBank,
  queuedJobNames,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../testing/loans.ts';
import { useApp } from '../testing/use-app.ts';
import { aSignedInUser, successData } from '../testing/users.ts';
import { jobTable, queueDeferredWork } from './job-table.ts';
import { sweep } from './sweep.ts';

const app = await useApp();

const DAY = 86_400_000;

test('the runner pays out an application and schedules the recurring jobs', async () => {
  const who = await aSignedInUser(app);
  const jobs = await startJobs(app.deps, jobTable, JOB_SCHEDULE, queueDeferredWork);

  try {
    const repayId = await anAppliedLoan(who);
    const status = async () =>
      successData(await who.client.send(CALLS.billDetail, { params: { repayId } })).bill
        .borrowStatus;

    await expect.poll(status).toBe(50);
    // Registered while the runner starts.
    await expect
      .poll(() => readScheduleIds(app.deps.db))
      .toEqual([
        'alert-staff',
        'close-missed-days',
        'close-missed-days-again',
        'expire-quotes',
        'fetch-payout-balance',
        'import-sanctions',
        'keep-complaint-promises',
        'plan-debits',
        'purge-expired',
        'screen-everybody',
        'sum-ledger',
        'sweep',
      ]);
  } finally {
    await jobs.stop();
  }
});

test('a failed job’s personal data is neither in the queue table nor in the log', async () => {
  const lines: string[] = [];
  const log = makeLog({ NOREN_LOG_LEVEL: 'error' }, { write: (line) => lines.push(line) });
  const spill = () =>
    sql`select ${'Asha 9876543210'}::int`.execute(app.deps.db).then(() => undefined);

  await addJob(app.deps.db, JOBS['delete-file'], { fileId: 'none' });

  const jobs = await startJobs(
    { ...app.deps, log },
    { ...jobTable, 'delete-file': spill },
    JOB_SCHEDULE,
  );
  try {
    await expect.poll(() => lines.length).toBeGreaterThan(0);
  } finally {
    await jobs.stop();
  }

  expect(await readJobErrors(app.deps.db)).toEqual(['delete-file failed']);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    job: 'delete-file',
    err: { cause: { code: '22P02' } },
  });
  expect(lines.join()).not.toMatch(/9876543210|Asha/);
  await deleteQueuedJobs(app.deps.db);
});

test('an unpaid code expires; one paid late is still marked paid', async () => {
  const [left, late] = [await aSignedInUser(app), await aSignedInUser(app)];
  const one = await startFullPayment(left, await anActiveLoan(app, left));
  const two = await startFullPayment(late, await anActiveLoan(app, late));

  const readState = async (code: string) =>
    (
      await app.deps.db
        .selectFrom('payment_intents')
        .select('state')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    ).state;

  await jobTable['expire-quotes'](app.deps, {});
  expect(await readState(one.code)).toBe('pending');
  app.advance(3 * DAY);
  await jobTable['expire-quotes'](app.deps, {});
  expect([await readState(one.code), await readState(two.code)]).toEqual(['expired', 'expired']);
  await openSandboxBank(app).payIntent(two.code);
  await openSandboxBank(app).deliverAll(app.url);
  expect((await viewPayment(app, two.code)).state).toBe('paid');
  app.advance(-3 * DAY);
});

test('an expired code is queried and ended by its own job, which then stops', async () => {
  const who = await aSignedInUser(app);
  const { code } = await startFullPayment(who, await anActiveLoan(app, who));

  app.advance(DAY);
  await jobTable['query-payment'](app.deps, { userId: who.userId, orderId: '', code, attempt: 99 });
  expect((await viewPayment(app, code)).state).toBe('expired');
  app.advance(-DAY);
  await runJobs(app, { delayed: true });
});

test('unaccepted quotes are deleted in time, accepted ones never', async () => {
  const who = await aSignedInUser(app);
  const dropped = await aQuote(who);
  const accepted = await aQuote(who, { rupees: 5_000 });

  successData(await applyFor(who, accepted));

  const mine = () =>
    app.deps.db
      .selectFrom('quotes')
      .select('proposalNo')
      .where('userId', '=', who.userId)
      .execute();

  app.advance(170 * DAY);
  await jobTable['expire-quotes'](app.deps, {});
  expect(await mine()).toHaveLength(2);
  app.advance(20 * DAY);
  await jobTable['expire-quotes'](app.deps, {});
  expect(await mine()).toEqual([{ proposalNo: accepted.kfs.proposalNo }]);
  expect(dropped.kfs.proposalNo).not.toBe(accepted.kfs.proposalNo);
  app.advance(-190 * DAY);
});

test('the sweep deletes expired counters and answers, and queues no unnecessary jobs', async () => {
  const { db } = app.deps;
  await runJobs(app);

  const old = timestamp(app.deps.now() - 30 * DAY);
  await sql`update idempotency_keys set created_at = ${old}`.execute(db);
  await sql`update rate_limit_hits set at = ${old}`.execute(db);
  await sweep(app.deps);
  for (const table of ['idempotency_keys', 'rate_limit_hits'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await queuedJobNames(app)).not.toContain('send-payout');
});

test('the sweep requeues an evaluation whose job was lost or exhausted its retries', async () => {
  const { db } = app.deps;
  const [lost, gaveUp] = [
    await aSignedInUser(app, { limitPaise: null }),
    await aSignedInUser(app, { limitPaise: null }),
  ];
  const { userId } = gaveUp;

  await addJob(db, JOBS['evaluate-credit'], { userId });
  await exhaustQueuedJobs(db);

  const states = async () =>
    Promise.all(
      [lost, gaveUp].map(
        async ({ client }) => successData(await client.send(CALLS.creditInfo, {})).state,
      ),
    );

  await sweep(app.deps);
  await runJobs(app);
  expect(await states()).toEqual(['evaluating', 'evaluating']);
  app.advance(31 * 60_000);
  await sweep(app.deps);
  await runJobs(app);
  expect(await states()).toEqual(['approved', 'approved']);
  app.advance(-31 * 60_000);
});

test('a failing step of the sweep does not stop the others', async () => {
  const { client } = await aSignedInUser(app, { limitPaise: null });
  successData(await client.send(CALLS.saveLanguage, { body: { language: 'es' } }));
  app.advance(31 * 60_000);

  const limits = { ...app.deps.limits, sweep: () => Promise.reject(new Error('unreachable')) };
  const old = timestamp(app.deps.now() - 30 * DAY);

  await sql`update idempotency_keys set created_at = ${old}`.execute(app.deps.db);
  await expect(sweep({ ...app.deps, limits })).rejects.toThrow('1 steps of the sweep failed');
  expect(await app.deps.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  expect(await queuedJobNames(app)).toContain('evaluate-credit');
  app.advance(-31 * 60_000);
});
