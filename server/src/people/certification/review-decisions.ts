import { JOBS } from '../../job-list.ts';
import { lockCredit, reopenReviewedCredit } from '../../lending/credit/credit-store.ts';
import { notify } from '../../notifications/store.ts';
import { recordAction, toActor } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { endDocumentRequests } from '../document-request-store.ts';
import { type ChosenSources, storeChosenValues } from './chosen-values.ts';
import { endReviewOfSource } from './decide-source.ts';
import {
  confirmAccountName,
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
  /** The operator's name, or `staff:` and the id of somebody of the lender. */
  readonly operator: string;
  readonly reason: ReviewReason;
  /** The version that was looked at; a later one is not decided by it. */
  readonly subject?: string;
  /** When an identity is approved: the value that stands for each field that differs. */
  readonly stands?: ChosenSources;
}

/**
 * Decides a pending review in the caller's transaction. A document that was asked for is no longer
 * needed.
 * @returns false when no such version was pending
 * @throws StaffError for an approved identity whose differing fields have no valid choice
 */
export async function decideReviewIn(
  tx: Tx,
  deps: Deps,
  kind: ReviewKind,
  input: ReviewDecision,
): Promise<boolean> {
  const { userId, decision, operator, reason } = input;
  const now = deps.now();

  // Wait for a running evaluation: it has already read the data this decision changes.
  await lockCredit(tx, userId);
  await lockUser(tx, userId);

  const all = await readPendingReviews(tx, userId, { withBorrower: true });
  const pending = all.find((review) => review.kind === kind);
  if (!pending || (input.subject !== undefined && input.subject !== pending.subject)) return false;

  const { subject } = pending;
  if (kind === 'identity' && decision === 'approve')
    await storeChosenValues(tx, deps, { userId, stands: input.stands ?? {} });
  if (kind === 'identity') await endReviewOfSource(deps, tx, userId);
  await applyDecision(tx, kind, { userId, decision, subject });
  await endDocumentRequests(tx, userId, { kind }, { event: 'decided', now });
  await writeReviewDecision(tx, { userId, kind, subject, decision, operator, reason, now });

  const action = `${kind}_review_${decision === 'approve' ? 'approved' : 'refused'}`;
  const stands = input.stands && { stands: input.stands };

  await recordAction(tx, {
    at: now,
    userId,
    actor: toActor(operator),
    action,
    subject,
    detail: { reason, ...stands },
  });

  await reopenEvaluation(tx, deps, {
    userId,
    subject,
    isFinal: kind !== 'bank_name' || decision === 'approve',
  });

  return true;
}

async function applyDecision(
  tx: Tx,
  kind: ReviewKind,
  {
    userId,
    decision,
    subject,
  }: { userId: string; decision: 'approve' | 'refuse'; subject: string },
): Promise<void> {
  if (kind === 'identity')
    await setIdentityState(tx, userId, decision === 'approve' ? 'verified' : 'refused');

  if (kind === 'bank_name' && decision === 'approve') await confirmAccountName(tx, userId, subject);
}

/** Queues a new credit evaluation and notifies the borrower. */
async function reopenEvaluation(
  tx: Tx,
  deps: Deps,
  { userId, subject, isFinal }: { userId: string; subject: string; isFinal: boolean },
): Promise<void> {
  // After a refused account name the evaluation stays open until the borrower saves another
  // account.
  if (isFinal && (await reopenReviewedCredit(tx, userId, deps.now())))
    await addJob(tx, JOBS['evaluate-credit'], { userId });
  await notify(tx, deps, {
    userId,
    kind: 'review_done',
    reference: `${subject}:${deps.now()}`,
    values: {},
  });
}
