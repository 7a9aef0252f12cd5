import type { EventType, FaultEvent, TrackingRecord } from '@noren/contract/tracking';
import { MAX_RECORDS_PER_USER } from '@noren/core/people/tracking-rules';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

const encryptionContext = (userId: string): string => `tracking_records.content_enc:${userId}`;

/**
 * Stores usage records with encrypted content, and deletes the user's oldest beyond the maximum.
 */
export async function saveTrackingRecords(
  tx: Tx,
  crypto: FieldCrypto,
  input: { userId: string; deviceId: string; records: readonly TrackingRecord[]; now: number },
): Promise<void> {
  const { userId, deviceId, records, now } = input;
  const values = records.map(({ idName, beginTime, duration, content }) => ({
    userId,
    deviceId,
    idName,
    startedAt: timestamp(beginTime),
    durationMs: duration,
    contentEnc: content === '' ? null : crypto.encrypt(content, encryptionContext(userId)),
    savedAt: timestamp(now),
  }));

  await tx.insertInto('tracking_records').values(values).execute();
  // The maximum bounds the work of a data export and of a consent withdrawal, which handle all
  // records at once.
  await sql`
    delete from tracking_records where user_id = ${userId} and record_id <= (
      select record_id from tracking_records where user_id = ${userId}
      order by record_id desc offset ${sql.lit(MAX_RECORDS_PER_USER)} limit 1)`.execute(tx);
}

export async function deleteTrackingRecords(tx: Tx | Db, userId: string): Promise<void> {
  await tx.deleteFrom('tracking_records').where('userId', '=', userId).execute();
}

/** A script error with its source locations. */
export interface ScriptError extends Omit<FaultEvent, 'frames'> {
  readonly type: EventType;
  readonly places: readonly string[];
}

/** Script errors that share this many innermost frames are counted together. */
const GROUPING_FRAMES = 3;

/**
 * Adds a script error to its group.
 * @returns the group's count
 */
export async function recordScriptError(
  tx: Tx,
  crypto: FieldCrypto,
  fault: ScriptError,
  now: number,
): Promise<number> {
  const { type, name, words, places, screen, browser, appVersion } = fault;
  const group = [type, name, words, ...places.slice(0, GROUPING_FRAMES)].join('\n');
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

/** Deletes records and script errors older than `before`, UTC ms. */
export async function deleteOldTracking(db: Db, before: number): Promise<void> {
  await db.deleteFrom('tracking_records').where('savedAt', '<', instantValue(before)).execute();
  await db.deleteFrom('script_errors').where('lastSeenAt', '<', instantValue(before)).execute();
}
