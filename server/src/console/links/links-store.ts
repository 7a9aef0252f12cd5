import type { Language } from '@noren/contract/fields';
import type { LinkSegment } from '@noren/core/lending/link-campaign';
import { owingOrderStatuses } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { type FieldCrypto, hashToken } from '../../platform/crypto/field-crypto.ts';
import { changesRow, type Db, type Tx, timestamp } from '../../platform/db/db.ts';

export interface LinkKey {
  readonly userId: string;
  readonly linkId: string;
}

/**
 * An order of this person on which something may be owed, and whether nobody may raise its dues
 * today.
 */
export async function findOwingOrder(
  tx: Tx,
  target: { userId: string; repayId: string; today: string },
): Promise<{ orderId: string; isOverdue: boolean; isOnHold: boolean } | undefined> {
  const { userId, repayId, today } = target;

  return tx
    .selectFrom('orders')
    .select('orderId')
    .select(sql<boolean>`coalesce(due_day < ${today}::date, false)`.as('isOverdue'))
    .select(
      sql<boolean>`exists (select from contact_holds h where h.user_id = orders.user_id
        and ${today}::date between h.from_day and h.until_day)`.as('isOnHold'),
    )
    .where('userId', '=', userId)
    .where('repayId', '=', repayId)
    .where('status', 'in', [...owingOrderStatuses])
    .executeTakeFirst();
}

/** Whether there is such a person with a phone. */
export async function hasPhone(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('userId')
    .where('userId', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a link that a job will make and send.
 * @returns its id
 */
export async function addLink(
  tx: Tx,
  link: {
    userId: string;
    orderId: string | null;
    staffId: string;
    reason: string;
    campaignId?: string;
    now: number;
  },
): Promise<string> {
  const { userId, orderId, staffId, reason, campaignId = null, now } = link;
  const row = await tx
    .insertInto('staff_links')
    .values({
      userId,
      orderId,
      staffId,
      reason,
      campaignId,
      kind: orderId === null ? 'sign_in' : 'payment',
      madeAt: timestamp(now),
    })
    .returning('linkId')
    .executeTakeFirstOrThrow();

  return row.linkId;
}

/**
 * Gives a queued link its token, once.
 * @returns false when it has one: an earlier run may have sent it
 */
export async function claimLink(
  db: Db,
  { userId, linkId }: LinkKey,
  taskId: string,
): Promise<boolean> {
  return db
    .updateTable('staff_links')
    .set({ tokenHash: hashToken(taskId) })
    .where('userId', '=', userId)
    .where('linkId', '=', linkId)
    .where('state', '=', 'queued')
    .where('tokenHash', 'is', null)
    .$call(changesRow);
}

export async function markLink(
  db: Db,
  { userId, linkId }: LinkKey,
  to: { state: 'sent' | 'refused' | 'unknown' | 'withheld'; now: number },
): Promise<void> {
  await db
    .updateTable('staff_links')
    .set({ state: to.state, sentAt: timestamp(to.now) })
    .where('userId', '=', userId)
    .where('linkId', '=', linkId)
    .where('state', '=', 'queued')
    .execute();
}

/**
 * A queued link of a campaign, with the campaign's segment; undefined for one that was sent to one
 * person.
 */
export async function readCampaignLink(
  db: Db,
  { userId, linkId }: LinkKey,
): Promise<{ orderId: string | null; staffId: string; segment: LinkSegment } | undefined> {
  return db
    .selectFrom('staff_links as l')
    .innerJoin('link_campaigns as c', 'c.campaignId', 'l.campaignId')
    .select(['l.orderId', 'l.staffId', 'c.segment'])
    .where('l.userId', '=', userId)
    .where('l.linkId', '=', linkId)
    .where('l.state', '=', 'queued')
    .executeTakeFirst();
}

/** The order that a link is for; null for one that only signs in. */
export async function readLinkOrder(db: Db, { userId, linkId }: LinkKey): Promise<string | null> {
  const link = await db
    .selectFrom('staff_links')
    .select('orderId')
    .where('userId', '=', userId)
    .where('linkId', '=', linkId)
    .executeTakeFirst();
  return link?.orderId ?? null;
}

/** Where a link is sent; undefined once the person is erased. */
export async function readLinkRecipient(
  db: Db,
  crypto: FieldCrypto,
  userId: string,
): Promise<{ phone: string; language: Language } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['phoneEnc', 'language'])
    .where('userId', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();

  return (
    user && {
      phone: crypto.decrypt(user.phoneEnc, `users.phone_enc:${userId}`),
      language: user.language,
    }
  );
}

/** Links, newest first, after one of them. */
export async function listLinks(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return db
    .selectFrom('staff_links as l')
    .innerJoin('users as u', 'u.userId', 'l.userId')
    .innerJoin('staff as s', 's.staffId', 'l.staffId')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.userId', '=', 'l.userId').onRef('o.orderId', '=', 'l.orderId'),
    )
    .leftJoin('magic_links as m', (join) =>
      join.onRef('m.userId', '=', 'l.userId').onRef('m.tokenHash', '=', 'l.tokenHash'),
    )
    .leftJoin('identities as i', 'i.userId', 'l.userId')
    .select(['l.linkId', 'l.userId', 'i.nameEnc', 'u.maskedPhone', 'l.kind', 'o.repayId'])
    .select(['s.name as staffName', 'l.reason'])
    .leftJoin('link_campaigns as c', 'c.campaignId', 'l.campaignId')
    .select(['c.segment', 'l.state', 'l.madeAt', 'l.sentAt', 'm.usedAt', 'm.expiresAt'])
    .$if(after !== undefined, (query) => query.where('l.linkId', '<', after as string))
    .orderBy('l.linkId', 'desc')
    .limit(limit)
    .execute();
}
