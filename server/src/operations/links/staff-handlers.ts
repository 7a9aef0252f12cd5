import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findPortfolioDay } from '../books/portfolio-days-store.ts';
import { countLinkSegment, listLinkCampaigns } from './link-campaign-store.ts';
import { addLink, findOwingOrder, hasPhone, listLinks } from './links-store.ts';

const PAGE = 50;

/** Links that staff send to one borrower or to a segment. */
export const linkStaffHandlers: StaffHandlers<
  'sendStaffLink' | 'staffLinkList' | 'linkSegmentSize' | 'linkCampaignList'
> = {
  sendStaffLink: async (ctx, { body }, tx) => {
    const { deps, now } = ctx;
    const { staffId } = ctx.staff;
    const { userId, kind, repayId, reason } = body;
    const allowed = await deps.limits.take([['staff-link-hour', staffId]], now);
    if (!allowed.ok)
      throw new StaffError(
        'too_many',
        `That was too often. Wait ${allowed.retryAfterSeconds} seconds, then try again.`,
      );
    if (!(await hasPhone(tx, userId))) throw new StaffError('not_found', 'There is no such person with a phone.');
    const orderId =
      kind === 'payment' && repayId !== undefined ? ((await findOwingOrder(tx, userId, repayId)) ?? null) : null;
    if (kind === 'payment' && orderId === null)
      throw new StaffError('not_possible', 'Nothing is owed on that order: send a sign-in link instead.');
    const linkId = await addLink(tx, { userId, orderId, staffId, reason, now });
    await addJob(tx, 'send-staff-link', { userId, linkId }, { key: `staff-link:${linkId}` });
    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'link_sent',
      userId,
      subject: linkId,
      detail: { kind, reason, ...(orderId !== null && { repayId }) },
    });
    return { linkId };
  },

  staffLinkList: async (_ctx, { query }, db) => {
    const links = await listLinks(db, { after: query.after, limit: PAGE + 1 });
    const rows = links.slice(0, PAGE);
    return { rows, next: links.length > PAGE ? (rows.at(-1)?.linkId ?? null) : null };
  },

  linkSegmentSize: async ({ now, today }, { query: { segment } }, db) => ({
    people: (await findPortfolioDay(db))?.segments[segment] ?? (await countLinkSegment(db, segment, { now, today })),
  }),

  linkCampaignList: async (_ctx, { query }, db) => {
    const campaigns = await listLinkCampaigns(db, { after: query.after, limit: PAGE + 1 });
    const rows = campaigns.slice(0, PAGE);
    return { rows, next: campaigns.length > PAGE ? (rows.at(-1)?.campaignId ?? null) : null };
  },
};
