import type { EventType, FaultEvent, TrackingRecord } from '@noren/contract/tracking';
import { MOST_KEPT } from '@noren/core/people/tracking-rules';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

const placeOf = (userId: string): string => `tracking_records.content_enc:${userId}`;

/** Keeps records, the words among them encrypted, and lets the oldest go beyond what is kept of one user. */
export async function keepRecords(
  tx: Tx,
  crypto: FieldCrypto,
  of: { userId: string; deviceId: string; records: readonly TrackingRecord[]; now: number },
): Promise<void> {
  const { userId, deviceId, records, now } = of;
  const values = records.map(({ idName, beginTime, duration, content }) => ({
    userId,
    deviceId,
    idName,
    startedAt: timestamp(beginTime),
    durationMs: duration,
    contentEnc: content === '' ? null : crypto.encrypt(content, placeOf(userId)),
    savedAt: timestamp(now),
  }));
  await tx.insertInto('tracking_records').values(values).execute();
  // A copy of one's data and a withdrawal go through all of them at once.
  await sql`
    delete from tracking_records where user_id = ${userId} and record_id <= (
      select record_id from tracking_records where user_id = ${userId}
      order by record_id desc offset ${sql.lit(MOST_KEPT)} limit 1)`.execute(tx);
}

/** Forgets all that was recorded of a user. */
export async function forgetRecords(tx: Tx | Db, userId: string): Promise<void> {
  await tx.deleteFrom('tracking_records').where('userId', '=', userId).execute();
}

/** A fault and where in the source it lies. */
export interface PlacedFault extends Omit<FaultEvent, 'frames'> {
  readonly type: EventType;
  readonly places: readonly string[];
}

/** How many of the innermost places make two faults one. */
const SAME_PLACES = 3;

/** Counts a fault with those like it. @returns how often it has happened */
export async function noteFault(tx: Tx, crypto: FieldCrypto, fault: PlacedFault, now: number): Promise<number> {
  const { type, name, words, places, screen, browser, appVersion } = fault;
  const group = [type, name, words, ...places.slice(0, SAME_PLACES)].join('\n');
  const at = timestamp(now);
  const { occurrences } = await tx
    .insertInto('script_errors')
    .values({
      groupHash: crypto.hash('script-error', group),
      type,
      name,
      message: words,
      stack: JSON.stringify(places),
      screen,
      browser,
      appVersion,
      firstSeenAt: at,
      lastSeenAt: at,
    })
    .onConflict((clash) =>
      clash.column('groupHash').doUpdateSet({
        occurrences: sql`script_errors.occurrences + 1`,
        screen,
        browser,
        appVersion,
        lastSeenAt: at,
      }),
    )
    .returning('occurrences')
    .executeTakeFirstOrThrow();
  return occurrences;
}

/** Forgets records and faults that were kept long enough: older than `before`, UTC ms. */
export async function sweepTracking(db: Db, before: number): Promise<void> {
  await db.deleteFrom('tracking_records').where('savedAt', '<', instantValue(before)).execute();
  await db.deleteFrom('script_errors').where('lastSeenAt', '<', instantValue(before)).execute();
}
