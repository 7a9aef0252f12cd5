import type { DocumentType } from '@noren/contract/certification';
import { UserStatus } from '@noren/core/people/status';
import { identityLevelNow } from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { askAboutPan } from '../../people/certification/pan-check.ts';
import { reopenIdentity } from '../../people/certification/review-store.ts';
import { readDocumentRequests } from '../../people/document-request-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { say } from '../../platform/translations/translations.ts';
import { returnToReview } from './identity-review.ts';

/**
 * Whether a certified person may send the PAN card again, because the register of PANs does not
 * confirm the number. What a reviewer waits for comes first.
 */
export async function mayResendPan(
  ctx: UserCtx,
  db: Db | Tx,
  document: DocumentType,
): Promise<boolean> {
  const { deps, userId, session, today } = ctx;
  if (document !== 'panFront') return false;
  if (!deps.asksPanRegister || session.bizStatus < UserStatus.certified) return false;

  const credit = await readCredit(db, userId, today);
  if (identityLevelNow(credit, ctx).next?.step !== 'correct_pan') return false;

  return (await readDocumentRequests(db, userId)).length === 0;
}

/** That step as a document to send again, in the borrower's words; null when it is not theirs. */
export async function findPanCardStep(ctx: UserCtx, db: Db | Tx) {
  const document = 'panFront';
  if (!(await mayResendPan(ctx, db, document))) return null;

  const text = say(ctx.language, 'resend.panFront');
  return { document, text, why: say(ctx.language, 'resend.why_pan') } as const;
}

/**
 * A PAN card was sent again: a reviewer compares it, and the register is asked again, which may
 * have been corrected.
 */
export async function reviewPanCard(ctx: UserCtx, tx: Tx): Promise<void> {
  await reopenIdentity(tx, ctx.userId);
  await askAboutPan(tx, ctx.deps, ctx.userId, { isAgain: true });
  await returnToReview(ctx, tx, 'panFront');
}
