import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';
import { carryOutRequest, inWords } from './carry-out-request.ts';
import { OperatorError } from './request/operator-error.ts';
import {
  amountIn,
  type DoneEffect,
  isSameEffect,
  type RequestEffect,
} from './request/request-effect.ts';
import {
  closeRequest,
  expireRequests,
  lockRequest,
  type OperatorRequest,
} from './request/requests-store.ts';

export interface Decision {
  readonly requestId: string;
  readonly checkerId: string;
  readonly decision: 'approve' | 'refuse';
  /** Required for a refusal. */
  readonly reason?: string;
  /** What the checker saw that it would do; anything else is shown again instead of done. */
  readonly seen?: RequestEffect;
}

/**
 * Locks a request that can still be decided.
 * @throws OperatorError when it cannot
 */
export async function lockOpen(tx: Tx, deps: Deps, requestId: string): Promise<OperatorRequest> {
  const request = await lockRequest(tx, requestId);
  if (!request) throw new OperatorError('unknown', 'request_unknown');
  if (request.state !== 'open') throw new OperatorError('decided', 'request_decided');

  if (request.expiresAt <= deps.now()) throw new OperatorError('decided', 'request_expired');

  return request;
}

/** A request, named by its maker. */
type OwnRequest = { readonly requestId: string; readonly makerId: string };

/**
 * Locks a request that its maker decides.
 * @throws OperatorError when it is somebody else's or decided
 */
async function lockOwn(
  tx: Tx,
  deps: Deps,
  { requestId, makerId }: OwnRequest,
  otherwise: 'alone_not_maker' | 'withdraw_not_maker',
): Promise<OperatorRequest> {
  const request = await lockOpen(tx, deps, requestId);
  if (request.makerId !== makerId) throw new OperatorError('own_request', otherwise);

  return request;
}

/**
 * Approves another person's request and carries it out in the given transaction, or refuses it. Of
 * two concurrent decisions one wins. The caller has checked that the maker could propose it today.
 * @throws OperatorError when it is the checker's own request, already decided, not possible now, or
 * would do something else than was seen; then it stays open
 */
export async function decideIn(tx: Tx, deps: Deps, input: Decision): Promise<OperatorRequest> {
  const { requestId, checkerId, decision, reason = null } = input;
  const at = deps.now();
  const request = await lockOpen(tx, deps, requestId);
  if (request.makerId === checkerId) throw new OperatorError('own_request', 'request_own');

  const done =
    decision === 'approve' ? await carryOut(tx, deps, { ...request, checkerId }, input.seen) : null;
  const state = decision === 'approve' ? 'approved' : 'refused';

  await closeRequest(tx, requestId, { state, checkerId, reason, at, done });
  await recordDecision(tx, request, {
    staffId: checkerId,
    state,
    at,
    reason,
    effect: done ?? request.effect,
  });

  return request;
}

/**
 * Approves a request of one's own, where the kind allows it to one person. The caller has checked
 * that it does.
 */
export async function approveAloneIn(tx: Tx, deps: Deps, own: OwnRequest): Promise<void> {
  const at = deps.now();
  const request = await lockOwn(tx, deps, own, 'alone_not_maker');

  const done = await carryOut(tx, deps, request, undefined);
  await closeRequest(tx, own.requestId, {
    state: 'approved',
    checkerId: null,
    isAlone: true,
    at,
    done,
  });

  await recordDecision(tx, request, {
    staffId: own.makerId,
    state: 'approved_alone',
    at,
    reason: null,
    effect: done,
  });
}

/**
 * Takes one's own request back.
 * @throws OperatorError when it is somebody else's or decided
 */
export async function withdrawIn(tx: Tx, deps: Deps, own: OwnRequest): Promise<void> {
  const at = deps.now();
  const request = await lockOwn(tx, deps, own, 'withdraw_not_maker');

  await closeRequest(tx, own.requestId, { state: 'withdrawn', checkerId: null, at });
  await recordDecision(tx, request, {
    staffId: own.makerId,
    state: 'withdrawn',
    at,
    reason: null,
    effect: request.effect,
  });
}

/** @returns what it did, which is stored with the request */
async function carryOut(
  tx: Tx,
  deps: Deps,
  request: OperatorRequest,
  seen: RequestEffect | undefined,
): Promise<DoneEffect> {
  try {
    const { effect, done } = await carryOutRequest(tx, deps, request);
    if (seen && !isSameEffect(seen, effect))
      throw new OperatorError('changed', 'effect_changed', { effect });

    return done;
  } catch (error) {
    throw inWords(error);
  }
}

/** Ends the requests that nobody decided in time. */
export async function expireOldRequests(deps: Deps): Promise<void> {
  const at = deps.now();
  await transact(deps.db, async (tx) => {
    await waitForTurn(tx);
    for (const { requestId, kind } of await expireRequests(tx, at))
      await appendStaffAct(tx, {
        at,
        staffId: null,
        action: `${kind}_expired`,
        subject: requestId,
      });
  });
}

async function recordDecision(
  tx: Tx,
  { requestId, kind, userId, makerId }: OperatorRequest,
  input: {
    staffId: string;
    state: string;
    at: number;
    reason: string | null;
    effect: RequestEffect | DoneEffect | null;
  },
): Promise<void> {
  const { staffId, state, at, reason, effect } = input;
  const detail = { makerId, ...(reason !== null && { reason }), ...amountIn(effect) };

  await appendStaffAct(tx, {
    at,
    staffId,
    action: `${kind}_${state}`,
    userId,
    subject: requestId,
    detail,
  });
}
