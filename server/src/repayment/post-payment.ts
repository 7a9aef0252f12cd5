import { viewLoan } from '@noren/core/loan';
import { loanTermsOf } from '@noren/core/offer';
import { type BusinessDay, businessDayOf } from '@noren/core/time';
import { bookFact } from '../book-fact.ts';
import { type Tx, timestamp } from '../db.ts';
import type { Deps } from '../deps.ts';
import { type PostedJournal, readJournals } from '../ledger.ts';
import { factsOf } from '../loan-facts.ts';
import { lockCredit } from '../loans/store.ts';
import { lockOrder, type Order } from '../orders/store.ts';
import type { ProviderEvent } from '../outside/payments/payments.ts';
import { factsOfPayment } from './purpose.ts';
import { standOrder } from './stand-order.ts';
import { type Intent, markPaid } from './store.ts';

/** Money that came in against a code. */
export type PaymentEvent = Extract<ProviderEvent, { kind: 'payment' }>;

/**
 * Books a payment, once for its provider's reference, however it is heard of: webhook or question. What is owed is
 * paid first, by value day; what nobody owes any more is a credit of the borrower's. Nothing is ever turned away.
 */
export async function postPayment(tx: Tx, deps: Deps, intent: Intent, event: PaymentEvent): Promise<void> {
  const { userId, orderId } = intent;
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, orderId);
  const before = await readJournals(tx, userId, orderId);
  const day = valueDayOf(event, order, deps.today());
  const incoming = { day, amountPaise: event.amountPaise, cause: event.providerRef };
  let journals: PostedJournal[] = before;
  for (const fact of factsOfPayment(intent, incoming)) {
    const booked = await bookFact(tx, order, journals, { ...fact, bookedAt: deps.now() });
    if (!booked) return;
    journals = booked.journals;
    if (fact.kind === 'payment') await noteProviderPayment(tx, deps, { intent, event, journalId: booked.journalId });
  }
  const { providerRef, amountPaise } = event;
  await markPaid(tx, intent, { providerRef, amountPaise, at: event.paidAtMs });
  const view = viewLoan(loanTermsOf(order.terms.quote), factsOf(journals), deps.today());
  const isReturn = intent.kind === 'return';
  await standOrder(tx, deps, order, view, { isReturn });
}

async function noteProviderPayment(
  tx: Tx,
  deps: Deps,
  { intent, event, journalId }: { intent: Intent; event: PaymentEvent; journalId: string },
): Promise<void> {
  await tx
    .insertInto('provider_payments')
    .values({
      provider: deps.payments.name,
      provider_ref: event.providerRef,
      user_id: intent.userId,
      order_id: intent.orderId,
      journal_id: journalId,
      code: event.code,
      channel: event.channel ?? null,
      utr_hash: event.utr ? deps.crypto.hash('utr', event.utr) : null,
      utr_last4: event.utr?.slice(-4) ?? null,
      amount_paise: event.amountPaise,
      paid_at: timestamp(event.paidAtMs),
    })
    .execute();
}

/** The day it was paid, no earlier than the loan and no later than today whatever the provider's clock says. */
function valueDayOf(event: PaymentEvent, order: Order, today: BusinessDay): BusinessDay {
  const paid = businessDayOf(event.paidAtMs);
  if (paid > today) return today;
  return order.disbursedDay && paid < order.disbursedDay ? order.disbursedDay : paid;
}
