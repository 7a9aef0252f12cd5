import { checkProduct } from '@noren/core/lending/product-bounds';
import { previewQuotes } from '@noren/core/lending/product-preview';
import { paise } from '@noren/core/money/money';
import { isBusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind, RequestOfKind } from './kind.ts';
import {
  endVersionsBefore,
  insertProductVersion,
  readNewestVersion,
} from './product-version-store.ts';

/**
 * Adds a product version effective from a day; the previous version ends the day before. Orders
 * keep the version they were accepted with.
 */
export const productVersion: Kind<'product_version'> = {
  subject: ({ detail }) => `product:${detail.terms.code}`,
  execute: saveProductVersion,
};

/**
 * @throws OperatorError unless it is the next version number, takes effect after today and keeps
 * the bounds of that day
 */
async function saveProductVersion(
  tx: Tx,
  deps: Deps,
  { detail }: RequestOfKind<'product_version'>,
): Promise<void> {
  const { terms, effectiveFrom } = detail;
  const next = ((await readNewestVersion(tx, terms.code)) ?? 0) + 1;
  if (terms.version !== next)
    throw new OperatorError('not_possible', {
      reason: 'product_version_not_next',
      product: terms.code,
      version: next,
    });

  if (!isBusinessDay(effectiveFrom)) throw new OperatorError('not_possible', 'version_day_missing');

  if (effectiveFrom <= deps.today()) throw new OperatorError('not_possible', 'version_day_past');

  const faults = checkProduct(terms, effectiveFrom, {
    maxLoan: paise(deps.appConfig.maxLoanPaise),
  });
  if (faults.length > 0)
    throw new OperatorError('not_possible', {
      reason: 'terms_faulty',
      faults: faults.map(({ fault }) => fault),
    });

  if (previewQuotes(terms, effectiveFrom) === null)
    throw new OperatorError('not_possible', 'product_costs_too_high');

  await endVersionsBefore(tx, terms.code, effectiveFrom);
  await insertProductVersion(tx, terms, effectiveFrom);
}
