import type { ProductTerms } from '@noren/core/terms';
import { defaultProducts } from '@noren/core/terms';
import type { Db } from '../db.ts';

/** Writes the sandbox's products where a version of them is not there yet. */
export async function saveDefaultProducts(db: Db, effectiveFrom: string): Promise<void> {
  await db
    .insertInto('product_versions')
    .values(
      defaultProducts.map((terms) => ({
        code: terms.code,
        version: terms.version,
        terms: JSON.stringify(terms),
        effective_from: effectiveFrom,
        effective_to: null,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** The products on offer on a business day, newest version of each. */
export async function readProducts(db: Db, day: string): Promise<ProductTerms[]> {
  const rows = await db
    .selectFrom('product_versions')
    .distinctOn('code')
    .select('terms')
    .where('effective_from', '<=', day)
    .where((where) => where.or([where('effective_to', 'is', null), where('effective_to', '>=', day)]))
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => row.terms as ProductTerms).sort((a, b) => a.tenorDays - b.tenorDays);
}
