import type { campaignTerms } from '@noren/contract/staff/terms';
import type { CampaignSegment } from '@noren/core/lending/campaign';
import type { Coupon } from '@noren/core/lending/coupon';
import {
  holdingOrderStatuses,
  OrderStatus,
  owingOrderStatuses,
} from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';

/** What is proposed of a campaign, besides its coupon. */
export type CampaignTerms = z.infer<typeof campaignTerms>;
type CampaignCoupon = Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>;

/** A campaign and how far it has given its coupons. */
export interface StoredCampaign extends CampaignTerms {
  readonly campaignId: string;
  readonly coupon: CampaignCoupon;
  readonly mostPaise: number;
  readonly committedPaise: number;
  readonly coupons: number;
  readonly givenUpTo: string | null;
  readonly finishedAt: number | null;
}

const columns = [
  'campaignId',
  'name',
  'segment',
  sql<CampaignCoupon>`coupon`.as('coupon'),
  'mostPaise',
  'budgetPaise',
  'committedPaise',
  'coupons',
  'startsOn',
  'endsOn',
  'givenUpTo',
  'finishedAt',
] as const;

/** @returns the campaign's id */
export async function insertCampaign(
  tx: Tx,
  campaign: CampaignTerms & {
    requestId: string;
    coupon: CampaignCoupon;
    mostPaise: number;
    now: number;
  },
): Promise<string> {
  const { now, coupon, ...values } = campaign;
  const row = await tx
    .insertInto('coupon_campaigns')
    .values({ ...values, coupon: JSON.stringify(coupon), createdAt: timestamp(now) })
    .returning('campaignId')
    .executeTakeFirstOrThrow();

  return row.campaignId;
}

/** Campaigns, newest first, before one of them. */
export async function listCampaigns(
  db: Db,
  after: string | null,
  limit: number,
): Promise<StoredCampaign[]> {
  let query = db.selectFrom('coupon_campaigns').select(columns);
  if (after !== null) query = query.where('campaignId', '<', after);
  return query.orderBy('campaignId', 'desc').limit(limit).execute();
}

/** The campaigns that have started and not given all their coupons. */
export async function listDueCampaigns(db: Db, today: BusinessDay): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon_campaigns')
    .select('campaignId')
    .where('finishedAt', 'is', null)
    .where('startsOn', '<=', today)
    .orderBy('startsOn')
    .execute();
  return rows.map(({ campaignId }) => campaignId);
}

export async function lockCampaign(
  tx: Tx,
  campaignId: string,
): Promise<StoredCampaign | undefined> {
  return tx
    .selectFrom('coupon_campaigns')
    .select(columns)
    .where('campaignId', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds what a batch gave. The table refuses more than the budget. */
export async function addGiven(
  tx: Tx,
  campaignId: string,
  given: { coupons: number; paise: number; upTo: string | null; finishedAt: number | null },
): Promise<void> {
  await tx
    .updateTable('coupon_campaigns')
    .set({
      coupons: sql`coupons + ${given.coupons}`,
      committedPaise: sql`committed_paise + ${given.paise}`,
      ...(given.upTo !== null && { givenUpTo: given.upTo }),
      ...(given.finishedAt !== null && { finishedAt: timestamp(given.finishedAt) }),
    })
    .where('campaignId', '=', campaignId)
    .execute();
}

const order = (condition: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from orders o where o.user_id = c.user_id and ${condition})`;

/** Who is of a segment: nobody erased, and nobody overdue. */
function isInSegment(segment: CampaignSegment, today: string): RawBuilder<boolean> {
  const overdue = order(
    sql`o.status in ${toStatusList(owingOrderStatuses)} and o.due_day < ${today}::date`,
  );
  const settled = order(sql`o.status = ${sql.lit(OrderStatus.settled)}`);
  const open = order(
    sql`o.status in ${toStatusList([...holdingOrderStatuses, ...owingOrderStatuses])}`,
  );
  const wanted = {
    approved: sql<boolean>`true`,
    never_borrowed: sql<boolean>`not ${order(sql`true`)}`,
    returning: sql<boolean>`${settled} and not ${open}`,
  }[segment];

  return sql<boolean>`c.state = 'approved' and not ${overdue} and ${wanted}
    and exists (select from users u where u.user_id = c.user_id and u.erased_at is null)`;
}

/** The next people of a segment, by id. */
export async function nextOfSegment(
  tx: Tx,
  page: { segment: CampaignSegment; today: string; after: string | null; limit: number },
): Promise<string[]> {
  const read = await sql<{ userId: string }>`
    select c.user_id from credit_limits c
    where ${page.after === null ? sql`true` : sql`c.user_id > ${page.after}`}
      and ${isInSegment(page.segment, page.today)}
    order by c.user_id limit ${page.limit}`.execute(tx);
  return read.rows.map(({ userId }) => userId);
}

/** How many people a segment has. */
export async function countSegment(
  db: Db | Tx,
  segment: CampaignSegment,
  today: string,
): Promise<number> {
  const read = await sql<{ people: number }>`
    select count(*)::int as people from credit_limits c
    where ${isInSegment(segment, today)}`.execute(db);
  return read.rows[0]?.people ?? 0;
}
