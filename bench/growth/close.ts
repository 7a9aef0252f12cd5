import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Databases } from '../calls/databases.ts';
import { deleteJobs, holdJobs } from '../load-model/job-queue.ts';
import { control, startOurs } from '../load-model/our-server.ts';
import { postgresMs, processMs } from '../processor.ts';

/** How one business day was closed over all orders with money out. */
export interface CloseCounts {
  readonly orders: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processor time for one order, in microseconds. */
  readonly serverUs: number;
  readonly databaseUs: number;
}

const LOOK_EVERY_MS = 100;
/** How often the rate so far is printed: a million orders take minutes. */
const REPORT_EVERY_S = 60;

/** Moves the day on by one and lets the server's own job close the day that has ended. */
export async function closeADay(databases: Databases): Promise<CloseCounts> {
  const { ours: db, oursUrl: databaseUrl, folder, pid } = databases;
  await holdJobs(db);
  await deleteJobs(db);

  const server = await startOurs({ databaseUrl, folder, role: 'all' });
  try {
    const before = [processMs(server.pid), postgresMs(pid)] as const;
    const days = await countClosed(db);

    await control(server.port, 'day', { days: 1 });

    const began = performance.now();
    let printed = 1;

    while ((await countClosed(db)) === days) {
      await pause(LOOK_EVERY_MS);

      const seconds = (performance.now() - began) / 1_000;
      if (seconds < printed * REPORT_EVERY_S) continue;

      printed += 1;

      const closed = await countOrders(db);
      console.error(
        `${closed} closed in ${Math.round(seconds)} s: ${Math.round(closed / seconds)} a second.`,
      );
    }

    const after = [processMs(server.pid), postgresMs(pid)] as const;
    const { rows } = await db.query(
      `select orders, failed, extract(epoch from finished_at - started_at)::float8 as seconds from closed_days
       order by day desc limit 1`,
    );
    const { orders, failed, seconds } = rows[0];
    const diffUs = (at: 0 | 1): number => ((after[at] - before[at]) * 1_000) / (orders + failed);

    return { orders, failed, seconds, serverUs: diffUs(0), databaseUs: diffUs(1) };
  } finally {
    await server.stop();
    await deleteJobs(db);
  }
}

async function countClosed(db: Client): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as n from closed_days where finished_at is not null',
  );
  return rows[0].n;
}

/** Orders that are closed through the newest day so far. */
async function countOrders(db: Client): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as n from orders where closed_through = (select max(closed_through) from orders)',
  );
  return rows[0].n;
}
