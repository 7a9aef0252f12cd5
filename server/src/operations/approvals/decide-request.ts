import { LoanEventError } from '@noren/core/lending/loan';
import { findOrderByRepayId } from '../../lending/order-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { executeRequest } from './execute-request.ts';
import { OperatorError } from './operator-error.ts';
import { closeRequest, lockRequest, type RequestDetails, type RequestKind, writeRequest } from './requests-store.ts';

/** A maker's request. */
export type Proposal = {
  [K in RequestKind]: {
    readonly kind: K;
    readonly detail: RequestDetails[K];
    /** Public id of the order concerned. */
    readonly repayId?: string;
    readonly userId?: string;
    /** Who requests it, and why; both are recorded in the audit log. */
    readonly maker: string;
    readonly reason: string;
  };
}[RequestKind];

/**
 * Operator action: requests a money action. Nothing happens until a second operator approves it.
 * @returns the request's id
 * @throws OperatorError when there is no such order
 */
export async function proposeAction(deps: Deps, proposal: Proposal): Promise<string> {
  const { kind, detail, maker, reason } = proposal;
  const now = deps.now();
  return deps.db.transaction().execute(async (tx) => {
    const order = proposal.repayId === undefined ? undefined : await findOrderByRepayId(tx, proposal.repayId);
    if (proposal.repayId !== undefined && !order) throw new OperatorError('unknown', 'There is no such order.');
    const userId = order?.userId ?? proposal.userId ?? null;
    const orderId = order?.orderId ?? null;
    const requestId = await writeRequest(tx, { kind, detail, userId, orderId, maker, reason, madeAt: now });
    await recordDecision(tx, {
      requestId,
      kind,
      userId,
      operator: maker,
      did: 'requested',
      at: now,
      detail: { reason },
    });
    return requestId;
  });
}

/**
 * Operator action: approves another operator's request and executes it in one transaction, or refuses it. Of two concurrent
 * decisions one wins.
 * @throws OperatorError when it is the checker's own request, already decided, or not possible now (then it stays open)
 */
export async function decideRequest(
  deps: Deps,
  { requestId, checker, decision }: { requestId: string; checker: string; decision: 'approve' | 'refuse' },
): Promise<void> {
  const now = deps.now();
  try {
    await deps.db.transaction().execute(async (tx) => {
      const request = await lockRequest(tx, requestId);
      if (!request) throw new OperatorError('unknown', 'There is no such request.');
      if (request.state !== 'open') throw new OperatorError('decided', 'It was decided already.');
      if (sameName(request.maker, checker)) throw new OperatorError('own_request', 'Somebody else must approve it.');
      if (decision === 'approve') await executeRequest(tx, deps, request);
      await closeRequest(tx, requestId, { state: decision === 'approve' ? 'approved' : 'refused', checker, at: now });
      const { kind, userId } = request;
      const did = decision === 'approve' ? 'approved' : 'refused';
      await recordDecision(tx, {
        requestId,
        kind,
        userId,
        operator: checker,
        did,
        at: now,
        detail: { maker: request.maker },
      });
    });
  } catch (error) {
    if (error instanceof LoanEventError) throw new OperatorError('not_possible', error.message);
    throw error;
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

async function recordDecision(
  tx: Tx,
  of: {
    requestId: string;
    kind: RequestKind;
    userId: string | null;
    operator: string;
    did: 'requested' | 'approved' | 'refused';
    at: number;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  const { requestId: subject, kind, userId, operator, did, at, detail } = of;
  await recordAction(tx, { at, userId, actor: `operator:${operator}`, action: `${kind}_${did}`, subject, detail });
}
