import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../platform/db/db.ts';
import { endedBefore } from '../platform/db/horizon-store.ts';

/** On a starved machine another file's transaction takes minutes. */
const WITHIN_MS = 300_000;

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

  // Not `expect.poll`, which a `beforeAll` may not call.
  await vi.waitFor(async () => expect(await readHorizon()).toBeGreaterThan(last), {
    interval: 200,
    timeout: WITHIN_MS,
  });
}
