import type { FieldCrypto } from '../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../platform/db/db.ts';
import { claimName, findOwner, freeName } from '../platform/db/name-owners-store.ts';
import type { PushSubscription } from '../platform/ports/push.ts';
import { deletePushSubscriptions } from './store.ts';

const buildContext = (userId: string): string => `push_subscriptions.subscription_enc:${userId}`;

interface Device {
  readonly userId: string;
  readonly deviceId: string;
}

/**
 * Saves a device's push subscription and replaces its previous one, also when another user of the
 * same browser made it.
 * @returns `renew` when the push service has already ended this subscription
 */
export async function saveSubscription(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, deviceId, subscription, now }: Device & { subscription: PushSubscription; now: number },
): Promise<'on' | 'renew'> {
  const endpointHash = crypto.hash('push', subscription.endpoint);
  const hashes = crypto.hashes('push', subscription.endpoint);
  const endpoint = { kind: 'push_endpoint', name: hashes } as const;
  const owner = (await findOwner(tx, endpoint)) ?? userId;
  const known = await tx
    .selectFrom('push_subscriptions')
    .select(['deviceId', 'expiredAt'])
    .where('userId', '=', owner)
    .where('endpointHash', 'in', hashes)
    .forUpdate()
    .executeTakeFirst();
  // The push service has reported it as expired, and would again.
  if (known?.expiredAt != null) return 'renew';

  if (known) await deletePushSubscriptions(tx, owner, [known.deviceId]);
  await deletePushSubscriptions(tx, userId, [deviceId]);
  await freeName(tx, { ...endpoint, userId: owner });
  await claimName(tx, { ...endpoint, userId });
  await tx
    .insertInto('push_subscriptions')
    .values({
      userId,
      deviceId,
      subscriptionEnc: crypto.encrypt(JSON.stringify(subscription), buildContext(userId)),
      endpointHash,
      savedAt: timestamp(now),
    })
    .execute();

  return 'on';
}

/** The state of a device's subscription: none, active, or expired and to be renewed. */
export async function readSubscriptionState(
  db: Db | Tx,
  { userId, deviceId }: Device,
): Promise<'off' | 'on' | 'renew'> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('expiredAt')
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .where('endsAt', 'is', null)
    .executeTakeFirst();
  if (!row) return 'off';

  return row.expiredAt === null ? 'on' : 'renew';
}

/**
 * The active subscriptions of a user, one per device.
 * @param of.reachesSignedOut also those of devices signed out today
 */
export async function listSubscriptions(
  db: Db,
  crypto: FieldCrypto,
  { userId, reachesSignedOut, now }: { userId: string; reachesSignedOut: boolean; now: number },
) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['deviceId', 'endpointHash', 'subscriptionEnc'])
    .where('userId', '=', userId)
    .where('expiredAt', 'is', null)
    .where((eb) => {
      const isSignedIn = eb('endsAt', 'is', null);
      return reachesSignedOut
        ? eb.or([isSignedIn, eb('endsAt', '>', instantValue(now))])
        : isSignedIn;
    })
    .execute();

  return rows.flatMap(({ deviceId, endpointHash, subscriptionEnc: sealed }) =>
    sealed === null
      ? []
      : [
          {
            deviceId,
            endpointHash,
            subscription: JSON.parse(
              crypto.decrypt(sealed, buildContext(userId)),
            ) as PushSubscription,
          },
        ],
  );
}

/** Marks a subscription as expired, unless the device has a new one meanwhile. */
export async function expireSubscription(
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
