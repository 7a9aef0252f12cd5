import { businessDay } from '@noren/core/money/time';
import { JOBS } from '../../job-list.ts';
import { issueCoupon } from '../../lending/orders/coupon-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import {
  addGiven,
  listDueCampaigns,
  lockCampaign,
  nextOfSegment,
  type StoredCampaign,
} from './campaign-store.ts';

/** People in one transaction. */
const BATCH = 200;

/** Queues the job of a campaign in the transaction that starts it. */
export async function queueCampaign(tx: Tx, campaignId: string): Promise<void> {
  await addJob(tx, JOBS['give-campaign-coupons'], { campaignId });
}

/** Queues the campaigns that have started, also those whose job was lost. */
export async function queueCampaigns(deps: Deps): Promise<void> {
  for (const campaignId of await listDueCampaigns(deps.db, deps.today()))
    await addJob(deps.db, JOBS['give-campaign-coupons'], { campaignId });
}

/**
 * Job: gives a campaign's coupons to the people of its segment, in batches, until nobody is left or
 * the budget does not pay for another coupon. Each batch and what it adds to the budget's use are
 * one transaction under the campaign's lock.
 */
export async function giveCampaignCoupons(
  deps: Deps,
  { campaignId }: { campaignId: string },
): Promise<void> {
  let hasMore = true;
  while (hasMore)
    hasMore = await deps.db.transaction().execute((tx) => giveBatch(tx, deps, campaignId));
}

/** @returns whether there may be more to give */
async function giveBatch(tx: Tx, deps: Deps, campaignId: string): Promise<boolean> {
  const today = deps.today();
  const campaign = await lockCampaign(tx, campaignId);
  if (!campaign || campaign.finishedAt !== null || campaign.startsOn > today) return false;

  const affordable = Math.floor(
    (campaign.budgetPaise - campaign.committedPaise) / campaign.mostPaise,
  );
  const isOver = today > campaign.endsOn || affordable <= 0;
  const { segment, givenUpTo: after } = campaign;
  const limit = Math.min(BATCH, affordable);
  const people = isOver ? [] : await nextOfSegment(tx, { segment, today, after, limit });

  for (const userId of people) await giveOne(tx, deps, userId, campaign);

  const isLast = people.length === 0;
  await addGiven(tx, campaignId, {
    coupons: people.length,
    paise: people.length * campaign.mostPaise,
    upTo: people.at(-1) ?? null,
    finishedAt: isLast ? deps.now() : null,
  });

  return !isLast;
}

async function giveOne(
  tx: Tx,
  deps: Deps,
  userId: string,
  campaign: StoredCampaign,
): Promise<void> {
  const { campaignId, coupon, endsOn } = campaign;
  await issueCoupon(tx, userId, {
    ...coupon,
    expiresOn: businessDay(endsOn),
    source: 'operator',
    actor: `campaign:${campaignId}`,
    now: deps.now(),
    campaignId,
  });
}
