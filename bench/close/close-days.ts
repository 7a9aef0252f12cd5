import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { deleteJobs, holdJobs, releaseJobs, runJob } from '../load-model/job-queue.ts';
import { control, type Program, startOurs } from '../load-model/our-server.ts';
import { measureUse } from '../processor.ts';

/** How one business day was closed over all open orders. */
export interface ClosedDay {
  readonly processes: number;
  readonly orders: number;
  readonly failed: number;
  /** Orders to which the day brought a reminder or a penal charge. */
  readonly messages: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Processor time for one order, in microseconds. */
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** What a run of the self-checks took, reading the providers' statements included. */
export interface CheckRun {
  readonly checks: string;
  readonly seconds: number;
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
  readonly problems: number;
}

const LOOK_EVERY_MS = 20;

/** Moves the day on by one and lets the jobs of so many processes close the day that has ended. */
export async function closeADay(
  { db, url, folder, pid }: Database,
  processes: number,
): Promise<ClosedDay> {
  await holdJobs(db);
  await deleteJobs(db);

  const servers: Program[] = [];

  while (servers.length < processes)
    servers.push(await startOurs({ databaseUrl: url, folder, role: 'all' }));

  try {
    const measured = { servers: servers.map((server) => server.pid), postgres: pid };
    const { serverMs, databaseMs } = await measureUse(measured, async () => {
      const days = await countClosed(db);
      await control(servers[0]!.port, 'day', { days: 1 });
      while ((await countClosed(db)) === days) await pause(LOOK_EVERY_MS);
    });

    const { rows } = await db.query(`
      select orders, failed, extract(epoch from finished_at - started_at)::float8 as seconds,
        (select count(*)::int from dunning_messages m where m.day = c.day + 1) as messages
      from closed_days c order by day desc limit 1`);
    const { orders, failed, messages, seconds } = rows[0];
    const toUs = (ms: number): number => (ms * 1_000) / (orders + failed);

    return {
      processes,
      orders,
      failed,
      messages,
      seconds,
      perSecond: orders / seconds,
      serverUs: toUs(serverMs),
      databaseUs: toUs(databaseMs),
    };
  } finally {
    for (const server of servers) await server.stop();
    await deleteJobs(db);
  }
}

async function countClosed(db: Client): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as n from closed_days where finished_at is not null',
  );
  return rows[0].n;
}

/** Runs the nightly self-checks by their job. */
export async function runChecks(
  { db, url, folder, pid }: Database,
  checks: string,
): Promise<CheckRun> {
  await deleteJobs(db);
  await releaseJobs(db);

  const server = await startOurs({ databaseUrl: url, folder, role: 'all' });
  try {
    const { seconds, serverMs, databaseMs } = await measureUse(
      { servers: [server.pid], postgres: pid },
      () => runJob(db, 'self-check'),
    );
    const { rows } = await db.query(`
      select coalesce(sum(problem_count), 0)::int as problems,
             jsonb_agg(problems) filter (where problem_count > 0) as sentences
      from self_check_results where run_at = (select max(run_at) from self_check_results)
        and name <> 'provider reconciliation balances'`);

    if (rows[0].problems > 0) console.error(JSON.stringify(rows[0].sentences).slice(0, 600));

    return {
      checks,
      seconds,
      serverSeconds: serverMs / 1_000,
      databaseSeconds: databaseMs / 1_000,
      problems: rows[0].problems,
    };
  } finally {
    await server.stop();
  }
}
