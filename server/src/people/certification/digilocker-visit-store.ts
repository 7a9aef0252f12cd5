import { hashToken } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A borrower at DigiLocker's page. */
export interface LockerVisit {
  readonly userId: string;
  readonly sessionId: string;
  /** Comes back with the return. */
  readonly state: string;
  /** Never leaves the server but to DigiLocker. */
  readonly verifier: string;
  /** By the database's clock, UTC ms. */
  readonly expiresAt: number;
}

/** Opens a visit in place of an earlier one, whose return then counts no more. */
export async function openVisit(tx: Tx, visit: LockerVisit): Promise<void> {
  const { userId, ...row } = toRow(visit);
  await tx
    .insertInto('digilocker_visits')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

const toRow = ({ userId, sessionId, state, verifier, expiresAt }: LockerVisit) => ({
  userId,
  sessionId,
  stateHash: hashToken(state),
  verifier,
  expiresAt: timestamp(expiresAt),
});

/**
 * Takes the visit that came back, once. Null for another state or session, a second return, or one
 * that comes too late.
 * @param now by the database's clock
 */
export async function takeVisit(
  db: Db,
  { userId, sessionId, state }: Pick<LockerVisit, 'userId' | 'sessionId' | 'state'>,
  now: number,
): Promise<LockerVisit | null> {
  const row = await db
    .deleteFrom('digilocker_visits')
    .where('userId', '=', userId)
    .where('sessionId', '=', sessionId)
    .where('stateHash', '=', hashToken(state))
    .where('expiresAt', '>', instantValue(now))
    .returning(['verifier', 'expiresAt'])
    .executeTakeFirst();
  return row ? { userId, sessionId, state, ...row } : null;
}

/** Lets the same return be tried again, unless another visit was opened meanwhile. */
export async function reopenVisit(db: Db, visit: LockerVisit): Promise<void> {
  await db
    .insertInto('digilocker_visits')
    .values(toRow(visit))
    .onConflict((clash) => clash.column('userId').doNothing())
    .execute();
}

export async function deleteOldVisits(db: Db, before: number): Promise<void> {
  await db.deleteFrom('digilocker_visits').where('expiresAt', '<', instantValue(before)).execute();
}
