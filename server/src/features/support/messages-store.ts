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
    .select(['notification_id', 'kind', 'values_enc', 'sent_at', 'read_at'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('notification_id', '<', before as string))
    .orderBy('notification_id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    messageId: row.notification_id,
    kind: row.kind,
    values: JSON.parse(crypto.decrypt(row.values_enc, valuesPlaceOf(userId))) as Record<string, string>,
    sentAt: row.sent_at,
    isRead: row.read_at !== null,
  }));
}

/** How many messages a user has not read. */
export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks as read what a user was sent up to a message, itself among them. */
export async function markRead(tx: Tx, given: { userId: string; upTo: string; now: number }): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: timestamp(given.now) })
    .where('user_id', '=', given.userId)
    .where('read_at', 'is', null)
    .where('notification_id', '<=', given.upTo)
    .execute();
}
