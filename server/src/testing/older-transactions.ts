import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/db/db.ts';
import { endedBefore } from '../platform/db/horizon-store.ts';

/**
 * Waits until every transaction that began earlier has ended. The whole server numbers them, so one
 * that another file has open in its own database keeps marks and totals from covering what was
 * written here.
 */
export async function olderTransactionsEnd(db: Db): Promise<void> {
  const { rows } = await sql<{
    last: number;
  }>`select pg_current_xact_id()::text::bigint as last`.execute(db);
  const last = rows[0]!.last;

  const readHorizon = async (): Promise<number> => {
    const read = await sql<{ horizon: number }>`select ${endedBefore} as horizon`.execute(db);
    return read.rows[0]!.horizon;
  };

  await expect.poll(readHorizon, { interval: 200 }).toBeGreaterThan(last);
}
