import { isInvitation } from '@noren/core/lending/link-campaign';
import { readLendingStop } from '../../../lending/credit/lending-stop-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  countLinkSegment,
  findLinkCampaign,
  insertLinkCampaign,
} from '../../links/link-campaign-store.ts';
import { queueLinkCampaign } from '../../links/send-link-campaign.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind, RequestOfKind } from './kind.ts';

/** Sends each person of a segment one link. */
export const linkCampaign: Kind<'link_campaign'> = {
  subject: ({ detail }) => `links:${detail.segment}`,
  facts: async (tx, deps, request) => [
    { what: 'links', value: String(await countLinks(tx, deps, request)) },
  ],
  execute: startCampaign,
};

/** @throws OperatorError when nobody is in the segment, or lending is stopped */
async function startCampaign(
  tx: Tx,
  deps: Deps,
  request: RequestOfKind<'link_campaign'>,
): Promise<void> {
  const { requestId, makerId: staffId, reason, detail } = request;
  const { segment, most } = detail;

  if (isInvitation(segment) && (await readLendingStop(tx)).isStopped)
    throw new OperatorError('not_possible', 'campaign_lending_stopped');

  const at = { now: deps.now(), today: deps.today() };
  if ((await countLinkSegment(tx, segment, at)) === 0)
    throw new OperatorError('not_possible', 'segment_empty');

  await queueLinkCampaign(
    tx,
    await insertLinkCampaign(tx, { requestId, segment, most, staffId, reason, now: at.now }),
  );
}

/** How many links a request makes, as things are; none before it is carried out. */
async function countLinks(
  tx: Tx,
  deps: Deps,
  { requestId, detail }: RequestOfKind<'link_campaign'>,
): Promise<number> {
  if (!(await findLinkCampaign(tx, requestId))) return 0;

  const people = await countLinkSegment(tx, detail.segment, {
    now: deps.now(),
    today: deps.today(),
  });
  return Math.min(detail.most, people);
}
