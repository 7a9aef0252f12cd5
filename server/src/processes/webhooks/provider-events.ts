import { findPayout } from '../../lending/orders/payout-store.ts';
import { type PayoutDecision, settlePayout } from '../../lending/orders/settle-payout.ts';
import {
  receiveAnnouncement,
  receiveFailure,
  receiveMandateReport,
} from '../../lending/payments/autopay/receive-reports.ts';
import { type RedactedEvent, redactEvent } from '../../lending/payments/posting/redacted-event.ts';
import {
  listUnmatchedEvents,
  type UnmatchedEvent,
} from '../../lending/payments/posting/unmatched-events-store.ts';
import {
  markPaymentInitiated,
  receivePayment,
} from '../../lending/payments/receiving/receive-payment.ts';
import { findRefund } from '../../lending/payments/refunds/refund-store.ts';
import { sentBack, settleRefund } from '../../lending/payments/refunds/refunds.ts';
import { reversePayout } from '../../lending/payments/reverse-payout.ts';
import { receiveChargeback } from '../../lending/payments/unclaimed-funds/post-chargeback.ts';
import { settleUnclaimedReturn } from '../../lending/payments/unclaimed-funds/unclaimed-funds.ts';
import { findUnclaimedByRefundRef } from '../../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import type { EventOutcome, ProviderEvent } from '../../platform/ports/payments.ts';
import {
  insertEvent,
  lockUnmatched,
  markOutcome,
  type OtherEvent,
} from './provider-event-store.ts';

/**
 * Processes a provider event, from a webhook or a query, once per event id: the event record and
 * its effects are one transaction.
 */
export async function receiveEvent(
  deps: Deps,
  provider: string,
  event: ProviderEvent,
): Promise<EventOutcome> {
  const redacted = redactEvent(deps.crypto, event);
  const received = await transact(deps.db, async (tx) => {
    const result =
      redacted.kind === 'payment'
        ? await receivePayment(tx, deps, provider, { event: redacted, receivedAt: deps.now() })
        : { outcome: await receiveOther(tx, deps, provider, redacted), hasEarlierEvent: false };
    if (result.outcome === 'unknown')
      await markOutcome(tx, { provider, eventId: event.eventId, outcome: 'unknown' });

    return result;
  });

  // Events that referred to this payment before it was reported, such as a chargeback.
  if (received.outcome === 'done' && received.hasEarlierEvent && event.kind === 'payment')
    await retryAll(deps, { paymentRef: event.providerRef });

  return received.outcome;
}

async function receiveOther(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: OtherEvent,
): Promise<EventOutcome> {
  if (!(await insertEvent(tx, provider, event, deps.now()))) return 'repeated';
  return (await applyEvent(tx, deps, provider, event)) ? 'done' : 'unknown';
}

/**
 * Retries unmatched events.
 * @returns how many were matched
 */
export async function retryUnmatchedEvents(deps: Deps): Promise<number> {
  return retryAll(deps, {});
}

async function retryAll(deps: Deps, which: { paymentRef?: string }): Promise<number> {
  let matched = 0;
  for (const event of await listUnmatchedEvents(deps.db, { now: deps.now(), ...which })) {
    if (await retryEvent(deps, event)) matched += 1;
  }

  return matched;
}

/** An event that fails does not stop the others. */
async function retryEvent(
  deps: Deps,
  { provider, eventId, event }: UnmatchedEvent,
): Promise<boolean> {
  try {
    return await transact(deps.db, async (tx) => {
      if (!(await lockUnmatched(tx, { provider, eventId }))) return false;
      const isDone = await applyEvent(tx, deps, provider, event);
      if (isDone) await markOutcome(tx, { provider, eventId, outcome: 'done' });
      return isDone;
    });
  } catch (err) {
    deps.log.error({ err, provider, eventId }, 'stored event could not be posted');
    return false;
  }
}

/** @returns false when the event refers to nothing known here */
async function applyEvent(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: RedactedEvent,
): Promise<boolean> {
  switch (event.kind) {
    case 'payment':
      return (
        (await receivePayment(tx, deps, provider, { event, receivedAt: null })).outcome === 'done'
      );
    case 'payment_seen':
      return markPaymentInitiated(tx, deps, event);
    case 'chargeback':
      return receiveChargeback(tx, deps, provider, event);
    case 'refund': {
      const refund = await findRefund(tx, event.refundRef);
      if (refund) {
        await settleRefund(tx, deps, refund, toPayoutDecision(event));
        return true;
      }

      const unclaimed = await findUnclaimedByRefundRef(tx, event.refundRef);
      if (unclaimed) await settleUnclaimedReturn(tx, deps, unclaimed, toPayoutDecision(event));

      return unclaimed !== undefined;
    }
    case 'payout': {
      const payout = await findPayout(tx, event.payoutRef);
      const { state, providerId, paidAtMs, reason = 'refused' } = event;

      if (!payout) {
        const refund = await findRefund(tx, event.payoutRef);
        if (!refund?.accountId) return false;

        const decision =
          state === 'reversed'
            ? sentBack(providerId)
            : toPayoutDecision({ state, providerId, reason });
        await settleRefund(tx, deps, refund, decision);

        return true;
      }

      if (state === 'reversed') await reversePayout(tx, deps, payout, { providerId, reason });
      else
        await settlePayout(tx, deps, payout, {
          ...toPayoutDecision({ state, providerId, reason }),
          ...(paidAtMs !== undefined && { paidAtMs }),
        });

      return true;
    }
    case 'mandate':
      return receiveMandateReport(tx, deps, provider, event);
    case 'debit_announcement':
      return receiveAnnouncement(tx, deps, provider, event);
    case 'debit_failed':
      return receiveFailure(tx, deps, event);
    default: {
      const missing: never = event;
      throw new RangeError(`unknown event: ${JSON.stringify(missing)}`);
    }
  }
}

function toPayoutDecision(event: {
  state: 'confirmed' | 'failed';
  providerId: string;
  reason?: string;
}): PayoutDecision {
  const { state, providerId } = event;
  return state === 'failed'
    ? { state, providerId, reason: event.reason ?? 'refused' }
    : { state, providerId };
}
