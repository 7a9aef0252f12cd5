import { expect, test } from 'vitest';
import { OVERDUE_BUCKETS } from './contact-rules.ts';
import { bucketOfSegment, daysNotSeen, isInvitation, LINK_SEGMENTS } from './link-campaign.ts';

test('each bucket of overdue loans is a segment; its links invite nobody to borrow', () => {
  const buckets = LINK_SEGMENTS.flatMap((segment) => bucketOfSegment(segment) ?? []);
  expect(buckets).toEqual(OVERDUE_BUCKETS.map(({ id }) => id));
  expect(LINK_SEGMENTS.filter(isInvitation)).toEqual(['not_seen_30', 'not_seen_90', 'offer_ready']);
});

test('who was not seen is counted by the days of the segment', () => {
  expect(LINK_SEGMENTS.map(daysNotSeen)).toEqual([null, null, null, null, null, 30, 90, null]);
});
