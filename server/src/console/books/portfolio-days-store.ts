import type { AnswerOf } from '@noren/contract/call';
import type { portfolio } from '@noren/contract/staff/books';
import type { CampaignSegment } from '@noren/core/lending/campaign';
import type { OverdueBucket } from '@noren/core/lending/contact-rules';
import type { LinkSegment } from '@noren/core/lending/link-campaign';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

export type Portfolio = AnswerOf<typeof portfolio>;
export type BucketSums = Readonly<
  Record<OverdueBucket, { readonly orders: number; readonly owedPaise: number }>
>;

export type SegmentSizes = Readonly<Record<CampaignSegment | LinkSegment, number>>;

/** What was summed at the start of a day. */
export interface PortfolioDay {
  readonly day: string;
  readonly portfolio: Portfolio;
  readonly buckets: BucketSums;
  readonly segments: SegmentSizes;
}

/** With fewer orders, everything is summed when it is asked for; with more, once a day. */
const SUMMED_WHEN_ASKED = 5_000;

/**
 * The newest portfolio of a day. Null before the first one, and where the orders are so few that
 * they are summed when asked for.
 */
export async function findPortfolioDay(db: Db | Tx): Promise<PortfolioDay | null> {
  const read = await sql<PortfolioDay>`
    select day, portfolio, buckets, segments from portfolio_days
    where (select reltuples from pg_class where oid = 'orders'::regclass) > ${SUMMED_WHEN_ASKED}
    order by day desc limit 1`.execute(db);
  return read.rows[0] ?? null;
}

/** The days with a portfolio since a day, oldest first. */
export async function listPortfolioDays(db: Db, since: BusinessDay): Promise<BusinessDay[]> {
  const read = await sql<{ day: BusinessDay }>`
    select day from portfolio_days where day >= ${since} order by day`.execute(db);
  return read.rows.map(({ day }) => day);
}

/** The portfolios of some days, oldest first. */
export async function readPortfolios(db: Db, days: readonly BusinessDay[]): Promise<Portfolio[]> {
  const read = await sql<{ portfolio: Portfolio }>`
    select portfolio from portfolio_days
    where day = any(${[...days]}::date[]) order by day`.execute(db);
  return read.rows.map(({ portfolio }) => portfolio);
}

export async function savePortfolioDay(
  db: Db,
  { day, portfolio, buckets, segments }: PortfolioDay,
  now: number,
): Promise<void> {
  await sql`
    insert into portfolio_days (day, taken_at, portfolio, buckets, segments)
    values (${day}, ${timestamp(now)}, ${JSON.stringify(portfolio)}::jsonb,
            ${JSON.stringify(buckets)}::jsonb, ${JSON.stringify(segments)}::jsonb)
    on conflict (day) do update
      set taken_at = excluded.taken_at, portfolio = excluded.portfolio, buckets = excluded.buckets,
          segments = excluded.segments`.execute(db);
}
