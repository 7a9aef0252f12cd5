import { nextContactAt } from '@noren/core/lending/dunning';
import { LINK_CAMPAIGN_HOURS } from '@noren/core/lending/link-campaign';
import { JOBS } from '../../job-list.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import {
  type LinkCampaign,
  listNextInSegment,
  listUnfinishedLinkCampaigns,
  lockLinkCampaign,
  saveBatchResult,
} from './link-campaign-store.ts';
import { addLink } from './links-store.ts';

/** People in one transaction. */
const BATCH_SIZE = 100;

/** Queues the job of a campaign in the transaction that starts it. */
export async function queueLinkCampaign(tx: Tx, campaignId: string): Promise<void> {
  await addJob(tx, JOBS['send-link-campaign'], { campaignId });
}

/** Queues every unfinished campaign again, in case its job was lost. */
export async function queueLinkCampaigns(deps: Deps): Promise<void> {
  for (const campaignId of await listUnfinishedLinkCampaigns(deps.db))
    await addJob(deps.db, JOBS['send-link-campaign'], { campaignId }, { keepsTime: true });
}

/**
 * Job: creates a campaign's links in batches, one for each person who is in the segment at that
 * moment. Stops at the approved number of links or when nobody is left. Outside contact hours it
 * queues itself for the time when they begin.
 */
export async function sendLinkCampaign(
  deps: Deps,
  { campaignId }: { campaignId: string },
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const now = deps.now();
    const from = nextContactAt(now);
    if (from > now)
      return addJob(deps.db, JOBS['send-link-campaign'], { campaignId }, { afterMs: from - now });

    hasMore = await deps.db.transaction().execute((tx) => createBatch(tx, deps, campaignId));
  }
}

/** @returns whether there may be more links to create */
async function createBatch(tx: Tx, deps: Deps, campaignId: string): Promise<boolean> {
  const campaign = await lockLinkCampaign(tx, campaignId);
  if (!campaign || campaign.finishedAt !== null) return false;

  const { segment, madeUpTo: after, links, most, staffId, reason } = campaign;
  const at = { now: deps.now(), today: deps.today() };
  const isExpired = at.now > campaign.startedAt + LINK_CAMPAIGN_HOURS * 3_600_000;
  const limit = isExpired ? 0 : Math.min(BATCH_SIZE, most - links);
  const people = limit === 0 ? [] : await listNextInSegment(tx, { segment, at, after, limit });

  for (const { userId, orderId } of people) {
    const linkId = await addLink(tx, { userId, orderId, staffId, reason, campaignId, now: at.now });
    await addJob(tx, JOBS['send-staff-link'], { userId, linkId });
  }

  const isLast = people.length === 0;
  await saveBatchResult(tx, campaignId, {
    links: people.length,
    upTo: people.at(-1)?.userId ?? null,
    finishedAt: isLast ? at.now : null,
  });
  if (isLast) await recordEnd(tx, campaign, at.now);

  return !isLast;
}

async function recordEnd(
  tx: Tx,
  { campaignId, staffId, segment, links }: LinkCampaign,
  at: number,
): Promise<void> {
  const detail = { segment, links };
  await appendStaffAct(tx, {
    at,
    staffId,
    action: 'link_campaign_finished',
    subject: campaignId,
    detail,
  });
}
