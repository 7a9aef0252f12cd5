import type { Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { Tx } from '../platform/db/db.ts';
import { makeNumber } from '../platform/db/public-ids.ts';
import type { UserCtx } from '../platform/http/handler.ts';
import { type StoredQuote, saveQuote } from './credit-store.ts';
import { makeDocument } from './kfs-document.ts';
import { saveForm, splitStatement } from './kfs-forms.ts';

/** Whom a statement is made for, in which language, when. */
export type OfferTo = Pick<UserCtx, 'deps' | 'userId' | 'language' | 'now' | 'today'>;

/** Makes the Key Facts Statement of a quote and keeps both. @param orderId the order it is made for, if any */
export async function keepOffer(
  tx: Tx,
  to: OfferTo,
  offer: { quote: Quote; product: ProductTerms; orderId?: string },
): Promise<StoredQuote> {
  const { quote, product, orderId } = offer;
  const kfs = makeDocument(to, { proposalNo: makeNumber('NK', to.today, 10), quote, product });
  const parts = splitStatement(kfs, `${product.code} ${product.version} ${kfs.language}`);
  await saveForm(to.deps.db, tx, parts);
  await saveQuote(tx, { userId: to.userId, quote, kfs, parts, orderId });
  return { quote, kfs, kfsHash: parts.hash, isAccepted: false };
}
