import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../../notifications/store.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import type { PostedJournal } from '../../book/ledger.ts';
import { loanToday } from '../../book/loan-book.ts';
import { effectiveDay, sumAccount } from '../../book/loan-events.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import { type LockedOrder, lockOrderForPosting } from '../../close/close-order.ts';
import { isOnItsWayBack, type KnownPayment, listHeldParts } from '../known-payment.ts';
import { lockKnownPayment } from '../known-payment-store.ts';
import { sumChargebacks } from '../posting/chargeback.ts';
import type { PostedPayment } from '../posting/provider-payments-store.ts';
import { syncOrderWithLedger } from '../posting/sync-order.ts';
import { chargeBackParts, chargeBackUnclaimedFunds } from './charge-back-unclaimed-funds.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Processes a chargeback: of a payment that counts for an order, or of one in suspense.
 * @returns false when the payment is unknown, or a part that is needed is on its way back to the
 * sender; the caller stores the event and retries
 */
export async function receiveChargeback(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: Chargeback,
): Promise<boolean> {
  const known = await lockKnownPayment(tx, { provider, providerRef: event.paymentProviderRef });

  return known.state === 'posted'
    ? chargeBackPosted(tx, deps, event, known)
    : chargeBackUnclaimedFunds(tx, deps, event, known);
}

type PostedKnownPayment = KnownPayment & { readonly state: 'posted' };

/**
 * Posts a chargeback: it is covered by the overpaid amount first, the rest is owed again. The total
 * charged back never exceeds the payment, however many events arrive. What of the payment does not
 * count for the order is in suspense or went back to its sender: the rest is taken of that.
 */
async function chargeBackPosted(
  tx: Tx,
  deps: Deps,
  event: Chargeback,
  known: PostedKnownPayment,
): Promise<boolean> {
  const { userId, orderId, journalId } = known.posting;
  const locked = await lockOrderForPosting(tx, deps, userId, orderId);
  const { journals } = locked;
  const payment = journals.find((journal) => journal.journalId === journalId);
  if (
    !payment ||
    journals.some(({ kind, cause }) => kind === 'chargeback' && cause === event.eventId)
  )
    return true;

  const left = sumAccount(payment.lines, 'settlement_in') - sumChargebacks(journals, journalId);
  const amountPaise = Math.min(event.amountPaise, left);
  const restPaise = event.amountPaise - amountPaise;

  if (restPaise > 0 && !(await chargeBackRest(tx, deps, event, { known, restPaise }))) return false;
  if (amountPaise > 0) await postToOrder(tx, deps, event, { locked, payment, amountPaise });

  return true;
}

/** Takes off a payment's parts what its order does not have of it. */
async function chargeBackRest(
  tx: Tx,
  deps: Deps,
  event: Chargeback,
  { known, restPaise }: { known: PostedKnownPayment; restPaise: number },
): Promise<boolean> {
  const parts = listHeldParts(known);
  if (parts.some(isOnItsWayBack)) return false;

  const rest = { cause: event.eventId, amountPaise: restPaise };
  const excess = await chargeBackParts(tx, deps, parts, rest);
  if (excess > 0) await recordChargebackExcess(tx, deps, known.posting, event);

  return true;
}

/** Posts a chargeback to the payment's order, and notifies the borrower. */
async function postToOrder(
  tx: Tx,
  deps: Deps,
  { eventId, takenAtMs }: Chargeback,
  {
    locked: { order, journals },
    payment,
    amountPaise,
  }: { locked: LockedOrder; payment: PostedJournal; amountPaise: number },
): Promise<void> {
  const today = effectiveDay(journals, deps.today());
  const taken = toBusinessDay(takenAtMs);
  const day = [payment.valueDay, taken < today ? taken : today].sort().at(-1) ?? today;
  const posted = await postLoanEvent(tx, order, journals, {
    kind: 'chargeback',
    day: businessDay(day),
    amountPaise,
    cause: eventId,
    detail: { ofPayment: payment.journalId },
    bookedAt: deps.now(),
  });
  if (!posted) return;

  await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, posted.journals, today).view);

  const { repayId, userId } = order;
  const values = { repayId, amount: formatRupees(paise(amountPaise)) };

  await notify(tx, deps, { userId, kind: 'payment_reversed', reference: eventId, values });
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
