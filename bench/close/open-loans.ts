import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type Database, openDatabase } from '../database.ts';
import { copyBorrowers } from '../load-model/copy-borrowers.ts';
import { runJob } from '../load-model/job-queue.ts';
import { runLoanMonth } from '../load-model/loan-month.ts';
import { startOurs } from '../load-model/our-server.ts';
import { namedStatement } from '../named-statement.ts';

const COUNT_OPEN = namedStatement<'people' | 'statuses'>(`
  select count(*)::int as n, array_agg(distinct user_id) as people from orders
  where status = any(:statuses::int[]) and user_id = any(:people::uuid[])`);

/**
 * Fills a database so that every borrower has a loan paid out and not repaid; one in `keep` stays
 * and is used again.
 */
export async function makeOpenLoans({
  orders,
  keep,
}: {
  orders: number;
  keep: string | undefined;
}): Promise<Database> {
  const database = await openDatabase(keep);
  const note = join(database.home, 'filled');

  if (!existsSync(note)) {
    await fill(database, orders);
    writeFileSync(note, String(orders));
  } else if (Number(readFileSync(note, 'utf8')) !== orders)
    throw new Error(`${database.home} has another number of orders`);

  return database;
}

async function fill({ db, url, folder }: Database, orders: number): Promise<void> {
  console.error('Letting some people live a month.');

  const server = await startOurs({ databaseUrl: url, folder, role: 'all' });
  const everyone = await runLoanMonth(server.port).finally(server.stop);
  const { rows } = await db.query<{ n: number; people: string[] }>(
    COUNT_OPEN({ people: everyone, statuses: [OrderStatus.active, OrderStatus.overdue] }),
  );
  const { n, people } = rows[0]!;

  console.error(`Making about ${orders} open orders.`);
  await copyBorrowers(db, { people, from: 1, to: Math.max(1, Math.round(orders / n)) });
  // The people's month took minutes: a nightly check would take every loan of it as applied for and
  // ended since the last one.
  await db.query('set session_replication_role = replica');
  await db.query(
    "update orders set applied_at = applied_at - interval '40 days', closed_at = closed_at - interval '40 days'",
  );
  await db.query('reset session_replication_role');

  const summing = await startOurs({ databaseUrl: url, folder, role: 'all' });
  try {
    await runJob(db, 'sum-ledger');
  } finally {
    await summing.stop();
  }
}
