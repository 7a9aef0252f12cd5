import type { Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { Tx } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { makeKfsDocument } from '../statements/kfs-document.ts';
import { saveForm } from '../statements/kfs-form-store.ts';
import { splitKfs } from '../statements/kfs-forms.ts';
import { type StoredQuote, saveQuote } from './credit-store.ts';

export type OfferContext = Pick<UserCtx, 'deps' | 'userId' | 'language' | 'now' | 'today'>;

/**
 * Creates the Key Facts Statement (KFS) of a quote and stores both.
 * @param offer.orderId the reservation it is made for, if any
 */
export async function saveOffer(
  tx: Tx,
  ctx: OfferContext,
  offer: { quote: Quote; product: ProductTerms; orderId?: string },
): Promise<StoredQuote> {
  const { quote, product, orderId } = offer;
  const kfs = makeKfsDocument(ctx, { proposalNo: makeNumber('NK', ctx.today, 10), quote, product });
  const stored = splitKfs(kfs, `${product.code} ${product.version} ${kfs.language}`);

  await saveForm(ctx.deps.db, tx, stored);
  await saveQuote(tx, { userId: ctx.userId, quote, kfs, parts: stored, orderId });

  return { quote, kfs, kfsHash: stored.hash, isAccepted: false };
}
