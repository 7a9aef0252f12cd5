import { endPushSubscriptions } from '../../notifications/store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { isSessionOver } from '../../platform/http/session-store.ts';

/** Stores a device's details. Without a fingerprint the stored one is kept. */
export async function saveDevice(
  tx: Tx,
  input: {
    userId: string;
    deviceId: string;
    operatingSystem: string;
    fingerprintHash: Buffer | null;
    now: number;
  },
): Promise<void> {
  const { fingerprintHash } = input;
  const details = { operatingSystem: input.operatingSystem, reportedAt: timestamp(input.now) };

  await tx
    .insertInto('devices')
    .values({ userId: input.userId, deviceId: input.deviceId, ...details, fingerprintHash })
    .onConflict((clash) =>
      clash
        .columns(['userId', 'deviceId'])
        .doUpdateSet({ ...details, ...(fingerprintHash && { fingerprintHash }) }),
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
    .leftJoin('devices as d', (on) =>
      on.onRef('d.userId', '=', 's.userId').onRef('d.deviceId', '=', 's.deviceId'),
    )
    .select([
      's.sessionId',
      'd.operatingSystem',
      's.assurance',
      's.codeEnteredAt',
      's.createdAt',
      's.lastUsedAt',
    ])
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
 * Revokes one or all of a user's other sessions. Their devices are no longer the user's own, and
 * one left without a session gets pushes about the account's safety alone, for a day: the owner's
 * phone may be the one that is signed out. All others means also the devices that signed themselves
 * out.
 * @param input.sessionId null for all others
 * @returns the number of revoked sessions, and whether any device is the user's own no longer
 */
export async function revokeOtherSessions(
  tx: Tx,
  input: { userId: string; ownSessionId: string; sessionId: string | null; now: number },
): Promise<{ revoked: number; areForgotten: boolean }> {
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
  const areForgotten = await forgetDevices(tx, {
    userId,
    ownSessionId,
    devices: sessionId === null ? 'all' : devices,
  });

  await endPushSubscriptions(tx, {
    userId,
    devices: await withoutSession(tx, { userId, devices }),
    now,
  });

  return { revoked: ended.length, areForgotten };
}

/**
 * Makes devices no longer the user's own, but for the browser of the user's session. A device id
 * may be another browser's too, so the browser is known by its secret. Earlier sessions count, or
 * they would keep the device.
 * @returns whether one was
 */
async function forgetDevices(
  tx: Tx,
  {
    userId,
    ownSessionId,
    devices,
  }: { userId: string; ownSessionId: string; devices: readonly string[] | 'all' },
): Promise<boolean> {
  if (devices.length === 0) return false;

  const own = await tx
    .selectFrom('sessions')
    .select(['deviceId', 'deviceSecretHash'])
    .where('userId', '=', userId)
    .where('sessionId', '=', ownSessionId)
    .executeTakeFirstOrThrow();
  const forgotten = await tx
    .updateTable('sessions')
    .set({ isDeviceOwn: false })
    .where('userId', '=', userId)
    .where('sessionId', '<>', ownSessionId)
    .where('isDeviceOwn', '=', true)
    .$if(devices !== 'all', (query) => query.where('deviceId', 'in', devices as readonly string[]))
    .where((eb) =>
      eb.or([
        eb('deviceId', '<>', own.deviceId),
        eb('deviceSecretHash', 'is distinct from', own.deviceSecretHash),
      ]),
    )
    .returning('firstCodeAt')
    .execute();

  return forgotten.some(({ firstCodeAt }) => firstCodeAt !== null);
}

/** Those of a user's devices that have no session left. */
async function withoutSession(
  tx: Tx,
  { userId, devices }: { userId: string; devices: string[] },
): Promise<string[]> {
  const left = await tx
    .selectFrom('sessions')
    .select('deviceId')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const inUse = new Set(left.map((row) => row.deviceId));

  return devices.filter((deviceId) => !inUse.has(deviceId));
}
