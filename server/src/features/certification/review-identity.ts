import { lockCredit, reopenReview } from '../../lending/credit-store.ts';
import { recordAction } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { notify } from '../../platform/notifications/store.ts';
import { dropReviewPicture } from './liveness-store.ts';
import {
  confirmAccountName,
  type ReviewKind,
  type ReviewReason,
  readWaitingReviews,
  setIdentityState,
  type WaitingReview,
  writeReviewDecision,
} from './review-store.ts';

/** What an operator decides of something that waits for a person. */
export interface ReviewDecision {
  readonly userId: string;
  readonly decision: 'approve' | 'refuse';
  /** The operator's name, for the audit log. */
  readonly operator: string;
  readonly reason: ReviewReason;
}

/**
 * Operator action: approves or refuses an identity in review; the picture of its face check goes. The evaluation is
 * opened again and decided by the card.
 * @returns whether it waited: of two operators at once one decides
 */
export function decideIdentityReview(deps: Deps, given: ReviewDecision): Promise<boolean> {
  return decide(deps, 'identity', given, async (tx) => {
    await setIdentityState(tx, given.userId, given.decision === 'approve' ? 'verified' : 'refused');
    // The picture was kept for this decision only.
    await dropReviewPicture(tx, given.userId);
  });
}

/**
 * Operator action: says whether the name on an account is the borrower's own. Refused, the borrower saves another
 * account, which opens the evaluation again. @returns whether it waited
 */
export function decideBankNameReview(deps: Deps, given: ReviewDecision): Promise<boolean> {
  return decide(deps, 'bank_name', given, async (tx, { subject }) => {
    if (given.decision === 'approve') await confirmAccountName(tx, given.userId, subject);
  });
}

/** Operator action: decides a score between yes and no; the card then gives its limit, or none. @returns whether it waited */
export function decideScoreReview(deps: Deps, given: ReviewDecision): Promise<boolean> {
  return decide(deps, 'score', given, async () => undefined);
}

async function decide(
  deps: Deps,
  kind: ReviewKind,
  given: ReviewDecision,
  executeRequest: (tx: Tx, waiting: WaitingReview) => Promise<void>,
): Promise<boolean> {
  const { userId, decision, operator, reason } = given;
  const now = deps.now();
  return deps.db.transaction().execute(async (tx) => {
    // An evaluation that is just ending is waited for: it has read what this changes.
    await lockCredit(tx, userId);
    await lockUser(tx, userId);
    const waiting = (await readWaitingReviews(tx, userId)).find((one) => one.kind === kind);
    if (!waiting) return false;
    const { subject } = waiting;
    await executeRequest(tx, waiting);
    await writeReviewDecision(tx, { ...given, kind, subject, now });
    const action = `${kind}_review_${decision === 'approve' ? 'approved' : 'refused'}`;
    await recordAction(tx, { at: now, userId, actor: `operator:${operator}`, action, subject, detail: { reason } });
    await evaluateAgain(tx, deps, { userId, subject, isLastWord: kind !== 'bank_name' || decision === 'approve' });
    return true;
  });
}

/** Lets the card decide anew, and tells the borrower that there is news. */
async function evaluateAgain(
  tx: Tx,
  deps: Deps,
  { userId, subject, isLastWord }: { userId: string; subject: string; isLastWord: boolean },
): Promise<void> {
  // A refused name leaves the evaluation where it is: another account of the borrower's opens it.
  if (isLastWord && (await reopenReview(tx, userId, deps.now())))
    await addJob(tx, 'evaluate-credit', { userId }, { key: `evaluate-credit:${userId}` });
  await notify(tx, deps, { userId, kind: 'review_done', reference: `${subject}:${deps.now()}`, values: {} });
}
