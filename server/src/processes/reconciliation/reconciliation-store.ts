import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { DayTotal } from '../../lending/reconciliation/posted-lines-store.ts';
import type { ReconciliationDifference } from '../../lending/reconciliation/reconciliation-difference.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/**
 * Stores the reconciliation of a day, with the totals of both sides, in place of an earlier one.
 */
export async function saveReconciliation(
  db: Db,
  {
    day,
    checkedAt,
    differences,
    totals,
  }: {
    day: BusinessDay;
    checkedAt: number;
    differences: readonly ReconciliationDifference[];
    totals: readonly DayTotal[];
  },
): Promise<void> {
  await sql`
      insert into provider_reconciliations (day, checked_at, differences, totals)
      values (${day}, ${timestamp(checkedAt)}, ${JSON.stringify(differences)}::jsonb,
              ${JSON.stringify(totals)}::jsonb)
      on conflict (day) do update set
        checked_at = excluded.checked_at, differences = excluded.differences,
        totals = excluded.totals`.execute(db);
}

/** The newest reconciled day. */
export async function readNewestReconciledDay(db: Db): Promise<BusinessDay | null> {
  const { newest } = await db
    .selectFrom('provider_reconciliations')
    .select(({ fn }) => fn.max('day').as('newest'))
    .executeTakeFirstOrThrow();
  return newest;
}

/** The days after a day whose reconciliation found differences, in order. */
export async function listDaysWithDifferences(db: Db, after: BusinessDay): Promise<BusinessDay[]> {
  const rows = await db
    .selectFrom('provider_reconciliations')
    .select('day')
    .where('day', '>', after)
    .where(sql`differences`, '<>', sql`'[]'::jsonb`)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** All reconciliations by day. */
export async function listReconciliations(
  tx: Tx,
): Promise<{ day: string; differences: readonly ReconciliationDifference[] }[]> {
  const rows = await tx.selectFrom('provider_reconciliations').selectAll().orderBy('day').execute();
  return rows.map(({ day, differences }) => ({
    day,
    differences: differences as ReconciliationDifference[],
  }));
}
