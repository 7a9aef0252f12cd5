import type {
  ListedApproval,
  DoneEffect as StaffDone,
  StaffEffect,
  StaffProposal,
} from '@noren/contract/staff/approvals';
import type { StaffRefusal } from '@noren/contract/staff/refusals';
import { APPROVAL_KINDS, type ApprovalKind } from '@noren/core/staff/approval-kinds';
import { mayUse } from '@noren/core/staff/roles';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordOpening } from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { requirePermission } from '../../platform/staff/require-permission.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findStaff } from '../../platform/staff/staff-store.ts';
import { requireNotClaimed } from '../work/claims-store.ts';
import { type CommentCount, countComments, listComments } from '../work/comments-store.ts';
import { commentOnRequest } from './comment-request.ts';
import { approveAloneIn, decideIn, withdrawIn } from './decide-request.ts';
import { findKind } from './kinds/kinds.ts';
import {
  type Proposal,
  previewProposal,
  previewProposalIn,
  previewRequest,
  proposeIn,
} from './propose-request.ts';
import { OperatorError } from './request/operator-error.ts';
import type { RequestEffect } from './request/request-effect.ts';
import { nameBorrowers } from './request/request-effect-store.ts';
import {
  findListedRequest,
  type ListedRequest,
  listRequests,
  type OperatorRequest,
  type RequestKind,
} from './request/requests-store.ts';

const PAGE = 50;

/** A refusal of an action in the form of the console's. */
function asStaffError(error: unknown): unknown {
  if (!(error instanceof OperatorError)) return error;

  const { reason, refusal, requestId, effect } = error;
  switch (reason) {
    case 'unknown':
      return new StaffError('not_found', refusal);
    case 'open':
      return new StaffError('taken', refusal, { data: { requestId } });
    case 'changed':
      return new StaffError('changed', refusal, { data: { effect } });
    case 'own_request':
      return new StaffError('forbidden', refusal);
    default:
      return new StaffError('not_possible', refusal);
  }
}

async function inStaffWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw asStaffError(error);
  });
}

function requireKind({ staff }: StaffCtx, act: 'propose' | 'approve', kind: ApprovalKind): void {
  requirePermission(staff, `${act}.${kind}`);
}

function toProposal(given: StaffProposal, makerId: string, reason: string): Proposal {
  const { kind, ...rest } = given;
  const { repayId, userId, ...detail } = rest as { repayId?: string; userId?: string };
  const of = { ...(repayId !== undefined && { repayId }), ...(userId !== undefined && { userId }) };
  return { kind, detail, makerId, reason, ...of } as Proposal;
}

function readBorrowers({ deps }: StaffCtx, db: Db, requests: readonly ListedRequest[]) {
  const userIds = requests.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  return nameBorrowers(db, deps.crypto, userIds);
}

const NO_COMMENTS: CommentCount = { count: 0, lastStaffId: null };

function toListed(
  { staff }: StaffCtx,
  request: ListedRequest,
  borrowers: ReadonlyMap<string, string>,
  { count, lastStaffId }: CommentCount = NO_COMMENTS,
): ListedApproval {
  const { requestId, kind, state, repayId, userId, makerId, makerName, checkerName } = request;
  const { colleague, reason, madeAt, expiresAt, decidedAt } = request;
  const isMine = makerId === staff.staffId;
  const isMineToDecide = state === 'open' && !isMine && mayUse(staff.roles, `approve.${kind}`);
  const shown = {
    requestId,
    kind,
    state,
    repayId,
    userId,
    person: userId === null ? colleague : (borrowers.get(userId) ?? null),
    makerId,
    makerName,
    checkerName,
    reason,
    money: (request.done ?? request.effect)?.money ?? null,
    madeAt,
    expiresAt,
    decidedAt,
  };
  const isMineToAnswer =
    (isMineToDecide || (isMine && state === 'open')) &&
    lastStaffId !== null &&
    lastStaffId !== staff.staffId;

  return { ...shown, isMine, isMineToDecide, comments: count, isMineToAnswer };
}

/** Whether the kind of a stored proposal lets its maker carry it out without a second person. */
async function mayBeAlone(
  tx: Tx,
  deps: Deps,
  requestId: string,
  { kind, detail, userId }: Proposal,
): Promise<boolean> {
  const request = { requestId, kind, detail, userId: userId ?? null } as OperatorRequest;
  return (await findKind(request).mayBeAlone?.(tx, deps, request)) ?? false;
}

/**
 * The kinds whose requests somebody may read: what they may propose or approve, and all for who
 * reads the audit.
 */
function readableKinds({ staff }: StaffCtx): readonly ApprovalKind[] {
  if (mayUse(staff.roles, 'audit.read')) return APPROVAL_KINDS;
  return APPROVAL_KINDS.filter(
    (kind) => mayUse(staff.roles, `propose.${kind}`) || mayUse(staff.roles, `approve.${kind}`),
  );
}

async function requireRequest(
  ctx: StaffCtx,
  db: Db | Tx,
  requestId: string,
): Promise<ListedRequest> {
  const request = await findListedRequest(db, requestId);
  if (!request) throw new StaffError('not_found', 'request_unknown');
  if (request.makerId !== ctx.staff.staffId && !readableKinds(ctx).includes(request.kind))
    throw new StaffError('forbidden', 'request_kind_not_permitted', {
      data: { permission: `approve.${request.kind}` },
    });

  return request;
}

/** One's own of every kind; to decide what the roles approve; of the rest what they may read. */
function listKinds(ctx: StaffCtx, list: 'to_decide' | 'mine' | 'history'): readonly ApprovalKind[] {
  if (list === 'mine') return APPROVAL_KINDS;
  if (list === 'history') return readableKinds(ctx);
  return APPROVAL_KINDS.filter((kind) => mayUse(ctx.staff.roles, `approve.${kind}`));
}

/** Requests that need a second person. */
export const approvalStaffHandlers = {
  approvalList: async (ctx, { query }, db) => {
    const { list, after } = query;
    const { staffId } = ctx.staff;
    const found = await listRequests(db, {
      isOpen: list === 'to_decide' ? true : list === 'history' ? false : null,
      ...(list === 'mine' && { makerId: staffId }),
      ...(list === 'to_decide' && { notMakerId: staffId }),
      kinds: listKinds(ctx, list),
      after: after ?? null,
      limit: PAGE + 1,
    });
    const { rows, next } = cutPage(found, PAGE, ({ requestId }) => requestId);
    const comments = await countComments(db, rows);
    const borrowers = await readBorrowers(ctx, db, rows);

    return {
      rows: rows.map((row) => toListed(ctx, row, borrowers, comments.get(row.requestId))),
      next,
    };
  },

  approval: async (ctx, { params }, db) => {
    let request = await requireRequest(ctx, db, params.requestId);
    let effectNow: RequestEffect | null = null;
    let problem: StaffRefusal | null = null;

    if (request.state === 'open')
      try {
        effectNow = await previewRequest(ctx.deps, request);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        if (error.reason === 'decided') request = await requireRequest(ctx, db, params.requestId);
        else problem = error.refusal;
      }

    problem = (await findMakerProblem(db, request)) ?? problem;

    const comments = await readComments(ctx, request, db);

    return {
      approval: toListed(ctx, request, await readBorrowers(ctx, db, [request]), {
        count: comments.length,
        lastStaffId: comments.at(-1)?.staffId ?? null,
      }),
      proposal: request.detail as Record<string, unknown>,
      effectWhenMade: request.effect as StaffEffect | null,
      effectNow: effectNow as StaffEffect | null,
      effectDone: request.done as StaffDone | null,
      problem,
      decisionReason: request.decisionReason,
      comments,
    };
  },

  previewApproval: async (ctx, { body }) => {
    requireKind(ctx, 'propose', body.proposal.kind);
    const proposal = toProposal(body.proposal, ctx.staff.staffId, 'a preview');
    return { effect: (await inStaffWords(previewProposal(ctx.deps, proposal))) as StaffEffect };
  },

  propose: async (ctx, { body }, tx) => {
    requireKind(ctx, 'propose', body.proposal.kind);

    const { staffId } = ctx.staff;
    const proposal = toProposal(body.proposal, staffId, body.reason);
    const effect = await inStaffWords(previewProposalIn(tx, ctx.deps, proposal));
    const requestId = await inStaffWords(proposeIn(tx, ctx.deps, proposal, effect));
    if (!(await mayBeAlone(tx, ctx.deps, requestId, proposal)))
      return { requestId, state: 'open' as const };

    ctx.requireConfirmed();
    await inStaffWords(approveAloneIn(tx, ctx.deps, { requestId, makerId: staffId }));

    return { requestId, state: 'approved' as const };
  },

  approve: async (ctx, { body }, tx) => {
    const { requestId, seen } = body;
    await decide(ctx, tx, { requestId, decision: 'approve', seen: seen as RequestEffect });

    return { effect: seen };
  },

  commentRequest: async (ctx, { body }, tx) => {
    const { requestId, text } = body;
    const { staffId } = ctx.staff;
    const { makerId, kind } = await requireRequest(ctx, tx, requestId);

    if (makerId !== staffId) requireKind(ctx, 'approve', kind);
    await inStaffWords(commentOnRequest(tx, ctx.deps, { requestId, staffId, text }));

    return {};
  },

  refuseApproval: async (ctx, { body }, tx) => {
    const { requestId, reason } = body;
    await decide(ctx, tx, { requestId, decision: 'refuse', reason });

    return {};
  },

  withdrawApproval: async (ctx, { body }, tx) => {
    const own = { requestId: body.requestId, makerId: ctx.staff.staffId };
    await inStaffWords(withdrawIn(tx, ctx.deps, own));

    return {};
  },
} satisfies Partial<StaffHandlers>;

/**
 * The comments on a request. What is written about a borrower is read on the record, as their notes
 * are.
 */
async function readComments(ctx: StaffCtx, request: ListedRequest, db: Db) {
  const comments = await listComments(db, ctx.deps.crypto, request);
  const { requestId: subject, userId } = request;
  const { staffId } = ctx.staff;

  if (userId !== null && comments.length > 0)
    await recordOpening(db, {
      at: ctx.now,
      staffId,
      action: 'request_comments_read',
      userId,
      subject,
    });

  return comments;
}

/** Decides a request as the reader, who must be allowed to. */
async function decide(
  ctx: StaffCtx,
  tx: Tx,
  decision: Omit<Parameters<typeof decideIn>[2], 'checkerId'>,
): Promise<void> {
  const request = await requireApprover(ctx, tx, decision.requestId);
  const problem = decision.decision === 'approve' ? await findMakerProblem(tx, request) : null;
  if (problem) throw new StaffError('not_possible', problem);

  await inStaffWords(decideIn(tx, ctx.deps, { ...decision, checkerId: ctx.staff.staffId }));
}

/**
 * Reads on the connection of the change: as many at once as there are connections could not each
 * get a second one.
 */
async function requireApprover(ctx: StaffCtx, tx: Tx, requestId: string): Promise<ListedRequest> {
  const request = await requireRequest(ctx, tx, requestId);
  requireKind(ctx, 'approve', request.kind satisfies RequestKind);
  await requireNotClaimed(tx, { kind: 'approval', subject: requestId }, ctx.staff.staffId, ctx.now);

  return request;
}

/** Why an open request may not be approved: its maker could not propose it today. */
async function findMakerProblem(
  db: Db | Tx,
  { state, makerId, kind }: ListedRequest,
): Promise<StaffRefusal | null> {
  const maker = state === 'open' ? await findStaff(db, makerId) : undefined;
  if (!maker) return null;
  if (maker.state === 'removed') return { reason: 'maker_removed' };

  return mayUse(maker.roles, `propose.${kind}`) ? null : { reason: 'maker_lost_role' };
}
