import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderStatus } from '@noren/core/lending/order-status';
import pg from 'pg';
import { startOurPostgres } from '../end-with-us.ts';
import { copyBorrowers } from '../load-model/copy-borrowers.ts';
import { addJob, awaitJobs } from '../load-model/job-queue.ts';
import { runLoanMonth } from '../load-model/loan-month.ts';
import { startOurs } from '../load-model/our-server.ts';
import { namedStatement } from '../named-statement.ts';

/** A database in which every borrower has a loan paid out and not repaid. */
export interface OpenLoans {
  readonly url: string;
  readonly db: pg.Client;
  /** The postmaster's process id. */
  readonly pid: number;
  /** The server's data folder. */
  readonly folder: string;
  readonly version: string;
  stop(): Promise<void>;
}

const COUNT_OPEN = namedStatement<'people' | 'statuses'>(`
  select count(*)::int as n, array_agg(distinct user_id) as people from orders
  where status = any(:statuses::int[]) and user_id = any(:people::uuid[])`);

/** Fills a database in a temporary folder, or in `keep`, where it stays and is used again. */
export async function makeOpenLoans({
  orders,
  keep,
}: {
  orders: number;
  keep: string | undefined;
}): Promise<OpenLoans> {
  const home = keep ?? mkdtempSync(join(tmpdir(), 'noren-bench-close-'));
  const folder = join(home, 'data');

  mkdirSync(folder, { recursive: true });

  const postgres = await startOurPostgres(
    { dataDir: join(home, 'postgres') },
    keep === undefined ? [home] : [],
  );
  const db = new pg.Client({ connectionString: postgres.url });

  await db.connect();

  const note = join(home, 'filled');
  if (!existsSync(note)) {
    await fill(db, { url: postgres.url, folder, orders });
    writeFileSync(note, String(orders));
  } else if (Number(readFileSync(note, 'utf8')) !== orders)
    throw new Error(`${home} has another number of orders`);

  const { rows } = await db.query('show server_version');
  return {
    url: postgres.url,
    db,
    pid: postgres.pid,
    folder,
    version: rows[0].server_version.split(' ')[0],
    async stop() {
      await db.end();
      await postgres.stop();
    },
  };
}

async function fill(
  db: pg.Client,
  of: { url: string; folder: string; orders: number },
): Promise<void> {
  console.error('Letting some people live a month.');

  const server = await startOurs({ databaseUrl: of.url, folder: of.folder, role: 'all' });
  const everyone = await runLoanMonth(server.port).finally(server.stop);
  const { rows } = await db.query<{ n: number; people: string[] }>(
    COUNT_OPEN({ people: everyone, statuses: [OrderStatus.active, OrderStatus.overdue] }),
  );
  const { n, people } = rows[0]!;

  console.error(`Making about ${of.orders} open orders.`);
  await copyBorrowers(db, { people, from: 1, to: Math.max(1, Math.round(of.orders / n)) });
  // The people's month took minutes: a nightly check would take every loan of it as applied for and
  // ended since the last one.
  await db.query('set session_replication_role = replica');
  await db.query(
    "update orders set applied_at = applied_at - interval '40 days', closed_at = closed_at - interval '40 days'",
  );
  await db.query('reset session_replication_role');

  const summing = await startOurs({ databaseUrl: of.url, folder: of.folder, role: 'all' });
  try {
    await addJob(db, 'sum-ledger');
    await awaitJobs(db, ['sum-ledger']);
  } finally {
    await summing.stop();
  }
}
