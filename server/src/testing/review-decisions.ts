import { expect } from 'vitest';
import type { ReviewDecision } from '../people/certification/review-decisions.ts';
import { readPendingReviews } from '../people/certification/review-store.ts';
import { readCredit } from './loans.ts';
import { aBorrowerInReview } from './reviews.ts';
import { useApp } from './use-app.ts';
import type { SignedInUser } from './users.ts';

export const approve = (who: SignedInUser): ReviewDecision => ({
  userId: who.userId,
  decision: 'approve',
  operator: 'Asha',
  reason: 'agrees',
});

export const refuse = (who: SignedInUser, reason: ReviewDecision['reason']): ReviewDecision => ({
  ...approve(who),
  decision: 'refuse',
  reason,
});

/** An app, and identities that wait for a decision. */
export async function useReviewDecisions() {
  const app = await useApp();

  const readPending = async (who: SignedInUser) =>
    (await readPendingReviews(app.deps.db, who.userId)).map(({ kind, reasons }) => [kind, reasons]);

  const readAudit = (who: SignedInUser) =>
    app.deps.db
      .selectFrom('audit_log')
      .select(['actor', 'action', 'detail'])
      .where('userId', '=', who.userId)
      .where('action', 'like', '%review%')
      .execute();

  /** A user whose evaluation ended in an identity review. */
  async function inReview(): Promise<SignedInUser> {
    const who = await aBorrowerInReview(app, {}, ['pan_differs', 'face_not_checked']);
    expect((await readCredit(who)).state).toBe('review');

    return who;
  }

  return { app, inReview, readPending, readAudit };
}
