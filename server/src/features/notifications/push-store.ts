import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { PushSubscription } from '../../platform/ports/push.ts';

const placeOf = (userId: string): string => `push_subscriptions.subscription_enc:${userId}`;

interface Device {
  readonly userId: string;
  readonly deviceId: string;
}

/** Keeps where a device takes pushes, in place of what it had; a browser that was another user's before is theirs no more. */
export async function saveSubscription(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, deviceId, subscription, now }: Device & { subscription: PushSubscription; now: number },
): Promise<'on' | 'renew'> {
  const endpointHash = crypto.hash('push', subscription.endpoint);
  const known = await tx
    .selectFrom('push_subscriptions')
    .select(['user_id', 'device_id', 'expired_at'])
    .where('endpoint_hash', '=', endpointHash)
    .forUpdate()
    .executeTakeFirst();
  // The push service said that it is no more: saved again it would be lost again.
  if (known?.expired_at != null) return 'renew';
  await tx
    .deleteFrom('push_subscriptions')
    .where((on) =>
      on.or([
        on('endpoint_hash', '=', endpointHash),
        on.and([on('user_id', '=', userId), on('device_id', '=', deviceId)]),
      ]),
    )
    .execute();
  await tx
    .insertInto('push_subscriptions')
    .values({
      user_id: userId,
      device_id: deviceId,
      subscription_enc: crypto.encrypt(JSON.stringify(subscription), placeOf(userId)),
      endpoint_hash: endpointHash,
      saved_at: timestamp(now),
    })
    .execute();
  return 'on';
}

/** How a device stands: without one, taking pushes, or in need of another subscription. */
export async function readStanding(db: Db | Tx, { userId, deviceId }: Device): Promise<'off' | 'on' | 'renew'> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('expired_at')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  if (!row) return 'off';
  return row.expired_at === null ? 'on' : 'renew';
}

/** The devices of a user that take pushes. */
export async function listSubscriptions(db: Db, crypto: FieldCrypto, userId: string) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['device_id', 'endpoint_hash', 'subscription_enc'])
    .where('user_id', '=', userId)
    .where('expired_at', 'is', null)
    .execute();
  return rows.flatMap(({ device_id: deviceId, endpoint_hash: endpointHash, subscription_enc: sealed }) =>
    sealed === null
      ? []
      : [
          {
            deviceId,
            endpointHash,
            subscription: JSON.parse(crypto.decrypt(sealed, placeOf(userId))) as PushSubscription,
          },
        ],
  );
}

/** Notes that a subscription is no more, unless the device has made another meanwhile. */
export async function loseSubscription(
  db: Db,
  { userId, deviceId, endpointHash, now }: Device & { endpointHash: Buffer; now: number },
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ expired_at: timestamp(now), subscription_enc: null })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
}
