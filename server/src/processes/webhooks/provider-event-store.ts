import type { RedactedEvent } from '../../lending/payments/posting/redacted-event.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** Any event but a payment; that one is recorded while its payment is opened. */
export type OtherEvent = Exclude<RedactedEvent, { kind: 'payment' }>;

/**
 * Records an event.
 * @returns false for a repeated one, unless it was unmatched so far
 */
export async function insertEvent(
  tx: Tx,
  provider: string,
  event: OtherEvent,
  now: number,
): Promise<boolean> {
  const written = await tx
    .insertInto('provider_events')
    .values({
      provider,
      eventId: event.eventId,
      kind: event.kind,
      outcome: 'done',
      event: JSON.stringify(event),
      receivedAt: timestamp(now),
    })
    .onConflict((clash) =>
      clash
        .columns(['provider', 'eventId'])
        .doUpdateSet({ outcome: 'done' })
        .where('provider_events.outcome', '=', 'unknown'),
    )
    .returning('eventId')
    .executeTakeFirst();
  return written !== undefined;
}

/**
 * Locks an unmatched event for a retry, before any other lock.
 * @returns false when it is matched, or locked by a repeat
 */
export async function lockUnmatched(
  tx: Tx,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('provider_events')
    .select('eventId')
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .where('outcome', '=', 'unknown')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Records whether an event was matched. */
export async function markOutcome(
  db: Db | Tx,
  event: { provider: string; eventId: string; outcome: 'done' | 'unknown' },
): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ outcome: event.outcome })
    .where('provider', '=', event.provider)
    .where('eventId', '=', event.eventId)
    .execute();
}
