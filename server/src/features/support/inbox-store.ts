import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { valuesPlaceOf } from '../../platform/notifications/store.ts';

/** A message as kept: what it is about and what its words are filled with. */
export interface KeptMessage {
  readonly messageId: string;
  readonly kind: string;
  readonly values: Readonly<Record<string, string>>;
  readonly sentAt: number;
  readonly isRead: boolean;
}

/** A user's messages, newest first, so many at most; with `before`, those older than it. */
export async function listMessages(
  db: Db | Tx,
  crypto: FieldCrypto,
  { userId, before, most }: { userId: string; before?: string | undefined; most: number },
): Promise<KeptMessage[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['notificationId', 'kind', 'valuesEnc', 'sentAt', 'readAt'])
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('notificationId', '<', before as string))
    .orderBy('notificationId', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    messageId: row.notificationId,
    kind: row.kind,
    values: JSON.parse(crypto.decrypt(row.valuesEnc, valuesPlaceOf(userId))) as Record<string, string>,
    sentAt: row.sentAt,
    isRead: row.readAt !== null,
  }));
}

/** How many messages a user has not read. */
export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks as read what a user was sent up to a message, itself among them. */
export async function markRead(tx: Tx, given: { userId: string; upTo: string; now: number }): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt: timestamp(given.now) })
    .where('userId', '=', given.userId)
    .where('readAt', 'is', null)
    .where('notificationId', '<=', given.upTo)
    .execute();
}
