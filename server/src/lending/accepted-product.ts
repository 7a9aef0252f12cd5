import type { Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

type Version = Pick<Quote, 'productCode' | 'productVersion'>;

/**
 * The version of the product that an order's accepted statement was made of: what it says of extensions and of the
 * cooling-off days holds for that order, whatever the product offers today.
 */
export async function readAcceptedProduct(db: Db | Tx, quote: Version): Promise<ProductTerms> {
  return (await readAcceptedProducts(db, [quote])).of(quote);
}

/** The versions that some orders were accepted with. */
export interface AcceptedProducts {
  of(quote: Version): ProductTerms;
}

/** The same of many orders at once. @throws Error when there is no such version */
export async function readAcceptedProducts(db: Db | Tx, quotes: readonly Version[]): Promise<AcceptedProducts> {
  const known = knownOf(db);
  const missing = quotes.filter((quote) => !known.has(nameOf(quote)));
  if (missing.length > 0) {
    const { rows } = await sql<Version & { terms: ProductTerms }>`
      select code as "productCode", version as "productVersion", terms
      from unnest(${missing.map(({ productCode }) => productCode)}::text[],
                  ${missing.map(({ productVersion }) => productVersion)}::int[]) k(code, version)
      join product_versions using (code, version)`.execute(db);
    for (const { terms, ...version } of rows) known.set(nameOf(version), terms);
  }
  return {
    of(quote) {
      const terms = known.get(nameOf(quote));
      if (!terms) throw new Error(`no version ${nameOf(quote)} of a product`);
      return terms;
    },
  };
}

const nameOf = ({ productCode, productVersion }: Version): string => `${productCode} ${productVersion}`;

/**
 * What was read once holds for as long as the process runs: the database refuses any change of a version (migration 025),
 * and there are few. By database: tests open many in one process.
 */
const versions = new WeakMap<object, Map<string, ProductTerms>>();

function knownOf(db: Db | Tx): Map<string, ProductTerms> {
  // A transaction has its database's.
  const { adapter } = db.getExecutor();
  const known = versions.get(adapter) ?? new Map<string, ProductTerms>();
  versions.set(adapter, known);
  return known;
}
