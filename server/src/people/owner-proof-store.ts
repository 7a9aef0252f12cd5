import { OWN_DEVICE_MS } from '@noren/core/people/otp';
import { type Db, instantValue, type Tx } from '../platform/db/db.ts';
import type { Device } from '../platform/http/device-secret.ts';

/** When the passkeys were added that confirmed this session since then. */
export async function listPasskeysUsed(
  db: Db | Tx,
  of: { userId: string; sessionId: string; since: number },
): Promise<{ addedAt: number }[]> {
  return db
    .selectFrom('user_passkeys')
    .select('addedAt')
    .where('userId', '=', of.userId)
    .where('lastSessionId', '=', of.sessionId)
    .where('lastUsedAt', '>=', instantValue(of.since))
    .execute();
}

/** When the user's passkeys were added. */
export async function listPasskeyAges(db: Db | Tx, userId: string): Promise<{ addedAt: number }[]> {
  return db.selectFrom('user_passkeys').select('addedAt').where('userId', '=', userId).execute();
}

/**
 * Since when a device is one of the user's own, UTC ms; null when it is not: no code was entered on
 * it, it was not used lately, or it was signed out from another device since. The device id alone
 * proves nothing.
 */
export async function readDeviceKnownSince(
  db: Db | Tx,
  { userId, device }: { userId: string; device: Device },
  now: number,
): Promise<number | null> {
  const { deviceId, secretHashes, sessionId } = device;
  if (secretHashes.length === 0 && sessionId === null) return null;

  const row = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.min('firstCodeAt').as('since'))
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        ...(sessionId === null ? [] : [eb('sessionId', '=', sessionId)]),
        ...(secretHashes.length === 0
          ? []
          : [eb.and([eb('deviceId', '=', deviceId), eb('deviceSecretHash', 'in', secretHashes)])]),
      ]),
    )
    .where('isDeviceOwn', '=', true)
    .where('lastUsedAt', '>', instantValue(now - OWN_DEVICE_MS))
    .executeTakeFirst();
  return row?.since ?? null;
}

/** When the account was made, UTC ms. */
export async function readAccountSince(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return row.createdAt;
}
