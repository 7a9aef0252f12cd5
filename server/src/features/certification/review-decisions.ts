import { lockCredit, reopenReviewedCredit } from '../../lending/credit-store.ts';
import { notify } from '../../lending/notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { deleteReviewPictures } from './liveness-store.ts';
import {
  confirmAccountName,
  type PendingReview,
  type ReviewKind,
  type ReviewReason,
  readPendingReviews,
  setIdentityState,
  writeReviewDecision,
} from './review-store.ts';

/** An operator's decision on a pending review. */
export interface ReviewDecision {
  readonly userId: string;
  readonly decision: 'approve' | 'refuse';
  /** The operator's name, for the audit log. */
  readonly operator: string;
  readonly reason: ReviewReason;
}

/**
 * Operator action: approves or refuses an identity in review, deletes the liveness picture kept for it and reopens the
 * credit evaluation.
 * @returns false when there was no pending review, or another operator decided it first
 */
export function decideIdentityReview(deps: Deps, input: ReviewDecision): Promise<boolean> {
  return decide(deps, 'identity', input, async (tx) => {
    await setIdentityState(tx, input.userId, input.decision === 'approve' ? 'verified' : 'refused');
    await deleteReviewPictures(tx, input.userId);
  });
}

/**
 * Operator action: decides whether the account holder is the borrower. After a refusal the borrower saves another
 * account, which reopens the evaluation.
 * @returns false when there was no pending review
 */
export function decideBankNameReview(deps: Deps, input: ReviewDecision): Promise<boolean> {
  return decide(deps, 'bank_name', input, async (tx, { subject }) => {
    if (input.decision === 'approve') await confirmAccountName(tx, input.userId, subject);
  });
}

/**
 * Operator action: decides a borderline score; the scorecard then grants a limit or declines.
 * @returns false when there was no pending review
 */
export function decideScoreReview(deps: Deps, input: ReviewDecision): Promise<boolean> {
  return decide(deps, 'score', input, async () => undefined);
}

async function decide(
  deps: Deps,
  kind: ReviewKind,
  input: ReviewDecision,
  apply: (tx: Tx, pending: PendingReview) => Promise<void>,
): Promise<boolean> {
  const { userId, decision, operator, reason } = input;
  const now = deps.now();
  return deps.db.transaction().execute(async (tx) => {
    // Wait for a running evaluation: it has already read the data this decision changes.
    await lockCredit(tx, userId);
    await lockUser(tx, userId);
    const pending = (await readPendingReviews(tx, userId)).find((review) => review.kind === kind);
    if (!pending) return false;
    const { subject } = pending;
    await apply(tx, pending);
    await writeReviewDecision(tx, { ...input, kind, subject, now });
    const action = `${kind}_review_${decision === 'approve' ? 'approved' : 'refused'}`;
    await recordAction(tx, { at: now, userId, actor: `operator:${operator}`, action, subject, detail: { reason } });
    await reopenEvaluation(tx, deps, { userId, subject, isFinal: kind !== 'bank_name' || decision === 'approve' });
    return true;
  });
}

/** Queues a new credit evaluation and notifies the borrower. */
async function reopenEvaluation(
  tx: Tx,
  deps: Deps,
  { userId, subject, isFinal }: { userId: string; subject: string; isFinal: boolean },
): Promise<void> {
  // After a refused account name the evaluation stays open until the borrower saves another account.
  if (isFinal && (await reopenReviewedCredit(tx, userId, deps.now())))
    await addJob(tx, 'evaluate-credit', { userId }, { key: `evaluate-credit:${userId}` });
  await notify(tx, deps, { userId, kind: 'review_done', reference: `${subject}:${deps.now()}`, values: {} });
}
