import { valuesContext } from '../../notifications/store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** A stored notification: its kind and the values for its text. */
export interface InboxNotification {
  readonly notificationId: string;
  readonly kind: string;
  readonly values: Readonly<Record<string, string>>;
  readonly sentAt: number;
  readonly isRead: boolean;
}

/**
 * A user's notifications, newest first; with `before` only those older than that notification id.
 */
export async function listNotifications(
  db: Db | Tx,
  crypto: FieldCrypto,
  { userId, before, limit }: { userId: string; before?: string | undefined; limit: number },
): Promise<InboxNotification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['notificationId', 'kind', 'valuesEnc', 'sentAt', 'readAt'])
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('notificationId', '<', before as string))
    .orderBy('notificationId', 'desc')
    .limit(limit)
    .execute();

  return rows.map((row) => ({
    notificationId: row.notificationId,
    kind: row.kind,
    values: JSON.parse(crypto.decrypt(row.valuesEnc, valuesContext(userId))) as Record<
      string,
      string
    >,
    sentAt: row.sentAt,
    isRead: row.readAt !== null,
  }));
}

export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks a user's notifications as read up to and including `upTo`. */
export async function markRead(
  tx: Tx,
  input: { userId: string; upTo: string; now: number },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt: timestamp(input.now) })
    .where('userId', '=', input.userId)
    .where('readAt', 'is', null)
    .where('notificationId', '<=', input.upTo)
    .execute();
}
