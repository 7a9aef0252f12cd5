import { checkProduct } from '@noren/core/lending/product-bounds';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../platform/db/db.ts';
import { readProducts } from './credit-store.ts';

/**
 * The products on offer on a business day, shortest tenor first; a version outside that day's legal
 * bounds is not.
 */
export async function offeredProducts(db: Db | Tx, day: BusinessDay): Promise<ProductTerms[]> {
  const products = await readProducts(db, day);
  return products.filter((terms) => checkProduct(terms, day).length === 0);
}
