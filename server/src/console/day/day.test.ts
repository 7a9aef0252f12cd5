import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { JOBS } from '../../job-list.ts';
import { recordCloseFailure } from '../../lending/close/closed-days-store.ts';
import { notify } from '../../notifications/store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { exhaustQueuedJobs } from '../../testing/job-queue.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const accountant = await desk.as('accountant');
const administrator = await desk.as('administrator');

describe('the day', () => {
  test('closes, checks with their sentences and history, and faults by order', async () => {
    const repayId = await anActiveLoan(app, await aSignedInUser(app));
    app.moveDays(1);
    await closeMissedDays(app.deps);
    await runJobs(app);

    const { rows: closes } = await accountant.data('dayCloses', { query: {} });
    expect(closes[0]).toMatchObject({ orders: 1, failed: 0, undoneAt: null });

    const { rows: checks } = await accountant.data('selfChecks', { query: {} });
    expect(checks.find(({ name }) => name === 'trial balance')).toMatchObject({ problemCount: 0 });
    app.advance(60_000);
    await addJob(app.deps.db, JOBS['self-check'], {});
    await runJobs(app);

    const history = await accountant.data('selfChecks', { query: { name: 'trial balance' } });
    expect(history.rows).toHaveLength(2);

    const older = await accountant.data('selfChecks', {
      query: { name: 'trial balance', after: history.rows[0]!.runAt },
    });
    expect(older.rows).toEqual(history.rows.slice(1));

    const order = await app.deps.db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .executeTakeFirstOrThrow();
    await recordCloseFailure(app.deps.db, order, {
      day: app.deps.today(),
      reason: 'a test',
      now: app.deps.now(),
    });

    const { rows: faults } = await accountant.data('closeFaults', { query: {} });
    expect(faults).toMatchObject([{ repayId, reason: 'a test', attempts: 1 }]);

    const overview = await accountant.data('dayOverview');
    expect(overview).toMatchObject({
      today: app.deps.today(),
      lastClosed: closes[0]!.day,
      faults: 1,
    });
  });

  test('the end of the audit chain is logged after a close', async () => {
    app.moveDays(1);
    await closeMissedDays(app.deps);

    const { rows } = await accountant.data('jobList', { query: { list: 'waiting' } });
    expect(rows.map(({ name }) => name)).toContain('log-audit-head');
    await runJobs(app);
  });
});

describe('jobs', () => {
  test('a failed job is shown with its error and queued again with a reason, by an administrator alone', async () => {
    await addJob(app.deps.db, JOBS.sweep, {}, { afterMs: 3_600_000 });

    const waiting = await accountant.data('jobList', { query: { list: 'waiting' } });
    const job = waiting.rows.find(({ name }) => name === 'sweep')!;
    const body = { jobId: job.jobId, reason: 'the provider is back' };

    expect(await administrator.send('requeueJob', { body })).toMatchObject({
      error: { code: 'not_possible' },
    });
    await exhaustQueuedJobs(app.deps.db, 'sweep');

    const failed = await accountant.data('jobList', { query: { list: 'failed' } });
    expect(failed.rows).toMatchObject([{ jobId: job.jobId, error: 'exhausted by a test' }]);
    expect(await accountant.send('requeueJob', { body })).toMatchObject({ status: 403 });
    await administrator.data('requeueJob', { body });

    const [again] = (await accountant.data('jobList', { query: { list: 'failed' } })).rows;
    expect(again).toMatchObject({ jobId: job.jobId, attempts: 0 });

    const auditor = await desk.as('auditor');
    const { rows } = await auditor.data('auditList', { query: { action: 'job_requeued' } });

    expect(rows).toMatchObject([{ detail: { job: 'sweep', reason: 'the provider is back' } }]);
    await runJobs(app);
    expect((await accountant.data('jobList', { query: { list: 'failed' } })).rows).toEqual([]);
  });
});

test('messages that wait or did not arrive come page by page, without whose they are', async () => {
  const who = await aSignedInUser(app);
  const at = app.deps.now();

  await app.deps.db.transaction().execute(async (tx) => {
    for (let one = 0; one < 130; one += 1)
      await notify(tx, app.deps, {
        userId: who.userId,
        kind: 'feedback_answered',
        reference: `t${one}`,
        values: { ticketNo: `F${one}` },
      });
  });
  await sql`update notification_deliveries set next_attempt_at = ${new Date(at)}, state = 'queued'`.execute(
    app.deps.db,
  );

  const { rows: all } = await sql<{
    n: number;
  }>`select count(*)::int as n from notification_deliveries`.execute(app.deps.db);

  const read = async (list: 'waiting' | 'failed') => {
    const found: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await administrator.data('deliveryList', {
        query: { list, ...(after && { after }) },
      });
      expect(JSON.stringify(page)).not.toContain(who.userId);
      found.push(...page.rows.map(({ notificationId, channel }) => `${notificationId} ${channel}`));
      after = page.next;
    }

    return found;
  };

  const waiting = await read('waiting');
  expect([waiting.length, new Set(waiting).size]).toEqual([all[0]!.n, all[0]!.n]);
  expect(await read('failed')).toEqual([]);
  await sql`update notification_deliveries set next_attempt_at = null, state = 'failed', reason = 'refused'`.execute(
    app.deps.db,
  );

  const failed = await read('failed');
  expect([new Set(failed).size, await read('waiting')]).toEqual([all[0]!.n, []]);
});
