import { COMMENTS_A_REQUEST } from '@noren/core/staff/approval-kinds';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { addComment, countComments } from '../work/comments-store.ts';
import { lockOpen } from './decide-request.ts';
import { OperatorError } from './request/operator-error.ts';

/**
 * Adds a comment to an open request. The caller has checked that its writer made the request or may
 * decide it.
 * @throws OperatorError when it is decided, or has as many comments as it can have
 */
export async function commentOnRequest(
  tx: Tx,
  deps: Deps,
  { requestId, staffId, text }: { requestId: string; staffId: string; text: string },
): Promise<void> {
  const at = deps.now();
  const request = await lockOpen(tx, deps, requestId);

  const comments = (await countComments(tx, [request])).get(requestId)?.count ?? 0;
  if (comments >= COMMENTS_A_REQUEST)
    throw new OperatorError('not_possible', { reason: 'comments_full', most: COMMENTS_A_REQUEST });

  await addComment(tx, deps.crypto, { request, staffId, text, now: at });

  const { kind, userId } = request;
  await appendStaffAct(tx, {
    at,
    staffId,
    action: 'request_commented',
    userId,
    subject: requestId,
    detail: { kind },
  });
}
