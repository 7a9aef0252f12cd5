import { createHash } from 'node:crypto';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { APPROVAL_WAITS_DAYS } from '@noren/core/staff/approval-kinds';
import { findOrderByRepayId } from '../../lending/orders/order-store.ts';
import { clashesWith, isDuplicate } from '../../platform/db/database-clash.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';
import { carryOutRequest, inWords } from './carry-out-request.ts';
import { findKind } from './kinds/kinds.ts';
import { OperatorError } from './request/operator-error.ts';
import { amountIn, type RequestEffect } from './request/request-effect.ts';
import { undoneAfter } from './request/request-effect-store.ts';
import {
  findListedRequest,
  findOpenRequest,
  isBorrower,
  type OperatorRequest,
  type RequestDetails,
  type RequestKind,
  writeRequest,
} from './request/requests-store.ts';

/** What a maker asks for. */
export type Proposal = {
  [K in RequestKind]: {
    readonly kind: K;
    readonly detail: RequestDetails[K];
    /** Public id of the order concerned. */
    readonly repayId?: string;
    readonly userId?: string;
    readonly makerId: string;
    readonly reason: string;
  };
}[RequestKind];

/** The request that a proposal would be stored as. */
async function buildDraft(db: Db | Tx, proposal: Proposal, now: number): Promise<OperatorRequest> {
  const { kind, detail, makerId, reason } = proposal;
  const order =
    proposal.repayId === undefined ? undefined : await findOrderByRepayId(db, proposal.repayId);
  if (proposal.repayId !== undefined && !order) throw new OperatorError('unknown', 'order_unknown');

  const userId = order?.userId ?? proposal.userId ?? null;
  if (!order && userId !== null && !(await isBorrower(db, userId)))
    throw new OperatorError('unknown', 'borrower_unknown');

  const orderId = order?.orderId ?? null;

  return {
    requestId: '00000000-0000-7000-8000-000000000000',
    kind,
    detail,
    userId,
    orderId,
    subject: describeSubject({ kind, detail, userId, orderId } as OperatorRequest),
    reason,
    makerId,
    madeAt: now,
    expiresAt: now + APPROVAL_WAITS_DAYS * 86_400_000,
    state: 'open',
    checkerId: null,
    effect: null,
    done: null,
    decidedAt: null,
    decisionReason: null,
    isAlone: false,
  } as OperatorRequest;
}

/** Equal for two requests of a kind that would get in each other's way: one of them may be open. */
function describeSubject(request: OperatorRequest): string {
  const subject = findKind(request).subject?.(request) ?? null;
  if (subject !== null) return subject;

  const { kind, detail, userId, orderId } = request;
  const content = createHash('sha256')
    .update(canonicalJson({ kind, detail, userId, orderId }))
    .digest('hex');

  return `${kind}:${content.slice(0, 32)}`;
}

/** Ends the transaction of a preview. */
class PreviewEnd extends Error {}

/**
 * What a proposal would do now: stored and carried out in a transaction that is rolled back.
 * @throws OperatorError when it is not possible, or one like it is open
 */
export async function previewProposal(deps: Deps, proposal: Proposal): Promise<RequestEffect> {
  return rolledBack(deps, (tx) => carryOutDraft(tx, deps, proposal));
}

/**
 * The same in the transaction that will store the proposal, which keeps nothing of it: proposals
 * that each waited for a second connection could take all there are.
 */
export async function previewProposalIn(
  tx: Tx,
  deps: Deps,
  proposal: Proposal,
): Promise<RequestEffect> {
  try {
    return await undoneAfter(tx, () => carryOutDraft(tx, deps, proposal));
  } catch (error) {
    throw inWords(error);
  }
}

async function carryOutDraft(tx: Tx, deps: Deps, proposal: Proposal): Promise<RequestEffect> {
  const draft = await buildDraft(tx, proposal, deps.now());
  await requireNoneOpen(tx, draft);
  const requestId = await writeOnce(tx, draft);
  return (await carryOutRequest(tx, deps, { ...draft, requestId })).effect;
}

/**
 * What an open request would do now.
 * @throws OperatorError when it is not possible, or was decided after it was read
 */
export async function previewRequest(deps: Deps, request: OperatorRequest): Promise<RequestEffect> {
  return rolledBack(deps, async (tx) => {
    const now = await findListedRequest(tx, request.requestId);
    if (now?.state !== 'open') throw new OperatorError('decided', 'request_decided');

    return (await carryOutRequest(tx, deps, request)).effect;
  });
}

const MOST_PREVIEWS = 3;

/**
 * A preview that writes what an approval has just written is made again: it then says why it is no
 * longer possible.
 */
async function rolledBack(
  deps: Deps,
  work: (tx: Tx) => Promise<RequestEffect>,
): Promise<RequestEffect> {
  for (let attempt = 1; ; attempt += 1) {
    let effect: RequestEffect | undefined;
    try {
      await transact(deps.db, async (tx) => {
        await waitForTurn(tx);
        effect = await work(tx);
        throw new PreviewEnd();
      });
    } catch (error) {
      if (error instanceof PreviewEnd && effect) return effect;
      if (!isDuplicate(error) || attempt === MOST_PREVIEWS) throw inWords(error);
    }
  }
}

async function requireNoneOpen(tx: Tx, { kind, subject }: OperatorRequest): Promise<void> {
  const requestId = await findOpenRequest(tx, kind, subject);
  if (requestId !== undefined) throw new OperatorError('open', 'request_open', { requestId });
}

/** Of two equal proposals at once the second is refused like a later one. */
async function writeOnce(tx: Tx, draft: OperatorRequest): Promise<string> {
  try {
    return await writeRequest(tx, draft);
  } catch (error) {
    if (clashesWith(error, 'operator_requests_open_key'))
      throw new OperatorError('open', 'request_open');
    throw error;
  }
}

/**
 * Stores a proposal with what it would do. Nothing else happens until a second person approves it.
 * @returns the request's id
 * @throws OperatorError `unknown` without such an order, `open` when one like it is open
 */
export async function proposeIn(
  tx: Tx,
  deps: Deps,
  proposal: Proposal,
  effect: RequestEffect | null,
): Promise<string> {
  const now = deps.now();
  const draft = await buildDraft(tx, proposal, now);

  await requireNoneOpen(tx, draft);

  const requestId = await writeOnce(tx, { ...draft, effect });
  const { kind, userId, makerId: staffId, reason } = draft;

  await appendStaffAct(tx, {
    at: now,
    staffId,
    action: `${kind}_requested`,
    userId,
    subject: requestId,
    detail: { reason, ...amountIn(effect) },
  });

  return requestId;
}
