import { formatRupees, paise } from '@noren/core/money';
import { mayMove } from '@noren/core/order-status';
import { certifiedStatus, statusAfterSettlement } from '@noren/core/status';
import { type BusinessDay, businessDayOf } from '@noren/core/time';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { addJob } from '../jobs.ts';
import { post, readJournals } from '../ledger.ts';
import { paymentLines } from '../loan-book.ts';
import { lockCredit } from '../loans/store.ts';
import { lockOrder, moveOrder, type Order } from '../orders/store.ts';
import type { ProviderEvent } from '../outside/payments/payments.ts';
import { raiseStatus } from '../session.ts';
import { cancelPending, type Intent, markPaid } from './store.ts';

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
  const journals = await readJournals(tx, userId, orderId);
  if (journals.some((journal) => journal.kind === 'payment' && journal.cause === event.providerRef)) return;
  const day = valueDayOf(event, order, deps.today());
  const { lines, view } = paymentLines(order.terms, journals, { day, amountPaise: event.amountPaise });
  await post(tx, {
    userId,
    orderId,
    kind: 'payment',
    valueDay: day,
    bookedAt: deps.now(),
    cause: event.providerRef,
    lines,
  });
  const { providerRef, amountPaise } = event;
  await markPaid(tx, intent, { providerRef, amountPaise, at: event.paidAtMs });
  if (view.isSettled && mayMove(order.status, 70)) await settle(tx, deps, order);
}

/** The day it was paid, no earlier than the loan and no later than today whatever the provider's clock says. */
function valueDayOf(event: PaymentEvent, order: Order, today: BusinessDay): BusinessDay {
  const paid = businessDayOf(event.paidAtMs);
  if (paid > today) return today;
  return order.disbursedDay && paid < order.disbursedDay ? order.disbursedDay : paid;
}

async function settle(tx: Tx, deps: Deps, order: Order): Promise<void> {
  const { userId, orderId, repayId } = order;
  await moveOrder(tx, order, { to: 70, reason: 'settled', now: deps.now() });
  await cancelPending(tx, order);
  // Whoever has an order is certified; the status never falls, so no look at it is needed.
  await raiseStatus(tx, userId, statusAfterSettlement(certifiedStatus));
  const values = { repayId, amount: formatRupees(paise(order.principalPaise)) };
  await addJob(tx, 'send-sms', { userId, template: 'loan_settled', values }, { key: `sms:settled:${orderId}` });
}
