import { viewLoan } from '@noren/core/loan';
import { loanTermsOf } from '@noren/core/offer';
import { type BusinessDay, businessDayOf } from '@noren/core/time';
import { openOrder } from '../close-order.ts';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { factsOf } from '../loan-facts.ts';
import type { Order } from '../orders/store.ts';
import { bookIncoming } from './book-incoming.ts';
import type { PaymentEvent } from './covered-event.ts';
import { noteBooked } from './provider-payments.ts';
import { standOrder } from './stand-order.ts';
import { cancelPending, type Intent, markPaid } from './store.ts';
import { tellMissed } from './tell-missed.ts';
import { settleVouchers } from './voucher-store.ts';

/** The order that money came in for; with the payment that was asked for, where the money names one. */
export interface PaidTo {
  readonly userId: string;
  readonly orderId: string;
  readonly intent: Intent | null;
}

/** Money that came in, by its provider's name for it. */
export type Paid = Omit<PaymentEvent, 'kind' | 'eventId' | 'code'> & { provider: string; cause: string };

/**
 * Books a payment, once for its cause, however it is heard of. What is owed is paid first, by value day; what nobody
 * owes any more is a credit of the borrower's, and given back. Nothing is ever turned away. The caller holds
 * `lockPayment` and has looked that it is not booked under another order.
 */
export async function postPayment(tx: Tx, deps: Deps, to: PaidTo, paid: Paid): Promise<void> {
  const { userId, orderId, intent } = to;
  const { provider, providerRef, amountPaise, paidAtMs, cause, channel } = paid;
  const open = await openOrder(tx, deps, userId, orderId);
  const { order } = open;
  const incoming = {
    day: valueDayOf(paidAtMs, order, deps.today()),
    amountPaise,
    cause,
    atMs: paidAtMs,
    ...(channel && { channel }),
  };
  const booked = await bookIncoming(tx, { ...open, incoming, now: deps.now() }, intent);
  if (!booked) return;
  const { journals, paymentId: journalId } = booked;
  const code = intent?.code ?? null;
  await noteBooked(tx, { provider, userId, orderId, journalId }, { ...paid, code });
  if (intent) await markPaid(tx, intent, { providerRef, amountPaise, at: paidAtMs });
  // What else was asked for of this order asks for an amount of before.
  await cancelPending(tx, order);
  const view = viewLoan(loanTermsOf(order.terms.quote), factsOf(journals), deps.today());
  await standOrder(tx, deps, order, view, { isReturn: booked.isReturn });
  if (paid.utrHash) await settleVouchers(tx, deps, paid.utrHash, { userId, orderId, provider, providerRef });
  if (booked.missed) await tellMissed(tx, order, booked.missed, { amountPaise, cause });
}

/** The day it was paid, no earlier than the loan and no later than today whatever the provider's clock says. */
function valueDayOf(paidAtMs: number, order: Order, today: BusinessDay): BusinessDay {
  const paid = businessDayOf(paidAtMs);
  if (paid > today) return today;
  return order.disbursedDay && paid < order.disbursedDay ? order.disbursedDay : paid;
}
