import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database.ts';
import { copyBorrowers } from '../load-model/copy-borrowers.ts';
import { runJob } from '../load-model/job-queue.ts';
import { runLoanMonth } from '../load-model/loan-month.ts';
import { startOurs } from '../load-model/our-server.ts';
import { writeStaffRows } from './staff-rows.ts';

/** A database with borrowers, their loans, and what the lender's people did. */
export interface FilledDatabase extends Database {
  /** The borrowers that the others are copies of. */
  readonly people: readonly string[];
  /** Somebody with very many rows. */
  readonly busy: string;
}

interface Notes {
  people: string[];
  copies?: number;
  busy?: string;
  isSummed?: boolean;
}

const A_MILLION = 1_000_000;

/**
 * Fills a database in a temporary folder, or in `keep`, where it stays and is used again: filling
 * takes a quarter of an hour.
 */
export async function openFilled({
  orders,
  keep,
}: {
  orders: number;
  keep: string | undefined;
}): Promise<FilledDatabase> {
  const database = await openDatabase(keep);
  const { url, db, folder, home } = database;
  const file = join(home, 'filled.json');
  const notes: Notes = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { people: [] };
  const save = (): void => writeFileSync(file, JSON.stringify(notes));

  if (notes.people.length === 0) {
    console.error('Letting some people live a month.');
    const server = await startOurs({ databaseUrl: url, folder, role: 'all' });
    notes.people = await runLoanMonth(server.port).finally(server.stop);
    save();
  }

  const { people } = notes;
  if (notes.copies === undefined) {
    const { rows } = await db.query('select count(*)::int as n from orders');
    const copies = Math.max(1, Math.round(orders / rows[0].n));

    console.error(`Making about ${orders} orders.`);
    await copyBorrowers(db, { people, from: 1, to: copies });
    notes.copies = copies;
    save();
  }

  if (notes.busy === undefined) {
    const { rows } = await db.query('select max(booked_at) as now from journals');
    const busy = people[1] ?? '';

    await writeStaffRows(db, { now: rows[0].now, person: busy, part: orders / A_MILLION });
    notes.busy = busy;
    save();
  }

  if (!notes.isSummed) {
    await sumAll(database);
    notes.isSummed = true;
    save();
  }

  return { ...database, people, busy: notes.busy };
}

/** What the nightly jobs sum, once: the copied rows were not there when they ran. */
async function sumAll({ db, url, folder }: Database): Promise<void> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'all' });
  try {
    for (const name of ['sum-ledger', 'take-portfolio']) {
      const began = performance.now();
      await runJob(db, name);
      console.error(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    }
  } finally {
    await server.stop();
  }
}
