import { CAMPAIGN_SEGMENTS } from '@noren/core/lending/campaign';
import { OVERDUE_BUCKETS } from '@noren/core/lending/contact-rules';
import { LINK_SEGMENTS } from '@noren/core/lending/link-campaign';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { sumPortfolio } from '../books/portfolio.ts';
import {
  type BucketSums,
  type SegmentSizes,
  savePortfolioDay,
} from '../books/portfolio-days-store.ts';
import { readBucket } from '../collections/collection-store.ts';
import { countLinkSegment } from '../links/link-campaign-store.ts';
import { countSegment } from '../products/campaign-store.ts';

/** Job: sums what is lent and overdue once a day, so that no screen waits for it. */
export async function takePortfolioOfDay(deps: Deps): Promise<void> {
  const day = deps.today();
  const taken = await inSnapshot(deps.db, async (tx) => {
    const buckets: [string, { orders: number; owedPaise: number }][] = [];
    for (const { id } of OVERDUE_BUCKETS) buckets.push([id, await readBucket(tx, id, day)]);

    const segments: [string, number][] = [];
    for (const segment of CAMPAIGN_SEGMENTS)
      segments.push([segment, await countSegment(tx, segment, day)]);

    const at = { now: deps.now(), today: day };
    for (const segment of LINK_SEGMENTS)
      segments.push([segment, await countLinkSegment(tx, segment, at)]);

    return {
      day,
      portfolio: await sumPortfolio(tx, day),
      buckets: Object.fromEntries(buckets) as BucketSums,
      segments: Object.fromEntries(segments) as SegmentSizes,
    };
  });

  await savePortfolioDay(deps.db, taken, deps.now());
}
