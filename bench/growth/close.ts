import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Databases } from '../calls/databases.ts';
import { control, startOurs } from '../lives/our-program.ts';
import { postgresMs, processMs } from '../processor.ts';

/** How one business day was closed over all orders with money out. */
export interface Closing {
  readonly orders: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processor time for one order, in microseconds. */
  readonly serverUs: number;
  readonly databaseUs: number;
}

const LOOK_EVERY_MS = 100;

/** Moves the day on by one and lets the server's own job close the day that has ended. */
export async function closeADay(databases: Databases): Promise<Closing> {
  const { ours: db, oursUrl: databaseUrl, folder, pid } = databases;
  await holdMessages(db);
  await db.query('delete from graphile_worker._private_jobs');
  const server = await startOurs({ databaseUrl, folder, role: 'all' });
  try {
    const before = [processMs(server.pid), postgresMs(pid)] as const;
    const days = await countClosed(db);
    await control(server.port, 'day', { days: 1 });
    while ((await countClosed(db)) === days) await pause(LOOK_EVERY_MS);
    const after = [processMs(server.pid), postgresMs(pid)] as const;
    const { rows } = await db.query(
      `select orders, failed, extract(epoch from finished_at - started_at)::float8 as seconds from closed_days
       order by day desc limit 1`,
    );
    const { orders, failed, seconds } = rows[0];
    const usOf = (at: 0 | 1): number => ((after[at] - before[at]) * 1_000) / (orders + failed);
    return { orders, failed, seconds, serverUs: usOf(0), databaseUs: usOf(1) };
  } finally {
    await server.stop();
    // The self-checks that follow a close are none of it.
    await db.query('delete from graphile_worker._private_jobs');
  }
}

async function countClosed(db: Client): Promise<number> {
  const { rows } = await db.query('select count(*)::int as n from closed_days where finished_at is not null');
  return rows[0].n;
}

/** What borrowers are to be told is queued and not sent: the law's hours would make the figures those of an hour. */
async function holdMessages(db: Client): Promise<void> {
  await db.query(`
    create or replace function hold_jobs() returns trigger language plpgsql as $$
      begin new.run_at := greatest(new.run_at, now() + interval '1 day'); return new; end $$;
    create or replace trigger hold_jobs before insert on graphile_worker._private_jobs for each row
      when (new.key like 'debt:%') execute function hold_jobs()`);
}
