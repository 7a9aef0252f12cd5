import {
  PHONE_CHANGE_PROOF_MS,
  type PhoneChangeStop,
  type PhoneChangeWay,
  type PhoneProof,
} from '@noren/core/people/phone-change';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A new phone number of a user that does not sign in yet. */
export interface OpenPhoneChange {
  readonly changeId: string;
  readonly state: 'begun' | 'waiting';
  readonly newPhone: string;
  readonly sessionId: string | null;
  readonly way: PhoneChangeWay;
  /** Null until it was proved. */
  readonly proof: PhoneProof | null;
  /** UTC ms. */
  readonly begunAt: number;
  /** When it was asked for, and when it is due; null before the face check. UTC ms. */
  readonly requestedAt: number | null;
  readonly dueAt: number | null;
}

const toContext = (column: 'new_phone_enc' | 'old_phone_enc', userId: string): string =>
  `phone_changes.${column}:${userId}`;

/** The user's change that waits, or whose face check may still be passed; null without one. */
export async function readOpenChange(
  db: Db | Tx,
  crypto: FieldCrypto,
  { userId, now }: { userId: string; now: number },
): Promise<OpenPhoneChange | null> {
  const row = await db
    .selectFrom('phone_changes')
    .select(['changeId', 'state', 'newPhoneEnc', 'sessionId', 'way', 'proof'])
    .select(['begunAt', 'requestedAt', 'dueAt'])
    .where('userId', '=', userId)
    .where('state', 'in', ['begun', 'waiting'])
    .executeTakeFirst();
  if (!row) return null;

  const { newPhoneEnc, ...change } = row;
  const state = change.state === 'waiting' ? 'waiting' : 'begun';
  if (state === 'begun' && now - change.begunAt > PHONE_CHANGE_PROOF_MS) return null;

  return {
    ...change,
    state,
    newPhone: crypto.decrypt(newPhoneEnc, toContext('new_phone_enc', userId)),
  };
}

/** When the user's waiting change is due, UTC ms; null while none waits. */
export async function readChangeDueAt(db: Db | Tx, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('phone_changes')
    .select('dueAt')
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.dueAt ?? null;
}

/** A change that begins. Its session is the only one that goes on; a lost phone has none. */
export interface NewPhoneChange {
  readonly userId: string;
  readonly oldPhone: string;
  readonly newPhone: string;
  readonly sessionId: string | null;
  readonly way: PhoneChangeWay;
  readonly now: number;
}

/** Begins a change in place of one that was begun and not asked for. The user is locked. */
export async function beginChange(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, oldPhone, newPhone, sessionId, way, now }: NewPhoneChange,
): Promise<string> {
  await tx
    .updateTable('phone_changes')
    .set({ state: 'stopped', stoppedBecause: 'replaced', endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', '=', 'begun')
    .execute();

  const row = await tx
    .insertInto('phone_changes')
    .values({
      userId,
      state: 'begun',
      newPhoneEnc: crypto.encrypt(newPhone, toContext('new_phone_enc', userId)),
      oldPhoneEnc: crypto.encrypt(oldPhone, toContext('old_phone_enc', userId)),
      sessionId,
      way,
      begunAt: timestamp(now),
    })
    .returning('changeId')
    .executeTakeFirstOrThrow();
  return row.changeId;
}

/** Lets a change that was begun wait until it is due. The user is locked. */
export async function markWaiting(
  tx: Tx,
  {
    userId,
    changeId,
    proof,
    now,
    dueAt,
  }: { userId: string; changeId: string; proof: PhoneProof; now: number; dueAt: number },
): Promise<void> {
  await tx
    .updateTable('phone_changes')
    .set({ state: 'waiting', proof, requestedAt: timestamp(now), dueAt: timestamp(dueAt) })
    .where('userId', '=', userId)
    .where('changeId', '=', changeId)
    .where('state', '=', 'begun')
    .execute();
}

/**
 * Ends the user's open change.
 * @returns what it was; null when none is open
 */
export async function markStopped(
  tx: Tx,
  { userId, because, now }: { userId: string; because: PhoneChangeStop; now: number },
): Promise<{ changeId: string; wasRequested: boolean } | null> {
  const row = await tx
    .updateTable('phone_changes')
    .set({ state: 'stopped', stoppedBecause: because, endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', 'in', ['begun', 'waiting'])
    .returning(['changeId', 'requestedAt'])
    .executeTakeFirst();
  return row ? { changeId: row.changeId, wasRequested: row.requestedAt !== null } : null;
}

/** Moves a user's phone number, and marks the change as done. */
export async function moveNumber(
  tx: Tx,
  crypto: FieldCrypto,
  to: { userId: string; changeId: string; phone: string; maskedPhone: string; now: number },
): Promise<void> {
  const { userId, changeId, phone, maskedPhone, now } = to;
  await tx
    .updateTable('users')
    .set({
      phoneHash: crypto.hash('phone', phone),
      phoneEnc: crypto.encrypt(phone, `users.phone_enc:${userId}`),
      maskedPhone,
    })
    .where('userId', '=', userId)
    .execute();

  await tx
    .updateTable('phone_changes')
    .set({ state: 'done', endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('changeId', '=', changeId)
    .execute();
}

/**
 * Ends all sessions of a user but one, and makes their devices no longer the user's own.
 * @returns the devices of those that were open
 */
export async function endOtherSessions(
  tx: Tx,
  { userId, exceptSessionId, now }: { userId: string; exceptSessionId: string | null; now: number },
): Promise<string[]> {
  const isOther = sql<boolean>`session_id is distinct from ${exceptSessionId}::uuid`;
  await tx
    .updateTable('sessions')
    .set({ isDeviceOwn: false })
    .where('userId', '=', userId)
    .where(isOther)
    .where('isDeviceOwn', '=', true)
    .execute();

  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where(isOther)
    .where('revokedAt', 'is', null)
    .returning('deviceId')
    .execute();
  return ended.map(({ deviceId }) => deviceId);
}

/** Ends the links that were sent to the old number and not opened yet. */
export async function endUnusedLinks(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('magic_links')
    .set({ expiresAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(now))
    .execute();
}

/**
 * The number of a change that is not the user's: the new one until it is done, the old one after.
 * Empty once the change was deleted.
 */
export async function readOtherNumber(
  db: Db,
  crypto: FieldCrypto,
  { userId, changeId, isDone }: { userId: string; changeId: string; isDone: boolean },
): Promise<string> {
  const column = isDone ? 'oldPhoneEnc' : 'newPhoneEnc';
  const row = await db
    .selectFrom('phone_changes')
    .select(`${column} as sealed`)
    .where('userId', '=', userId)
    .where('changeId', '=', changeId)
    .executeTakeFirst();
  const context = toContext(isDone ? 'old_phone_enc' : 'new_phone_enc', userId);

  return row ? crypto.decrypt(row.sealed, context) : '';
}

/** Users whose change is due at an instant (UTC ms). */
export async function listDueChanges(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('phone_changes')
    .select('userId')
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', instantValue(now))
    .orderBy('dueAt')
    .limit(200)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Deletes what was begun and never asked for, or ended, before an instant (UTC ms). */
export async function deleteOldChanges(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('phone_changes')
    .where('state', '<>', 'waiting')
    .where('begunAt', '<', instantValue(before))
    .execute();
}
