import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** What may wait for a person: an identity, the name on a bank account, a score between yes and no. */
export type ReviewKind = 'identity' | 'bank_name' | 'score';
/** Why it was decided so. A choice, not a text: it is kept in the audit log and told to the borrower in their language. */
export const REVIEW_REASONS = {
  approve: ['agrees'],
  refuse: ['documents_differ', 'not_readable', 'face_differs', 'name_differs', 'means_too_low'],
} as const;
export type ReviewReason = (typeof REVIEW_REASONS)['approve' | 'refuse'][number];

/** One thing that waits for a person, by nothing personal but the masked phone. */
export interface WaitingReview {
  readonly userId: string;
  readonly kind: ReviewKind;
  readonly maskedPhone: string;
  readonly since: number;
  /** Ids of what differs or could not be seen. */
  readonly reasons: readonly string[];
  /** What a decision is of: it is decided once. */
  readonly subject: string;
  /** Whether a picture of the face check is kept for the reviewer. */
  readonly hasPicture: boolean;
}

/** All that waits, longest first; of one user, when told. */
export async function readWaitingReviews(db: Db | Tx, userId?: string): Promise<WaitingReview[]> {
  const mine = userId === undefined ? sql`` : sql`and w.user_id = ${userId}`;
  const read = await sql<WaitingReview>`
    select w.user_id, w.kind, u.masked_phone, w.since, w.reasons, w.subject,
           w.kind = 'identity' and exists (select from liveness_checks l
             where l.user_id = w.user_id and l.review_file_id is not null) as has_picture
    from (
      select i.user_id, 'identity' as kind, i.saved_at as since, i.reasons, i.saved_at::text as subject
      from identities i where i.state = 'review'
      union all
      select a.user_id, 'bank_name', a.saved_at, '["name_differs"]'::jsonb, a.account_id::text
      from bank_accounts a join credit_limits c using (user_id)
      where a.replaced_at is null and a.name_match = 'mismatch' and c.state = 'review'
      union all
      select c.user_id, 'score', c.evaluated_at, e.outcome->'reasons', e.evaluation_id::text
      from credit_limits c
      cross join lateral (select evaluation_id, outcome from credit_evaluations e where e.user_id = c.user_id
                          order by evaluation_id desc limit 1) e
      where c.state = 'review' and e.outcome->'reasons' ? 'score-borderline'
    ) w join users u using (user_id)
    where not exists (select from review_decisions d
                      where d.user_id = w.user_id and d.kind = w.kind and d.subject = w.subject) ${mine}
    order by w.since limit 50`.execute(db);
  return read.rows;
}

/** Keeps a decision. @throws the database's clash when its subject was decided before */
export async function writeReviewDecision(
  tx: Tx,
  given: {
    userId: string;
    kind: ReviewKind;
    subject: string;
    decision: 'approve' | 'refuse';
    operator: string;
    reason: ReviewReason;
    now: number;
  },
): Promise<void> {
  const { userId, now, ...rest } = given;
  await tx
    .insertInto('review_decisions')
    .values({ userId, ...rest, at: timestamp(now) })
    .execute();
}

/** What a person's word makes of an identity. */
export async function setIdentityState(tx: Tx, userId: string, state: 'verified' | 'refused'): Promise<void> {
  await tx.updateTable('identities').set({ state }).where('userId', '=', userId).execute();
}

/** A person has found the name on the account to be the borrower's own. */
export async function confirmAccountName(tx: Tx, userId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ nameMatch: 'match' })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
}
