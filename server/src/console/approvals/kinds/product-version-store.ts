import type { ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { productVersionRow } from '../../../lending/credit/credit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** The newest version number of a product; null when it has none. */
export async function readNewestVersion(tx: Tx, code: string): Promise<number | null> {
  const newest = await tx
    .selectFrom('product_versions')
    .select(sql<number | null>`max(version)`.as('version'))
    .where('code', '=', code)
    .executeTakeFirst();
  return newest?.version ?? null;
}

/** Ends the versions of a product that are in force on a day or later with the day before. */
export async function endVersionsBefore(tx: Tx, code: string, day: BusinessDay): Promise<void> {
  await tx
    .updateTable('product_versions')
    .set({ effectiveTo: addDays(day, -1) })
    .where('code', '=', code)
    .where((where) => where.or([where('effectiveTo', 'is', null), where('effectiveTo', '>=', day)]))
    .execute();
}

/** Adds a product version without an end. */
export async function insertProductVersion(
  tx: Tx,
  terms: ProductTerms,
  effectiveFrom: string,
): Promise<void> {
  await tx.insertInto('product_versions').values(productVersionRow(terms, effectiveFrom)).execute();
}
