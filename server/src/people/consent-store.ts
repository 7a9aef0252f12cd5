import type { ConsentRecord, Purpose } from '@noren/core/people/consent';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/** A recorded consent decision. */
export interface StoredConsent extends ConsentRecord {
  readonly at: number;
  readonly items: readonly string[];
  readonly deviceId: string | null;
}

/** A user's consent decisions, oldest first, for one purpose or all. */
export async function readConsents(
  db: Db | Tx,
  userId: string,
  purpose?: Purpose,
): Promise<StoredConsent[]> {
  const rows = await db
    .selectFrom('consents')
    .select([
      'purpose',
      'textVersion',
      'language',
      'decision',
      'at',
      'withdrawnAt',
      'items',
      'deviceId',
    ])
    .where('userId', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as Purpose))
    .orderBy('consentId')
    .execute();

  return rows.map((row) => ({
    purpose: row.purpose,
    textVersion: row.textVersion,
    language: row.language,
    decision: row.decision,
    at: row.at,
    withdrawnAt: row.withdrawnAt,
    items: row.items,
    deviceId: row.deviceId,
  }));
}

/**
 * Serializes a user's consent decisions. Statements that only reference the user's row by foreign
 * key do not wait.
 */
export async function lockDecisions(tx: Tx | Db, userId: string): Promise<void> {
  await sql`select 1 from users where user_id = ${userId} for no key update`.execute(tx);
}

/**
 * Blocks consent decisions until the transaction ends, so that a consent cannot be withdrawn
 * between checking it and saving data under it. Shared: several readers do not block each other.
 */
export async function lockDecisionsShared(tx: Tx, userId: string): Promise<void> {
  await sql`select 1 from users where user_id = ${userId} for share`.execute(tx);
}

/** A new consent decision. */
interface NewConsent {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly decision: ConsentRecord['decision'];
  readonly textVersion: string;
  readonly items: readonly string[];
  readonly language: string;
  readonly channel: string;
  readonly deviceId: string;
  readonly at: number;
}

export async function insertConsent(tx: Tx | Db, consent: NewConsent): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      userId: consent.userId,
      purpose: consent.purpose,
      textVersion: consent.textVersion,
      language: consent.language,
      channel: consent.channel,
      at: timestamp(consent.at),
      decision: consent.decision,
      items: JSON.stringify(consent.items),
      deviceId: consent.deviceId,
    })
    .execute();
}

/** Marks the consents in force for a purpose as withdrawn. */
export async function markConsentsWithdrawn(
  tx: Tx | Db,
  { userId, purpose, at }: { userId: string; purpose: Purpose; at: number },
): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ withdrawnAt: timestamp(at) })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('decision', '=', 'given')
    .where('withdrawnAt', 'is', null)
    .execute();
}
