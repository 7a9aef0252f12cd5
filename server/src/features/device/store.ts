import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { TOKEN_IDLE_MS } from '../../platform/http/session.ts';
import { deletePushSubscription } from '../../platform/notifications/store.ts';

/** Keeps what a device told of itself; a mark that is not told again stays. */
export async function tellDevice(
  tx: Tx,
  of: { userId: string; deviceId: string; operatingSystem: string; fingerprintHash: Buffer | null; now: number },
): Promise<void> {
  const { fingerprintHash } = of;
  const told = { operatingSystem: of.operatingSystem, reportedAt: timestamp(of.now) };
  await tx
    .insertInto('devices')
    .values({ userId: of.userId, deviceId: of.deviceId, ...told, fingerprintHash })
    .onConflict((clash) =>
      clash.columns(['userId', 'deviceId']).doUpdateSet({ ...told, ...(fingerprintHash && { fingerprintHash }) }),
    )
    .execute();
}

/** Forgets the marks of a user's browsers. */
export async function forgetMarks(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ fingerprintHash: null })
    .where('userId', '=', userId)
    .where('fingerprintHash', 'is not', null)
    .execute();
}

/** More than a person has; the rest are out of use and run out by themselves. */
const MOST_SHOWN = 50;

/** A user's sessions that open something, the one used last first. */
export async function listSessions(db: Db, userId: string, now: number) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('devices as d', (on) => on.onRef('d.userId', '=', 's.userId').onRef('d.deviceId', '=', 's.deviceId'))
    .select(['s.sessionId', 'd.operatingSystem', 's.assurance', 's.createdAt as signedInAt', 's.lastUsedAt'])
    .where('s.userId', '=', userId)
    .where('s.revokedAt', 'is', null)
    .where('s.lastUsedAt', '>=', instantValue(now - TOKEN_IDLE_MS))
    .orderBy('s.lastUsedAt', 'desc')
    .orderBy('s.sessionId', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}

/**
 * Ends one of a user's other sessions, or all of them, and with a device's last session the pushes to it.
 * @param of.sessionId null for all others
 * @returns how many were ended
 */
export async function revokeOthers(
  tx: Tx,
  of: { userId: string; ownSessionId: string; sessionId: string | null; now: number },
): Promise<number> {
  const { userId, ownSessionId, sessionId, now } = of;
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('sessionId', '<>', ownSessionId)
    .$if(sessionId !== null, (query) => query.where('sessionId', '=', sessionId as string))
    .where('revokedAt', 'is', null)
    .returning('deviceId')
    .execute();
  const left = await tx
    .selectFrom('sessions')
    .select('deviceId')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const inUse = new Set(left.map((row) => row.deviceId));
  for (const deviceId of new Set(ended.map((row) => row.deviceId)))
    if (!inUse.has(deviceId)) await deletePushSubscription(tx, { userId, deviceId });
  return ended.length;
}
