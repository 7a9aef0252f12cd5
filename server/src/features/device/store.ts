import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { TOKEN_IDLE_MS } from '../../platform/http/session.ts';
import { deletePushSubscription } from '../../platform/notifications/store.ts';

/** Keeps what a device told of itself; a mark that is not told again stays. */
export async function tellDevice(
  tx: Tx,
  of: { userId: string; deviceId: string; operatingSystem: string; fingerprintHash: Buffer | null; now: number },
): Promise<void> {
  const { fingerprintHash } = of;
  const told = { operating_system: of.operatingSystem, reported_at: timestamp(of.now) };
  await tx
    .insertInto('devices')
    .values({ user_id: of.userId, device_id: of.deviceId, ...told, fingerprint_hash: fingerprintHash })
    .onConflict((clash) =>
      clash
        .columns(['user_id', 'device_id'])
        .doUpdateSet({ ...told, ...(fingerprintHash && { fingerprint_hash: fingerprintHash }) }),
    )
    .execute();
}

/** Forgets the marks of a user's browsers. */
export async function forgetMarks(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('devices')
    .set({ fingerprint_hash: null })
    .where('user_id', '=', userId)
    .where('fingerprint_hash', 'is not', null)
    .execute();
}

/** More than a person has; the rest are out of use and run out by themselves. */
const MOST_SHOWN = 50;

/** A user's sessions that open something, the one used last first. */
export async function listSessions(db: Db, userId: string, now: number) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('devices as d', (on) => on.onRef('d.user_id', '=', 's.user_id').onRef('d.device_id', '=', 's.device_id'))
    .select([
      's.session_id as sessionId',
      'd.operating_system as operatingSystem',
      's.assurance',
      's.created_at as signedInAt',
      's.last_used_at as lastUsedAt',
    ])
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.last_used_at', '>=', instantValue(now - TOKEN_IDLE_MS))
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.session_id', 'desc')
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
    .set({ revoked_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('session_id', '<>', ownSessionId)
    .$if(sessionId !== null, (query) => query.where('session_id', '=', sessionId as string))
    .where('revoked_at', 'is', null)
    .returning('device_id')
    .execute();
  const left = await tx
    .selectFrom('sessions')
    .select('device_id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  const inUse = new Set(left.map((row) => row.device_id));
  for (const deviceId of new Set(ended.map((row) => row.device_id)))
    if (!inUse.has(deviceId)) await deletePushSubscription(tx, { userId, deviceId });
  return ended.length;
}
