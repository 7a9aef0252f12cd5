import type { RefusalInput } from '@noren/contract/staff/refusals';
import { nextContactAt } from '@noren/core/lending/dunning';
import { JOBS } from '../../job-list.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findPortfolioDay } from '../books/portfolio-days-store.ts';
import { countLinkSegment, listLinkCampaigns } from './link-campaign-store.ts';
import { addLink, findOwingOrder, hasPhone, listLinks } from './links-store.ts';

const PAGE = 50;

/**
 * The order that a payment link is for. Of an overdue one a link raises dues, so the hours and
 * holds of collections hold.
 * @throws StaffError not_possible
 */
async function requirePayable(
  { now, today }: StaffCtx,
  tx: Tx,
  userId: string,
  repayId: string | undefined,
): Promise<string> {
  const refuse = (why: RefusalInput) => new StaffError('not_possible', why);
  const order =
    repayId === undefined ? undefined : await findOwingOrder(tx, { userId, repayId, today });
  if (!order) throw refuse('link_nothing_owed');
  if (order.isOverdue && order.isOnHold) throw refuse('link_on_hold');
  const preferred = await readContactHours(tx, userId);
  if (order.isOverdue && nextContactAt(now, preferred) > now) throw refuse('link_outside_hours');

  return order.orderId;
}

/** Links that staff send to one borrower or to a segment. */
export const linkStaffHandlers = {
  sendStaffLink: async (ctx, { body }, tx) => {
    const { deps, now } = ctx;
    const { staffId } = ctx.staff;
    const { userId, kind, repayId, reason } = body;
    const allowed = await deps.limits.take([['staff-link-hour', staffId]], now);

    if (!allowed.ok)
      throw new StaffError('too_many', {
        reason: 'too_many_attempts',
        retryAfterSeconds: allowed.retryAfterSeconds,
      });

    if (!(await hasPhone(tx, userId))) throw new StaffError('not_found', 'phone_unknown');

    const orderId = kind === 'payment' ? await requirePayable(ctx, tx, userId, repayId) : null;
    const linkId = await addLink(tx, { userId, orderId, staffId, reason, now });

    await addJob(tx, JOBS['send-staff-link'], { userId, linkId });
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

  staffLinkList: async ({ deps }, { query }, db) => {
    const links = await listLinks(db, { after: query.after, limit: PAGE + 1 });
    const { rows, next } = cutPage(links, PAGE, ({ linkId }) => linkId);
    const shown = rows.map(({ nameEnc, ...row }) => ({
      ...row,
      maskedName: readMaskedName(deps.crypto, row.userId, nameEnc),
    }));

    return { rows: shown, next };
  },

  linkSegmentSize: async ({ now, today }, { query: { segment } }, db) => ({
    people:
      (await findPortfolioDay(db))?.segments[segment] ??
      (await countLinkSegment(db, segment, { now, today })),
  }),

  linkCampaignList: async (_ctx, { query }, db) => {
    const campaigns = await listLinkCampaigns(db, { after: query.after, limit: PAGE + 1 });
    return cutPage(campaigns, PAGE, ({ campaignId }) => campaignId);
  },
} satisfies Partial<StaffHandlers>;
