import { LINK_SEGMENTS } from '@noren/core/lending/link-campaign';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, repayId, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { reason } from './fields.ts';

const kind = z.enum(['sign_in', 'payment']);

/**
 * Sends a link to a borrower's own phone: it signs them in once, for a day. Nobody of the lender
 * sees it. A payment link names the order it is sent for.
 */
export const sendStaffLink = call({
  method: 'POST',
  path: '/staff/links/send',
  who: { permission: 'links.make' },
  body: z.object({ userId: uuid, kind, repayId: z.optional(repayId), reason }),
  response: z.object({ linkId: uuid }),
  changes: true,
});

const segment = z.enum(LINK_SEGMENTS);

const link = z.object({
  linkId: uuid,
  userId: uuid,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  kind,
  repayId: z.nullable(z.string()),
  staffName: z.string(),
  reason: z.string(),
  /** Of a link to a segment. */
  segment: z.nullable(segment),
  state: z.enum(['queued', 'sent', 'refused', 'unknown', 'withheld']),
  madeAt: instant,
  sentAt: z.nullable(instant),
  /** When it signed the borrower in. */
  usedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
});

/** Sent links, newest first. */
export const staffLinkList = call({
  method: 'GET',
  path: '/staff/links',
  who: { permission: 'links.make' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(link),
});

/** How many people of a segment could be sent a link now. */
export const linkSegmentSize = call({
  method: 'GET',
  path: '/staff/links/segment',
  who: { permission: 'links.make' },
  query: z.object({ segment }),
  response: z.object({ people: z.int() }),
});

/** Links to segments, newest first. A request of kind `link_campaign` creates them. */
export const linkCampaignList = call({
  method: 'GET',
  path: '/staff/links/campaigns',
  who: { permission: 'links.make' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(
    z.object({
      campaignId: uuid,
      segment,
      most: z.int(),
      /** Links made so far; one may still be withheld. */
      links: z.int(),
      sent: z.int(),
      withheld: z.int(),
      staffName: z.string(),
      reason: z.string(),
      startedAt: instant,
      finishedAt: z.nullable(instant),
    }),
  ),
});
