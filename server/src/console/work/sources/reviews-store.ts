import { sql } from 'kysely';
import {
  PENDING_REVIEWS,
  type ReviewKind,
  waitsForBorrower,
} from '../../../people/certification/review-store.ts';
import type { WorkSource, WorkSources } from '../work-source.ts';

const ofKind =
  (kind: ReviewKind): WorkSource =>
  () =>
    sql`
    select w.user_id::text as subject, w.user_id, null::text as repay_id, w.since, null::timestamptz as due,
           jsonb_build_object('reasons', w.reasons) as facts
    from (${PENDING_REVIEWS[kind]}) w where not ${waitsForBorrower()}`;

/** Reviews of identities, names on accounts and scores. A person has at most one of each kind. */
export const reviewSources: WorkSources<ReviewKind> = {
  identity: ofKind('identity'),
  bank_name: ofKind('bank_name'),
  score: ofKind('score'),
};
