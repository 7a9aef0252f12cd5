import { OVERDUE_BUCKETS, type OverdueBucket } from './contact-rules.ts';

/**
 * Whom links may be sent to together: with an overdue loan of a bucket; not signed in for so many
 * days, who agreed to hear of offers; with an offer that waits for acceptance.
 */
export const LINK_SEGMENTS = [
  'overdue_d1',
  'overdue_d8',
  'overdue_d31',
  'overdue_d61',
  'overdue_d91',
  'not_seen_30',
  'not_seen_90',
  'offer_ready',
] as const satisfies readonly (
  | `overdue_${OverdueBucket}`
  | 'not_seen_30'
  | 'not_seen_90'
  | 'offer_ready'
)[];

export type LinkSegment = (typeof LINK_SEGMENTS)[number];

/** @ASSUMED The most links of one campaign. */
export const LINKS_A_CAMPAIGN = 500;
/** @ASSUMED Links that wait for lawful hours longer than this are not sent. */
export const LINK_CAMPAIGN_HOURS = 48;

/** The bucket of an overdue segment; undefined for other segments. */
export function bucketOfSegment(segment: LinkSegment): OverdueBucket | undefined {
  return OVERDUE_BUCKETS.find(({ id }) => segment === `overdue_${id}`)?.id;
}

/**
 * Days without a sign-in after which a borrower belongs to the segment; null for other segments.
 */
export function daysNotSeen(segment: LinkSegment): number | null {
  if (segment === 'not_seen_30') return 30;
  return segment === 'not_seen_90' ? 90 : null;
}

/** Whether its links invite people to borrow; such links wait while lending is stopped. */
export function isInvitation(segment: LinkSegment): boolean {
  return bucketOfSegment(segment) === undefined;
}
