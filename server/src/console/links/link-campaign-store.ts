import {
  CONTACTS_A_DAY,
  CONTACTS_A_WEEK,
  OVERDUE_BUCKETS,
  WEEK_DAYS,
} from '@noren/core/lending/contact-rules';
import { bucketOfSegment, daysNotSeen, type LinkSegment } from '@noren/core/lending/link-campaign';
import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { consentTexts } from '@noren/core/people/consent';
import { type RawBuilder, sql } from 'kysely';
import { selectDispute } from '../../lending/orders/disputes-store.ts';
import { LINK_HOURS } from '../../notifications/sign-in-link-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** The moment for which a segment is read: UTC milliseconds, and the business day. */
interface Moment {
  readonly now: number;
  readonly today: BusinessDay;
}

/** A person of a segment; the order of a payment link. */
export interface LinkPerson {
  readonly userId: string;
  readonly orderId: string | null;
}

export interface LinkCampaign {
  readonly campaignId: string;
  readonly segment: LinkSegment;
  readonly most: number;
  readonly staffId: string;
  readonly reason: string;
  readonly links: number;
  readonly madeUpTo: string | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

const DAY_MS = 86_400_000;

/**
 * An order whose dues may be raised by a message now, by the same rules as those of the reminders
 * and the collectors.
 */
function selectOverdue(segment: LinkSegment, { now, today }: Moment): RawBuilder<unknown> {
  const { from, until } = OVERDUE_BUCKETS.find(({ id }) => id === bucketOfSegment(segment)) ?? {
    from: 1,
    until: null,
  };
  const since = until === null ? '1970-01-01' : addDays(today, -until);

  return sql`o.status in (${sql.lit(OrderStatus.active)}, ${sql.lit(OrderStatus.overdue)})
    and o.due_day between ${since}::date and ${addDays(today, -from)}::date
    and ${selectDispute({ now, today })} is null
    and (select count(*) from collection_contacts c where c.user_id = o.user_id
         and c.day = ${today}) < ${CONTACTS_A_DAY}
    and (select count(*) from collection_contacts c where c.user_id = o.user_id
         and c.day > ${addDays(today, -WEEK_DAYS)}) < ${CONTACTS_A_WEEK}`;
}

/**
 * The people of a segment who may be sent a link now, one row each: nobody erased or claimed dead,
 * and nobody under a contact hold.
 */
function selectPeople(segment: LinkSegment, { now, today }: Moment): RawBuilder<LinkPerson> {
  const reachable = sql`
    exists (select from users u where u.user_id = p.user_id and u.erased_at is null)
    and not exists (select from nominee_claims n where n.user_id = p.user_id and n.ended_at is null)
    and not exists (select from contact_holds h where h.user_id = p.user_id
                    and ${today}::date between h.from_day and h.until_day)`;

  if (bucketOfSegment(segment) !== undefined)
    return sql`select distinct on (p.user_id) p.user_id, p.order_id from (
        select o.user_id, o.order_id, o.due_day from orders o
        where ${selectOverdue(segment, { now, today })}) p
      where ${reachable} order by p.user_id, p.due_day, p.order_id`;
  if (segment === 'offer_ready')
    return sql`select distinct p.user_id, null::uuid as order_id from orders p
      where p.status = ${sql.lit(OrderStatus.awaitingAcceptance)} and ${reachable}`;

  const unseenSince = timestamp(now - (daysNotSeen(segment) ?? 0) * DAY_MS);
  return sql`select p.user_id, null::uuid as order_id from users p
    where p.created_at < ${unseenSince} and ${reachable}
      and not exists (select from sessions s where s.user_id = p.user_id
                      and s.last_used_at >= ${unseenSince})
      and exists (select from consents c where c.user_id = p.user_id and c.purpose = 'offers'
                  and c.decision = 'given' and c.withdrawn_at is null
                  and c.text_version = ${consentTexts.offers.textVersion}
                  and not exists (select from consents n where n.user_id = c.user_id
                                  and n.purpose = c.purpose and n.consent_id > c.consent_id))`;
}

/** Nobody gets a second link of a campaign while the first may still work. */
function withoutFreshLink({ now }: Moment): RawBuilder<unknown> {
  return sql`not exists (select from staff_links l where l.user_id = p.user_id
    and l.campaign_id is not null and l.state <> 'withheld'
    and l.made_at > ${timestamp(now - LINK_HOURS * 3_600_000)})`;
}

/** How many people of a segment may be sent a link now. */
export async function countLinkSegment(
  db: Db | Tx,
  segment: LinkSegment,
  at: Moment,
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (${selectPeople(segment, at)}) p
    where ${withoutFreshLink(at)}`.execute(db);

  return rows[0]?.people ?? 0;
}

/** The next people of a segment, by id. */
export async function listNextInSegment(
  tx: Tx,
  page: { segment: LinkSegment; at: Moment; after: string | null; limit: number },
): Promise<LinkPerson[]> {
  const { segment, at, after, limit } = page;
  const { rows } = await sql<LinkPerson>`
    select p.user_id, p.order_id from (${selectPeople(segment, at)}) p
    where ${after === null ? sql`true` : sql`p.user_id > ${after}`} and ${withoutFreshLink(at)}
    order by p.user_id limit ${limit}`.execute(tx);

  return rows;
}

/**
 * Whether a person is still of a segment and may be sent a link; of an overdue one, for this order.
 */
export async function isOfLinkSegment(
  db: Db,
  recipient: { segment: LinkSegment; userId: string; orderId: string | null; at: Moment },
): Promise<boolean> {
  const { segment, userId, orderId, at } = recipient;
  const { rows } = await sql`
    select from (${selectPeople(segment, at)}) p
    where p.user_id = ${userId}
      and ${orderId === null ? sql`true` : sql`p.order_id = ${orderId}`}`.execute(db);

  return rows.length > 0;
}

const columns = [
  'campaignId',
  'segment',
  'most',
  'staffId',
  'reason',
  'links',
  'madeUpTo',
  'startedAt',
  'finishedAt',
] as const;

/** @returns the campaign's id */
export async function insertLinkCampaign(
  tx: Tx,
  campaign: Pick<LinkCampaign, 'segment' | 'most' | 'staffId' | 'reason'> & {
    requestId: string;
    now: number;
  },
): Promise<string> {
  const { now, ...values } = campaign;
  const row = await tx
    .insertInto('link_campaigns')
    .values({ ...values, startedAt: timestamp(now) })
    .returning('campaignId')
    .executeTakeFirstOrThrow();

  return row.campaignId;
}

/** The campaign that a request made. */
export async function findLinkCampaign(
  tx: Tx,
  requestId: string,
): Promise<LinkCampaign | undefined> {
  return tx
    .selectFrom('link_campaigns')
    .select(columns)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
}

export async function lockLinkCampaign(
  tx: Tx,
  campaignId: string,
): Promise<LinkCampaign | undefined> {
  return tx
    .selectFrom('link_campaigns')
    .select(columns)
    .where('campaignId', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a batch to the campaign's totals. The table refuses more links than were approved. */
export async function saveBatchResult(
  tx: Tx,
  campaignId: string,
  batch: { links: number; upTo: string | null; finishedAt: number | null },
): Promise<void> {
  await tx
    .updateTable('link_campaigns')
    .set({
      links: sql`links + ${batch.links}`,
      ...(batch.upTo !== null && { madeUpTo: batch.upTo }),
      ...(batch.finishedAt !== null && { finishedAt: timestamp(batch.finishedAt) }),
    })
    .where('campaignId', '=', campaignId)
    .execute();
}

/** Campaigns that have not made all their links. */
export async function listUnfinishedLinkCampaigns(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('link_campaigns')
    .select('campaignId')
    .where('finishedAt', 'is', null)
    .orderBy('startedAt')
    .execute();
  return rows.map(({ campaignId }) => campaignId);
}

/** Campaigns, newest first, after one of them, with what became of their links. */
export async function listLinkCampaigns(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const campaigns = await db
    .selectFrom('link_campaigns as c')
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select(['c.campaignId', 'c.segment', 'c.most', 'c.links', 's.name as staffName', 'c.reason'])
    .select(['c.startedAt', 'c.finishedAt'])
    .$if(after !== undefined, (query) => query.where('c.campaignId', '<', after as string))
    .orderBy('c.campaignId', 'desc')
    .limit(limit)
    .execute();
  const ids = campaigns.map(({ campaignId }) => campaignId);

  const { rows } = await sql<{ campaignId: string; sent: number; withheld: number }>`
    select campaign_id, (count(*) filter (where state = 'sent'))::int as sent,
           (count(*) filter (where state = 'withheld'))::int as withheld
    from staff_links where campaign_id = any(${ids}::uuid[])
    group by campaign_id`.execute(db);
  const counts = new Map(rows.map(({ campaignId, ...links }) => [campaignId, links]));

  return campaigns.map((campaign) => ({
    ...campaign,
    ...(counts.get(campaign.campaignId) ?? { sent: 0, withheld: 0 }),
  }));
}
