import { type Db, timestamp } from '../db.ts';
import type { FieldCrypto } from '../field-crypto.ts';
import type { PushSubscription } from '../outside/push/push.ts';

const placeOf = (userId: string): string => `push_subscriptions.subscription_enc:${userId}`;

interface Device {
  readonly userId: string;
  readonly deviceId: string;
}

/** The devices of a user that take pushes. */
export async function listSubscriptions(db: Db, crypto: FieldCrypto, userId: string) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['device_id', 'endpoint_hash', 'subscription_enc'])
    .where('user_id', '=', userId)
    .where('gone_at', 'is', null)
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
    .set({ gone_at: timestamp(now), subscription_enc: null })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
}
