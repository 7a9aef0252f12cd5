import { CODES } from '@noren/contract/codes';
import {
  type ConsentRecord,
  consentTexts,
  decideConsent,
  goesOnWithout,
  mayCollect,
  type Purpose,
} from '@noren/core/people/consent';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';
import type { ConsentEffects } from '../platform/deps.ts';
import { CallError } from '../platform/http/call-error.ts';
import type { UserCtx } from '../platform/http/handler.ts';

/** A consent decision to record. */
export interface Decision {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly isGiven: boolean;
  readonly textVersion: string;
  readonly language: string;
  readonly channel: string;
  readonly deviceId: string;
  readonly at: number;
}

/** A recorded consent decision. */
export interface StoredConsent extends ConsentRecord {
  readonly at: number;
  readonly items: readonly string[];
  readonly deviceId: string | null;
}

/** A user's consent decisions, oldest first, for one purpose or all. */
export async function readConsents(db: Db | Tx, userId: string, purpose?: Purpose): Promise<StoredConsent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['purpose', 'textVersion', 'language', 'decision', 'at', 'withdrawnAt', 'items', 'deviceId'])
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

/** Serializes a user's consent decisions. Statements that only reference the user's row by foreign key do not wait. */
export async function lockDecisions(tx: Tx | Db, userId: string): Promise<void> {
  await sql`select 1 from users where user_id = ${userId} for no key update`.execute(tx);
}

/**
 * Blocks consent decisions until the transaction ends, so that a consent cannot be withdrawn between checking it and
 * saving data under it. Shared: several readers do not block each other.
 */
export async function lockDecisionsShared(tx: Tx, userId: string): Promise<void> {
  await sql`select 1 from users where user_id = ${userId} for share`.execute(tx);
}

/**
 * Records a decision. A no-op when the same decision is already in force, also for two concurrent requests.
 * @throws CallError 409 when it refers to another text version than the current one
 */
export async function recordDecision(tx: Tx | Db, effects: ConsentEffects, decision: Decision): Promise<void> {
  const { userId, purpose } = decision;
  await lockDecisions(tx, userId);
  const { adds, withdraws } = decideConsent(await readConsents(tx, userId, purpose), decision);
  if (withdraws) {
    await tx
      .updateTable('consents')
      .set({ withdrawnAt: timestamp(decision.at) })
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .where('decision', '=', 'given')
      .where('withdrawnAt', 'is', null)
      .execute();
    await effects.onWithdrawn(tx, userId, purpose);
  }
  if (!adds) return;
  const { textVersion, items } = consentTexts[purpose];
  if (decision.textVersion !== textVersion)
    throw new CallError(CODES.conflict, 'consent.text_changed', {
      data: { reason: 'consent_text_changed', purpose, textVersion },
    });
  await tx
    .insertInto('consents')
    .values({
      userId,
      purpose,
      textVersion,
      language: decision.language,
      channel: decision.channel,
      at: timestamp(decision.at),
      decision: adds,
      items: JSON.stringify(items),
      deviceId: decision.deviceId,
    })
    .execute();
  if (adds === 'given') await effects.onGiven(tx, userId, purpose);
}

/**
 * Checks that the user has consented to the current text of a purpose before data is collected for it.
 * @throws CallError 409 with `data.reason` `consent_needed` otherwise
 */
export async function requireConsent(ctx: UserCtx, db: Db | Tx, purpose: Purpose): Promise<void> {
  if (mayCollect(await readConsents(db, ctx.userId, purpose), purpose)) return;
  const { textVersion } = consentTexts[purpose];
  throw new CallError(CODES.conflict, 'consent.needed', { data: { reason: 'consent_needed', purpose, textVersion } });
}

/** Whether the user declined an optional purpose and continued without it. */
export async function hasDeclinedOptional(db: Db | Tx, userId: string, purpose: Purpose): Promise<boolean> {
  return goesOnWithout(await readConsents(db, userId, purpose), purpose);
}
