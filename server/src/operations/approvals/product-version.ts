import type { ProductTerms } from '@noren/core/lending/terms';
import { addDays, businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Adds a product version effective from a day; the previous version ends the day before. Orders keep the version they were
 * accepted with.
 * @throws OperatorError unless it is the next version number and takes effect after today
 */
export async function saveProductVersion(
  tx: Tx,
  { terms, effectiveFrom, today }: { terms: ProductTerms; effectiveFrom: string; today: string },
): Promise<void> {
  const newest = await tx
    .selectFrom('product_versions')
    .select(sql<number>`max(version)`.as('version'))
    .where('code', '=', terms.code)
    .executeTakeFirst();
  if (terms.version !== (newest?.version ?? 0) + 1)
    throw new OperatorError('not_possible', `The next version of ${terms.code} is ${(newest?.version ?? 0) + 1}.`);
  if (effectiveFrom <= today) throw new OperatorError('not_possible', 'A new version must take effect after today.');
  await tx
    .updateTable('product_versions')
    .set({ effectiveTo: addDays(businessDay(effectiveFrom), -1) })
    .where('code', '=', terms.code)
    .where((where) => where.or([where('effectiveTo', 'is', null), where('effectiveTo', '>=', effectiveFrom)]))
    .execute();
  await tx
    .insertInto('product_versions')
    .values({
      code: terms.code,
      version: terms.version,
      terms: JSON.stringify(terms),
      effectiveFrom,
      effectiveTo: null,
    })
    .execute();
}
