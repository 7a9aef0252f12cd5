import { sql } from 'kysely';
import { type Db, instantValue, type Tx } from '../../../platform/db/db.ts';
import type { PaymentEvent, RedactedEvent } from './redacted-event.ts';

/** How long an unmatched event is retried. */
const RETRY_UNMATCHED_MS = 7 * 86_400_000;

/** A stored event that matches no payment or order yet. */
export interface UnmatchedEvent {
  readonly provider: string;
  readonly eventId: string;
  readonly event: RedactedEvent;
}

/**
 * SQL condition: a chargeback of money that is or was in suspense: it waits for a return, however
 * long that takes.
 */
const waitsInSuspense = sql<boolean>`(kind = 'chargeback' and exists (
  select from unclaimed_funds f
  where f.provider = provider_events.provider and f.provider_ref = event->>'paymentProviderRef'))`;

/**
 * Unmatched events to retry, newest first. `paymentRef` restricts them to events about that
 * payment.
 */
export async function listUnmatchedEvents(
  db: Db,
  { now, paymentRef }: { now: number; paymentRef?: string },
): Promise<UnmatchedEvent[]> {
  const rows = await db
    .selectFrom('provider_events')
    .select(['provider', 'eventId', 'event'])
    // A literal, not a parameter: the generic plan can then use the partial index on unmatched
    // events.
    .where(sql<boolean>`outcome = 'unknown'`)
    .where((where) =>
      paymentRef === undefined
        ? where.or([
            where('receivedAt', '>', instantValue(now - RETRY_UNMATCHED_MS)),
            waitsInSuspense,
          ])
        : sql<boolean>`event->>'paymentProviderRef' = ${paymentRef}`,
    )
    .orderBy('receivedAt', 'desc')
    .limit(sql.lit(200))
    .execute();
  return rows.map((row) => ({ ...row, event: row.event as RedactedEvent }));
}

/**
 * Claims the unmatched payment with this UTR, if exactly one qualifies.
 * @returns null when there is none or more than one
 */
export async function claimUnmatchedByUtr(
  tx: Tx,
  utrHash: string,
  mayTake: (event: PaymentEvent) => boolean,
): Promise<{ provider: string; event: PaymentEvent } | null> {
  const rows = await tx
    .selectFrom('provider_events')
    .select(['provider', 'eventId', 'event'])
    .where('outcome', '=', 'unknown')
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
    // A payment being processed right now waits for the UTR's lock and then finds the proof itself.
    .forUpdate()
    .skipLocked()
    .execute();
  const fit = rows.filter(({ event }) => mayTake(event as PaymentEvent));
  const [one] = fit;
  const refs = new Set(fit.map(({ event }) => (event as PaymentEvent).providerRef));
  if (!one || refs.size > 1) return null;

  await tx
    .updateTable('provider_events')
    .set({ outcome: 'done' })
    .where('provider', '=', one.provider)
    .where(
      'eventId',
      'in',
      fit.map(({ eventId }) => eventId),
    )
    .execute();

  return { provider: one.provider, event: one.event as PaymentEvent };
}
