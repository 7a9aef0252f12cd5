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
    .select(['userId', 'deviceId', 'expiredAt'])
    .where('endpointHash', '=', endpointHash)
    .forUpdate()
    .executeTakeFirst();
  // The push service said that it is no more: saved again it would be lost again.
  if (known?.expiredAt != null) return 'renew';
  await tx
    .deleteFrom('push_subscriptions')
    .where((on) =>
      on.or([
        on('endpointHash', '=', endpointHash),
        on.and([on('userId', '=', userId), on('deviceId', '=', deviceId)]),
      ]),
    )
    .execute();
  await tx
    .insertInto('push_subscriptions')
    .values({
      userId,
      deviceId,
      subscriptionEnc: crypto.encrypt(JSON.stringify(subscription), placeOf(userId)),
      endpointHash,
      savedAt: timestamp(now),
    })
    .execute();
  return 'on';
}

/** How a device stands: without one, taking pushes, or in need of another subscription. */
export async function readStanding(db: Db | Tx, { userId, deviceId }: Device): Promise<'off' | 'on' | 'renew'> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('expiredAt')
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst();
  if (!row) return 'off';
  return row.expiredAt === null ? 'on' : 'renew';
}

/** The devices of a user that take pushes. */
export async function listSubscriptions(db: Db, crypto: FieldCrypto, userId: string) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['deviceId', 'endpointHash', 'subscriptionEnc'])
    .where('userId', '=', userId)
    .where('expiredAt', 'is', null)
    .execute();
  return rows.flatMap(({ deviceId, endpointHash, subscriptionEnc: sealed }) =>
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
    .set({ expiredAt: timestamp(now), subscriptionEnc: null })
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .where('endpointHash', '=', endpointHash)
    .execute();
}
