import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database.ts';
import { runJob } from './job-queue.ts';
import { runLoanMonth } from './loan-month.ts';
import { startOurs } from './our-server.ts';

/** A database with some borrowers who lived a month, whose rows are to be copied. */
export interface FilledDatabase extends Database {
  readonly people: readonly string[];
  /** Does a step of filling, unless the folder is kept and a former run did it. */
  once(step: string, work: () => Promise<unknown>): Promise<void>;
}

/** About the bytes of an order with all its rows, written twice: to its tables and to the log. */
const BYTES_PER_ORDER = 30_000;

/** Opens one in the folder `keep`, where it stays and is used again, or in a temporary one. */
export async function openFilled({
  orders,
  keep,
}: {
  orders: number;
  keep: string | undefined;
}): Promise<FilledDatabase> {
  const database = await openDatabase(keep);
  const { home } = database;
  const file = join(home, 'filled.json');
  const notes: { orders: number; people: string[]; done: string[] } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { orders, people: [], done: [] };

  const once: FilledDatabase['once'] = async (step, work) => {
    if (notes.done.includes(step)) return;
    console.error(`${step}.`);

    const began = performance.now();
    await work();
    console.error(`It took ${((performance.now() - began) / 1_000).toFixed(1)} s.`);

    notes.done.push(step);
    writeFileSync(file, JSON.stringify(notes));
  };

  try {
    if (notes.orders !== orders) throw new Error(`${home} was filled for ${notes.orders} orders`);
    if (notes.done.length === 0) requireDiskSpace(home, orders);

    await once('Letting some people live a month', async () => {
      notes.people = await withServer(database, (port) => runLoanMonth(database.db, port));
    });
  } catch (error) {
    await database.stop();
    throw error;
  }

  return { ...database, people: notes.people, once };
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
  return withServer(database, async () => {
    for (const name of names) await runJob(database.db, name);
  });
}

async function withServer<T>(
  { url, folder }: Database,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'all' });
  return work(server.port).finally(server.stop);
}
