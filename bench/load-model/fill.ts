import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database.ts';
import { runJob } from './job-queue.ts';
import { runLoanMonth } from './loan-month.ts';
import { withOurs } from './our-server.ts';

/** A database with some borrowers who lived a month, whose rows are to be copied. */
export interface FilledDatabase extends Database {
  readonly people: readonly string[];
}

/** About the bytes of an order with all its rows, written twice: to its tables and to the log. */
const BYTES_PER_ORDER = 30_000;

/**
 * Opens one, and does the rest of the filling. In the folder `keep` it stays, and is used again;
 * without one it is temporary.
 */
export async function openFilled(
  orders: number,
  fill: (database: FilledDatabase) => Promise<unknown> = async () => undefined,
  keep?: string,
): Promise<FilledDatabase> {
  const database = await openDatabase(keep);
  const file = join(database.home, 'filled.json');

  try {
    if (!existsSync(file)) {
      const { rows } = await database.db.query(`select to_regclass('users') as users`);
      if (rows[0].users) throw new Error(`${keep} was filled in part: remove it`);

      requireDiskSpace(database.home, orders);
      console.error(`Letting some people live a month and making about ${orders} orders.`);

      const people = await withOurs(database, 'all', ({ port }) => runLoanMonth(database.db, port));
      await fill({ ...database, people });
      writeFileSync(file, JSON.stringify({ orders, people }));
    }

    const filled = JSON.parse(readFileSync(file, 'utf8'));
    if (filled.orders !== orders) throw new Error(`${keep} was filled for ${filled.orders} orders`);

    return { ...database, people: filled.people };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function requireDiskSpace(folder: string, orders: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = orders * BYTES_PER_ORDER;
  if (bavail * bsize < needed)
    throw new Error(
      `${folder} has no room for ${orders} orders: ${Math.ceil(needed / 2 ** 30)} GiB are needed`,
    );
}

/** Runs jobs again that ran before the copied rows were there. */
export function runJobs(database: Database, names: readonly string[]): Promise<void> {
  return withOurs(database, 'all', async () => {
    for (const name of names) await runJob(database.db, name);
  });
}
