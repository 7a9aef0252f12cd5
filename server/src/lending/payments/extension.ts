import {
  type ExtensionQuote,
  type ExtensionRefusal,
  extensionQuote,
} from '@noren/core/lending/extension';
import { toLoanTerms } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/call-error.ts';
import type { TextId } from '../../platform/translations/translations.ts';
import type { PostedJournal } from '../book/ledger.ts';
import { buildLoan, type Loan, type OrderTerms } from '../book/loan-book.ts';
import type { LoanEventToPost } from '../book/post-loan-event.ts';
import type { Order } from '../orders/order-store.ts';
import { findAddendum, type StoredAddendum } from '../statements/addenda-store.ts';
import { AT_BANK, listDebits } from './autopay/debit-store.ts';

/** Why the due date cannot be moved: ids of `repayment.extension_*`. */
const REASONS = {
  'not-disbursed': 'not_disbursed',
  'nothing-owed': 'nothing_owed',
  'too-early': 'too_early',
  'too-late': 'too_late',
  'no-more-times': 'no_more_times',
  'other-days': 'other_days',
} as const satisfies Record<ExtensionRefusal, string>;

/**
 * Prices moving an order's due date by `days`.
 * @throws CallError 409 with the reason when it cannot be moved
 */
export async function requireExtension(
  db: Db | Tx,
  order: Order,
  { facts }: Pick<Loan, 'facts'>,
  of: { product: ProductTerms; day: BusinessDay; days: number },
): Promise<ExtensionQuote> {
  await requireNoDebitAtBank(db, order);

  const { extension } = of.product;
  const priced = extensionQuote({
    terms: toLoanTerms(order.terms.quote),
    extension,
    events: facts,
    ...of,
  });
  if (priced.ok) return priced.quote;

  throw extensionRefused(REASONS[priced.reason]);
}

/**
 * A debit at the bank would repay the loan whose extension is paid for.
 * @throws CallError 409 until the bank has made or refused it
 */
async function requireNoDebitAtBank(db: Db | Tx, order: Order): Promise<void> {
  const debits = await listDebits(db, order);
  if (debits.some(({ state }) => AT_BANK.includes(state))) throw extensionRefused('debit_at_bank');
}

/**
 * Whether an addendum would still be priced the same: it is of today and nothing was paid since.
 */
export function isStillValid(
  terms: OrderTerms,
  { facts }: Pick<Loan, 'facts'>,
  of: { addendum: Pick<StoredAddendum, 'quote'>; product: ProductTerms; today: BusinessDay },
): boolean {
  const { quote } = of.addendum;
  if (quote.day !== of.today) return false;

  const { extension } = of.product;
  const request = {
    terms: toLoanTerms(terms.quote),
    extension,
    events: facts,
    day: of.today,
    days: quote.days,
  };
  const priced = extensionQuote(request);

  return priced.ok && isSame(priced.quote, quote);
}

function extensionRefused(
  reason:
    | (typeof REASONS)[ExtensionRefusal]
    | 'debit_at_bank'
    | 'not_accepted'
    | 'lapsed'
    | 'changed'
    | 'done',
) {
  const message: TextId = `repayment.extension_${reason}`;
  return conflict(message, reason);
}

/** Whether an extension was ever posted for this addendum, also one reversed since. */
export function isExtensionPosted(journals: readonly PostedJournal[], addendumNo: string): boolean {
  return journals.some(({ kind, cause }) => kind === 'extension' && cause === addendumNo);
}

/**
 * The accepted addendum that a payment is requested for today, if its price is still valid.
 * @throws CallError 404 when it is not the order's, 409 when it can no longer be paid
 */
export async function requirePayable(
  db: Db | Tx,
  order: Order,
  loan: Loan,
  of: { addendumNo: string; product: ProductTerms; today: BusinessDay },
): Promise<StoredAddendum> {
  const { addendumNo, product, today: day } = of;
  const addendum = await findAddendum(db, order.userId, addendumNo);
  if (!addendum || addendum.orderId !== order.orderId) throw notFound();
  if (isExtensionPosted(loan.journals, addendumNo)) throw extensionRefused('done');
  if (!addendum.isAccepted) throw extensionRefused('not_accepted');
  if (addendum.lapsedAt !== null || addendum.day !== day) throw extensionRefused('lapsed');

  const { days } = addendum.quote;
  const price = await requireExtension(db, order, loan, { product, day, days });
  if (!isSame(price, addendum.quote)) throw extensionRefused('changed');

  return addendum;
}

/** Whether two quotes have the same price; a payment in between changes it. */
export function isSame(one: ExtensionQuote, two: ExtensionQuote): boolean {
  return (
    one.oldDueDay === two.oldDueDay && one.payNow === two.payNow && one.payThen === two.payThen
  );
}

/**
 * The extension event for a payment received on the addendum's day, of at least its amount, while
 * the due date is unchanged; null when the money counts as an ordinary payment. A part payment in
 * between does not void the addendum.
 */
export function extensionFact(
  order: Pick<Order, 'terms'>,
  journals: readonly PostedJournal[],
  of: { addendum: StoredAddendum; day: BusinessDay; amountPaise: number },
): LoanEventToPost | null {
  const { quote, addendumNo, isAccepted, lapsedAt } = of.addendum;
  if (!isAccepted || lapsedAt !== null || isExtensionPosted(journals, addendumNo)) return null;
  if (of.day !== quote.day || of.amountPaise < quote.payNow) return null;

  const { view } = buildLoan(order.terms, [...journals], of.day);
  if (view.principalOwed === 0 || view.dueDay !== quote.oldDueDay) return null;

  const { days, fee, gst } = quote;
  const detail = { days, feePaise: fee, gstPaise: gst, addendumNo };

  return { kind: 'extension', day: businessDay(quote.day), cause: addendumNo, detail };
}
