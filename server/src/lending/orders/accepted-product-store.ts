import type { Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

type Version = Pick<Quote, 'productCode' | 'productVersion'>;

/**
 * The product version that an order was accepted under. Its rules on extensions and cooling-off
 * apply to the order, whatever the product offers today.
 */
export async function readAcceptedProduct(db: Db | Tx, quote: Version): Promise<ProductTerms> {
  return (await readAcceptedProducts(db, [quote])).of(quote);
}

/** Product versions, looked up by a quote's code and version. */
export interface AcceptedProducts {
  of(quote: Version): ProductTerms;
}

/**
 * {@link readAcceptedProduct} for many orders at once. `of` throws when there is no such version.
 */
export async function readAcceptedProducts(
  db: Db | Tx,
  quotes: readonly Version[],
): Promise<AcceptedProducts> {
  const known = ensureVersions(db);
  const missing = quotes.filter((quote) => !known.has(toName(quote)));

  if (missing.length > 0) {
    const { rows } = await sql<Version & { terms: ProductTerms }>`
      select code as product_code, version as product_version, terms
      from unnest(${missing.map(({ productCode }) => productCode)}::text[],
                  ${missing.map(({ productVersion }) => productVersion)}::int[]) k(code, version)
      join product_versions using (code, version)`.execute(db);
    for (const { terms, ...version } of rows) known.set(toName(version), terms);
  }

  return {
    of(quote) {
      const terms = known.get(toName(quote));
      if (!terms) throw new Error(`product version ${toName(quote)} does not exist`);
      return terms;
    },
  };
}

const toName = ({ productCode, productVersion }: Version): string =>
  `${productCode} ${productVersion}`;

/**
 * Cached for the life of the process: a trigger refuses any change to a product version, and there
 * are few of them. Keyed by database because tests open several in one process.
 */
const versions = new WeakMap<object, Map<string, ProductTerms>>();

function ensureVersions(db: Db | Tx): Map<string, ProductTerms> {
  // A transaction shares its database's adapter.
  const { adapter } = db.getExecutor();
  const known = versions.get(adapter) ?? new Map<string, ProductTerms>();
  versions.set(adapter, known);
  return known;
}
