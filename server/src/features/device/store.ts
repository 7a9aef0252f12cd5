import { deletePushSubscriptions } from '../../lending/notifications/store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { isSessionOver } from '../../platform/http/session-store.ts';

/** Stores a device's details. Without a fingerprint the stored one is kept. */
export async function saveDevice(
  tx: Tx,
  input: { userId: string; deviceId: string; operatingSystem: string; fingerprintHash: Buffer | null; now: number },
): Promise<void> {
  const { fingerprintHash } = input;
  const details = { operatingSystem: input.operatingSystem, reportedAt: timestamp(input.now) };
  await tx
    .insertInto('devices')
    .values({ userId: input.userId, deviceId: input.deviceId, ...details, fingerprintHash })
    .onConflict((clash) =>
      clash.columns(['userId', 'deviceId']).doUpdateSet({ ...details, ...(fingerprintHash && { fingerprintHash }) }),
    )
    .execute();
}

/** Deletes the browser fingerprints of a user's devices. */
export async function clearFingerprints(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ fingerprintHash: null })
    .where('userId', '=', userId)
    .where('fingerprintHash', 'is not', null)
    .execute();
}

/** A user's valid sessions, the last used first. */
export async function listSessions(db: Db, userId: string, now: number) {
  const rows = await db
    .selectFrom('sessions as s')
    .leftJoin('devices as d', (on) => on.onRef('d.userId', '=', 's.userId').onRef('d.deviceId', '=', 's.deviceId'))
    .select(['s.sessionId', 'd.operatingSystem', 's.assurance', 's.codeEnteredAt', 's.createdAt', 's.lastUsedAt'])
    .where('s.userId', '=', userId)
    .where('s.revokedAt', 'is', null)
    .orderBy('s.lastUsedAt', 'desc')
    .orderBy('s.sessionId', 'desc')
    .execute();
  return rows
    .filter((row) => !isSessionOver(row, now))
    .map(({ codeEnteredAt, createdAt, ...row }) => ({ ...row, signedInAt: createdAt }));
}

/**
 * Revokes one or all of a user's other sessions. Their devices are no longer the user's own, and one left without a session
 * also loses its push subscription.
 * @param input.sessionId null for all others
 * @returns the number of revoked sessions
 */
export async function revokeOtherSessions(
  tx: Tx,
  input: { userId: string; ownSessionId: string; sessionId: string | null; now: number },
): Promise<number> {
  const { userId, ownSessionId, sessionId, now } = input;
  const ended = await tx
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('sessionId', '<>', ownSessionId)
    .$if(sessionId !== null, (query) => query.where('sessionId', '=', sessionId as string))
    .where('revokedAt', 'is', null)
    .returning('deviceId')
    .execute();
  const devices = [...new Set(ended.map((row) => row.deviceId))];
  if (devices.length === 0) return 0;
  // Also the device's earlier sessions, or they would keep it the user's own.
  await tx
    .updateTable('sessions')
    .set({ isDeviceOwn: false })
    .where('userId', '=', userId)
    .where('deviceId', 'in', devices)
    .where('sessionId', '<>', ownSessionId)
    .execute();
  const left = await tx
    .selectFrom('sessions')
    .select('deviceId')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const inUse = new Set(left.map((row) => row.deviceId));
  await deletePushSubscriptions(
    tx,
    userId,
    devices.filter((deviceId) => !inUse.has(deviceId)),
  );
  return ended.length;
}
