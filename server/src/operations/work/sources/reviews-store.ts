import { sql } from 'kysely';
import { PENDING_REVIEWS, type ReviewKind } from '../../../features/certification/review-store.ts';
import type { WorkSource, WorkSources } from '../work-source.ts';

const ofKind =
  (kind: ReviewKind): WorkSource =>
  () =>
    sql`
    select r.user_id::text as subject, r.user_id, null::text as repay_id, r.since, null::timestamptz as due,
           jsonb_build_object('reasons', r.reasons) as facts
    from (${PENDING_REVIEWS[kind]}) r`;

/** Reviews of identities, names on accounts and scores. A person has at most one of each kind. */
export const reviewSources: WorkSources<ReviewKind> = {
  identity: ofKind('identity'),
  bank_name: ofKind('bank_name'),
  score: ofKind('score'),
};
