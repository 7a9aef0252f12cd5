import { nextContactAt } from '@noren/core/lending/dunning';
import { LINK_CAMPAIGN_HOURS } from '@noren/core/lending/link-campaign';
import { JOBS } from '../../job-list.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import {
  addMade,
  type LinkCampaign,
  listUnfinishedLinkCampaigns,
  lockLinkCampaign,
  nextOfLinkSegment,
} from './link-campaign-store.ts';
import { addLink } from './links-store.ts';

/** People in one transaction. */
const BATCH = 100;

/** Queues the job of a campaign in the transaction that starts it. */
export async function queueLinkCampaign(tx: Tx, campaignId: string): Promise<void> {
  await addJob(tx, JOBS['send-link-campaign'], { campaignId });
}

/** Queues the campaigns that have not made all their links, in case their job was lost. */
export async function queueLinkCampaigns(deps: Deps): Promise<void> {
  for (const campaignId of await listUnfinishedLinkCampaigns(deps.db))
    await addJob(deps.db, JOBS['send-link-campaign'], { campaignId }, { keepsTime: true });
}

/**
 * Job: makes the links of a campaign in batches, one for each person who is of its segment at that
 * moment, until it has as many as were approved or nobody is left. Outside contact hours it queues
 * itself for their beginning.
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

    hasMore = await deps.db.transaction().execute((tx) => makeBatch(tx, deps, campaignId));
  }
}

/** @returns whether there may be more to make */
async function makeBatch(tx: Tx, deps: Deps, campaignId: string): Promise<boolean> {
  const campaign = await lockLinkCampaign(tx, campaignId);
  if (!campaign || campaign.finishedAt !== null) return false;

  const { segment, madeUpTo: after, links, most } = campaign;
  const at = { now: deps.now(), today: deps.today() };
  const isOver = at.now > campaign.startedAt + LINK_CAMPAIGN_HOURS * 3_600_000;
  const limit = isOver ? 0 : Math.min(BATCH, most - links);
  const people = limit === 0 ? [] : await nextOfLinkSegment(tx, { segment, at, after, limit });
  const { staffId, reason } = campaign;

  for (const { userId, orderId } of people) {
    const linkId = await addLink(tx, { userId, orderId, staffId, reason, campaignId, now: at.now });
    await addJob(tx, JOBS['send-staff-link'], { userId, linkId });
  }

  const isLast = people.length === 0;
  await addMade(tx, campaignId, {
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
