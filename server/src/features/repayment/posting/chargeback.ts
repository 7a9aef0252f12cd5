import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, businessDayOf } from '@noren/core/money/time';
import { lockOrderForPosting } from '../../../lending/close-order.ts';
import type { PostedJournal } from '../../../lending/ledger.ts';
import { loanToday } from '../../../lending/loan-book.ts';
import { effectiveDay, sumOf } from '../../../lending/loan-events.ts';
import { postLoanEvent } from '../../../lending/post-loan-event.ts';
import { noteAction } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/notifications/store.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { findPostedPayment, lockPayment, type PostedPayment } from './provider-payments-store.ts';
import { syncOrderWithLedger } from './sync-order.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Books that the payer's bank took a payment back: what was overpaid covers it first, the rest is owed again. Never more
 * than the payment, however often and under whatever name it is told.
 * @returns false where its payment is not booked (yet): it is kept, and tried again
 */
export async function postChargeback(tx: Tx, deps: Deps, provider: string, event: Chargeback): Promise<boolean> {
  await lockPayment(tx, { provider, providerRef: event.paymentProviderRef });
  const payment = await findPostedPayment(tx, { provider, providerRef: event.paymentProviderRef });
  if (!payment) return false;
  const { order, journals } = await lockOrderForPosting(tx, deps, payment.userId, payment.orderId);
  const of = journals.find(({ journalId }) => journalId === payment.journalId);
  if (!of || journals.some(({ kind, cause }) => kind === 'chargeback' && cause === event.eventId)) return true;
  const amountPaise = Math.min(event.amountPaise, payment.amountPaise - chargedBackOf(journals, payment.journalId));
  if (amountPaise < event.amountPaise) await recordChargebackExcess(tx, deps, payment, event);
  if (amountPaise <= 0) return true;
  const today = effectiveDay(journals, deps.today());
  const taken = businessDayOf(event.takenAtMs);
  const day = [of.valueDay, taken < today ? taken : today].sort().at(-1) ?? today;
  const booked = await postLoanEvent(tx, order, journals, {
    kind: 'chargeback',
    day: businessDay(day),
    amountPaise,
    cause: event.eventId,
    detail: { ofPayment: payment.journalId },
    bookedAt: deps.now(),
  });
  if (!booked) return true;
  await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, booked.journals, today).view);
  const { repayId, userId } = order;
  const values = { repayId, amount: formatRupees(paise(amountPaise)) };
  await notify(tx, deps, { userId, kind: 'payment_taken_back', reference: event.eventId, values });
  return true;
}

/** What the payer's bank took back of a payment so far, in paise. */
export function chargedBackOf(journals: readonly PostedJournal[], paymentId: string): number {
  const taken = journals.filter(({ kind, detail }) => kind === 'chargeback' && detail.ofPayment === paymentId);
  return taken.reduce((sum, { lines }) => sum - sumOf(lines, 'settlement_in'), 0);
}

/** More was taken than was paid: a person looks at it. */
async function recordChargebackExcess(tx: Tx, deps: Deps, payment: PostedPayment, event: Chargeback): Promise<void> {
  const { providerRef: subject, userId } = payment;
  deps.log.error({ providerRef: subject, said: event.amountPaise }, 'chargeback exceeds its payment');
  await noteAction(tx, {
    at: deps.now(),
    userId,
    actor: 'provider',
    action: 'chargeback_exceeds',
    subject,
    detail: { paid: payment.amountPaise, said: event.amountPaise, eventId: event.eventId },
  });
}
