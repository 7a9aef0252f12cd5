import type { Quote } from '@noren/core/offer';
import type { ProductTerms } from '@noren/core/terms';
import type { Db, Tx } from './db.ts';

/**
 * The version of the product that an order's accepted statement was made of: what it says of extensions and of the
 * cooling-off days holds for that order, whatever the product offers today.
 */
export async function readAcceptedProduct(db: Db | Tx, quote: Quote): Promise<ProductTerms> {
  const row = await db
    .selectFrom('product_versions')
    .select('terms')
    .where('code', '=', quote.productCode)
    .where('version', '=', quote.productVersion)
    .executeTakeFirstOrThrow();
  return row.terms as ProductTerms;
}
