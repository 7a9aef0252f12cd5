import type { Db, Tx } from './db.ts';
import { instantValue, timestamp } from './db.ts';
import type { Deps } from './deps.ts';
import { findPayout } from './orders/payout-store.ts';
import { type PayoutDecision, settlePayout } from './orders/settle-payout.ts';
import type { ProviderEvent } from './outside/payments/payments.ts';
import { postPayment } from './repayment/post-payment.ts';
import { findIntent } from './repayment/store.ts';

/** What became of an event: acted on, heard before, or kept because nothing here bears its name yet. */
export type EventOutcome = 'done' | 'repeated' | 'unknown';

/**
 * Takes in what a provider tells, by webhook or in answer to a question, once for its event id: what it changes and
 * that it was heard stand in one transaction.
 */
export async function receiveEvent(deps: Deps, provider: string, event: ProviderEvent): Promise<EventOutcome> {
  return deps.db.transaction().execute(async (tx) => {
    const isNew = await noteEvent(tx, provider, event, deps.now());
    if (!isNew) return 'repeated';
    if (await act(tx, deps, event)) return 'done';
    await setOutcome(tx, { provider, eventId: event.eventId, outcome: 'unknown' });
    return 'unknown';
  });
}

/** Tries again what nothing was known of. @returns how many are known now */
export async function retryUnknownEvents(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('provider_events')
    .select(['provider', 'event_id', 'event'])
    .where('outcome', '=', 'unknown')
    .where('received_at', '>', instantValue(deps.now() - KEEP_UNKNOWN_MS))
    .orderBy('received_at', 'desc')
    .limit(200)
    .execute();
  let known = 0;
  for (const row of rows) {
    if (await retryEvent(deps, row)) known += 1;
  }
  return known;
}

/** One event that cannot be booked does not keep the others waiting. */
async function retryEvent(
  deps: Deps,
  { provider, event_id: eventId, event }: { provider: string; event_id: string; event: unknown },
): Promise<boolean> {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const isDone = await act(tx, deps, event as ProviderEvent);
      if (isDone) await setOutcome(tx, { provider, eventId, outcome: 'done' });
      return isDone;
    });
  } catch (err) {
    deps.log.error({ err, provider, eventId }, 'event kept cannot be booked');
    return false;
  }
}

const KEEP_UNKNOWN_MS = 7 * 86_400_000;

async function act(tx: Tx, deps: Deps, event: ProviderEvent): Promise<boolean> {
  switch (event.kind) {
    case 'payment': {
      const intent = await findIntent(tx, event.code);
      if (intent) await postPayment(tx, deps, intent, event);
      return intent !== undefined;
    }
    case 'payout': {
      const payout = await findPayout(tx, event.payoutRef);
      if (!payout) return false;
      const { providerId } = event;
      const decision: PayoutDecision =
        event.state === 'failed'
          ? { state: 'failed', providerId, reason: event.reason ?? 'refused' }
          : { state: 'confirmed', providerId };
      await settlePayout(tx, deps, payout, decision);
      return true;
    }
    case 'payment_seen':
    case 'refund':
    case 'chargeback':
      return false;
    default: {
      const missing: never = event;
      throw new RangeError(`unknown event: ${JSON.stringify(missing)}`);
    }
  }
}

/** Notes an event; one noted before counts as new while nothing was known of it. */
async function noteEvent(tx: Tx, provider: string, event: ProviderEvent, now: number): Promise<boolean> {
  const written = await tx
    .insertInto('provider_events')
    .values({
      provider,
      event_id: event.eventId,
      kind: event.kind,
      outcome: 'done',
      event: JSON.stringify(event),
      received_at: timestamp(now),
    })
    .onConflict((clash) =>
      clash
        .columns(['provider', 'event_id'])
        .doUpdateSet({ outcome: 'done' })
        .where('provider_events.outcome', '=', 'unknown'),
    )
    .returning('event_id')
    .executeTakeFirst();
  return written !== undefined;
}

async function setOutcome(
  db: Db | Tx,
  given: { provider: string; eventId: string; outcome: 'done' | 'unknown' },
): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ outcome: given.outcome })
    .where('provider', '=', given.provider)
    .where('event_id', '=', given.eventId)
    .execute();
}
