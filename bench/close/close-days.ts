import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { deleteJobs, holdJobs, releaseJobs, runJob } from '../load-model/job-queue.ts';
import { control, type Program, startOurs, withOurs } from '../load-model/our-server.ts';
import { measureUse } from '../processor.ts';

const LOOK_EVERY_MS = 20;

/** Moves the day on by one and lets the jobs of so many processes close the day that has ended. */
export async function closeADay(database: Database, processes: number) {
  const { db, pid } = database;

  await holdJobs(db);
  await deleteJobs(db);

  const servers: Program[] = [];
  while (servers.length < processes) servers.push(await startOurs(database, 'all'));

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
      /** Orders to which the day brought a reminder or a penal charge. */
      messages,
      seconds,
      perSecond: orders / seconds,
      /** Processor time for one order. */
      serverUs: toUs(serverMs),
      databaseUs: toUs(databaseMs),
    };
  } finally {
    for (const server of servers) await server.stop();
    await deleteJobs(db);
  }
}

/** How one business day was closed over all open orders. */
export type ClosedDay = Awaited<ReturnType<typeof closeADay>>;

async function countClosed(db: Client): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as n from closed_days where finished_at is not null',
  );
  return rows[0].n;
}

/**
 * Runs the nightly self-checks by their job.
 * @returns what it took, reading the providers' statements included
 */
export async function runChecks(database: Database, checks: string) {
  const { db, pid } = database;

  await deleteJobs(db);
  await releaseJobs(db);

  const { seconds, serverMs, databaseMs } = await withOurs(database, 'all', (server) =>
    measureUse({ servers: [server.pid], postgres: pid }, () => runJob(db, 'self-check')),
  );
  const { rows } = await db.query(`
    select coalesce(sum(problem_count), 0)::int as problems,
           jsonb_agg(problems) filter (where problem_count > 0) as sentences
    from self_check_results where run_at = (select max(run_at) from self_check_results)
      and name <> 'provider reconciliation balances'`);
  const problems: number = rows[0].problems;

  if (problems > 0) console.error(JSON.stringify(rows[0].sentences).slice(0, 600));

  return {
    checks,
    seconds,
    serverSeconds: serverMs / 1_000,
    databaseSeconds: databaseMs / 1_000,
    problems,
  };
}
