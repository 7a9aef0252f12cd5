import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../../notifications/store.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { loanToday } from '../../book/loan-book.ts';
import { effectiveDay, sumAccount } from '../../book/loan-events.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import { lockOrderForPosting } from '../../close/close-order.ts';
import { sumChargebacks } from '../posting/chargeback.ts';
import {
  findPostedPayment,
  lockPayment,
  type PostedPayment,
} from '../posting/provider-payments-store.ts';
import { syncOrderWithLedger } from '../posting/sync-order.ts';
import { chargeBackParts, isOnItsWayBack, lockParts } from './charge-back-unclaimed-funds.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Posts a chargeback: it is covered by the overpaid amount first, the rest is owed again. The total
 * charged back never exceeds the payment, however many events arrive. What of the payment does not
 * count for the order is in suspense or went back to its sender: the rest is taken of that.
 * @returns false when the payment is posted to no order, or a part that is needed is on its way
 * back to the sender; the caller stores the event and retries
 */
export async function postChargeback(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: Chargeback,
): Promise<boolean> {
  await lockPayment(tx, { provider, providerRef: event.paymentProviderRef });

  const payment = await findPostedPayment(tx, { provider, providerRef: event.paymentProviderRef });
  if (!payment) return false;

  const { order, journals } = await lockOrderForPosting(tx, deps, payment.userId, payment.orderId);
  const of = journals.find(({ journalId }) => journalId === payment.journalId);
  if (!of || journals.some(({ kind, cause }) => kind === 'chargeback' && cause === event.eventId))
    return true;

  const counted =
    sumAccount(of.lines, 'settlement_in') - sumChargebacks(journals, payment.journalId);
  const amountPaise = Math.min(event.amountPaise, counted);

  if (amountPaise < event.amountPaise) {
    const parts = await lockParts(tx, { provider, providerRef: event.paymentProviderRef });
    if (parts.some(isOnItsWayBack)) return false;

    const rest = { cause: event.eventId, amountPaise: event.amountPaise - amountPaise };
    const excess = await chargeBackParts(tx, deps, parts, rest);

    if (excess > 0) await recordChargebackExcess(tx, deps, payment, event);
  }

  if (amountPaise <= 0) return true;

  const today = effectiveDay(journals, deps.today());
  const taken = toBusinessDay(event.takenAtMs);
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

  await notify(tx, deps, { userId, kind: 'payment_reversed', reference: event.eventId, values });

  return true;
}

/** The chargeback exceeds the payment: logged and audited for staff. */
async function recordChargebackExcess(
  tx: Tx,
  deps: Deps,
  payment: PostedPayment,
  event: Chargeback,
): Promise<void> {
  const { providerRef: subject, userId } = payment;
  deps.log.error(
    { providerRef: subject, reportedPaise: event.amountPaise },
    'chargeback exceeds its payment',
  );

  await recordAction(tx, {
    at: deps.now(),
    userId,
    actor: 'provider',
    action: 'chargeback_exceeds',
    subject,
    detail: { paid: payment.amountPaise, reported: event.amountPaise, eventId: event.eventId },
  });
}
