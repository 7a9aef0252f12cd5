import { createHash } from 'node:crypto';
import { LoanEventError } from '@noren/core/lending/loan-events';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { APPROVAL_WAITS_DAYS } from '@noren/core/staff/approval-kinds';
import { findProof } from '../../features/repayment/proof-store.ts';
import { findRefund } from '../../features/repayment/refunds/refund-store.ts';
import { lenderUserId } from '../../lending/ledger.ts';
import { findOrderByRepayId } from '../../lending/order-store.ts';
import { clashesWith, isDuplicate } from '../../platform/db/database-clash.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';
import { executeRequest } from './execute-request.ts';
import { ordersOnHold } from './kinds/contact-hold.ts';
import { cancelPayoutNow } from './kinds/payout-cancel.ts';
import { OperatorError } from './request/operator-error.ts';
import {
  type AffectedOrder,
  amountIn,
  type DoneEffect,
  type RequestEffect,
  readEffect,
  readFigures,
  withoutIds,
} from './request/request-effect.ts';
import { undoneAfter } from './request/request-effect-store.ts';
import {
  findOpenRequest,
  isBorrower,
  type OperatorRequest,
  type RequestDetails,
  type RequestKind,
  writeRequest,
} from './request/requests-store.ts';
import { readFacts } from './request-changes.ts';
import { readMoney } from './request-money.ts';

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
async function draftOf(db: Db | Tx, proposal: Proposal, now: number): Promise<OperatorRequest> {
  const { kind, detail, makerId, reason } = proposal;
  const order = proposal.repayId === undefined ? undefined : await findOrderByRepayId(db, proposal.repayId);
  if (proposal.repayId !== undefined && !order) throw new OperatorError('unknown', 'There is no such order.');
  const userId = order?.userId ?? proposal.userId ?? null;
  if (!order && userId !== null && !(await isBorrower(db, userId)))
    throw new OperatorError('unknown', 'There is no such borrower.');
  const orderId = order?.orderId ?? null;
  return {
    requestId: '00000000-0000-7000-8000-000000000000',
    kind,
    detail,
    userId,
    orderId,
    subject: subjectOf({ kind, detail, userId, orderId } as OperatorRequest),
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

/** The kinds that an order can have one of at a time, whatever their details. */
const ONE_AN_ORDER: readonly RequestKind[] = ['waiver', 'write_off', 'settlement_offer'];

/** The kinds that a person can have one of at a time, whatever their details. */
const ONE_A_PERSON: readonly RequestKind[] = [
  'limit_override',
  'lending_freeze',
  'full_kyc',
  'erasure',
  'nominee_claim',
];

function subjectOf({ kind, detail, userId, orderId }: OperatorRequest): string {
  if (ONE_AN_ORDER.includes(kind) && orderId !== null) return `order:${orderId}`;
  if (kind === 'contact_hold') return `user:${userId}`;
  const about = detailSubject({ kind, detail } as OperatorRequest);
  if (about !== null) return about;
  if (ONE_A_PERSON.includes(kind) && userId !== null) return `user:${userId}`;
  const content = createHash('sha256').update(canonicalJson({ kind, detail, userId, orderId })).digest('hex');
  return `${kind}:${content.slice(0, 32)}`;
}

/** What a request about no borrower is about, where two that differ would get in each other's way. */
function detailSubject({ kind, detail }: OperatorRequest): string | null {
  if (kind === 'product_version') return `product:${detail.terms.code}`;
  if (kind === 'scorecard_version') return 'scorecard';
  if (kind === 'link_campaign') return `links:${detail.segment}`;
  if (kind === 'key_rotation') return 'field keys';
  if (kind !== 'configuration') return null;
  const { change } = detail;
  return change.setting === 'carouselCard' ? `setting:card:${change.cardId}` : `setting:${change.setting}`;
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
 * The same in the transaction that will store the proposal, which keeps nothing of it: proposals that each waited for a
 * second connection could take all there are.
 */
export async function previewProposalIn(tx: Tx, deps: Deps, proposal: Proposal): Promise<RequestEffect> {
  try {
    return await undoneAfter(tx, () => carryOutDraft(tx, deps, proposal));
  } catch (error) {
    throw inWords(error);
  }
}

async function carryOutDraft(tx: Tx, deps: Deps, proposal: Proposal): Promise<RequestEffect> {
  const draft = await draftOf(tx, proposal, deps.now());
  await requireNoneOpen(tx, draft);
  const requestId = await writeOnce(tx, draft);
  return (await executeSeen(tx, deps, { ...draft, requestId })).effect;
}

/** What a stored request would do now. @throws OperatorError when it is not possible */
export async function previewRequest(deps: Deps, request: OperatorRequest): Promise<RequestEffect> {
  return rolledBack(deps, async (tx) => (await executeSeen(tx, deps, request)).effect);
}

const MOST_PREVIEWS = 3;

/** A preview that writes what an approval has just written is made again: it then says why it is no longer possible. */
async function rolledBack(deps: Deps, work: (tx: Tx) => Promise<RequestEffect>): Promise<RequestEffect> {
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
  if (requestId !== undefined) throw new OperatorError('open', OPEN_ALREADY, { requestId });
}

/** Of two equal proposals at once the second is refused like a later one. */
async function writeOnce(tx: Tx, draft: OperatorRequest): Promise<string> {
  try {
    return await writeRequest(tx, draft);
  } catch (error) {
    if (clashesWith(error, 'operator_requests_open_key')) throw new OperatorError('open', OPEN_ALREADY);
    throw error;
  }
}

const OPEN_ALREADY = 'A request like this is already open.';

/** A request that was carried out: what is shown of it, and what this transaction did. */
interface CarriedOut {
  readonly effect: RequestEffect;
  readonly done: DoneEffect;
}

/** Carries a request out and reads what that did. */
export async function executeSeen(tx: Tx, deps: Deps, request: OperatorRequest): Promise<CarriedOut> {
  const money = await readMoney(tx, deps, request);
  const factsBefore = await readFacts(tx, deps, request);
  const { effect, done } = await executeOnOrders(tx, deps, request);
  const factsAfter = await readFacts(tx, deps, request);
  const facts = factsBefore.map(({ what, value }, at) => ({ what, before: value, after: factsAfter[at]?.value ?? '' }));
  const more = { ...(facts.length > 0 && { facts }), ...(money && { money }) };
  return { effect: { ...effect, ...more }, done: { ...done, ...more } };
}

async function executeOnOrders(tx: Tx, deps: Deps, request: OperatorRequest): Promise<CarriedOut> {
  const orders = await affectedOrders(tx, request);
  const before = await readFigures(tx, deps, orders);
  const userIds = [...new Set([...orders.map(({ userId }) => userId), ...(request.userId ? [request.userId] : [])])];
  const effectNow = () => readEffect(tx, deps, { userIds: [...userIds, lenderUserId], orders, before });
  if (request.kind === 'payout_cancel') {
    // A provider is asked first, by a job: what follows its answer is shown, and undone here.
    const effect = await undoneAfter(tx, async () => {
      await cancelPayoutNow(tx, deps, request);
      return effectNow();
    });
    await executeRequest(tx, deps, request);
    return { effect: withoutIds(effect), done: await effectNow() };
  }
  await executeRequest(tx, deps, request);
  const done = await effectNow();
  return { effect: withoutIds(done), done };
}

/** The orders whose figures and borrowers a request concerns. */
async function affectedOrders(tx: Tx, request: OperatorRequest): Promise<AffectedOrder[]> {
  if ((request.kind === 'contact_hold' || request.kind === 'nominee_claim') && request.userId !== null)
    return ordersOnHold(tx, request.userId);
  const own = await ownOrder(tx, request);
  const to = request.kind === 'payment_move' ? await findOrderByRepayId(tx, request.detail.toRepayId) : undefined;
  return [...(own ? [own] : []), ...(to ? [{ userId: to.userId, orderId: to.orderId }] : [])];
}

/** The order that a request names, or that of its refund or proof. */
async function ownOrder(tx: Tx, request: OperatorRequest): Promise<AffectedOrder | undefined> {
  const { userId, orderId, kind, detail } = request;
  if (userId !== null && orderId !== null) return { userId, orderId };
  if (kind === 'refund_payout' || kind === 'refund_retry') return keyOf(await findRefund(tx, detail.refundRef));
  if (kind === 'proof') return keyOf(await findProof(tx, detail.proofId));
  return undefined;
}

function keyOf(found: AffectedOrder | undefined): AffectedOrder | undefined {
  return found && { userId: found.userId, orderId: found.orderId };
}

/** A refusal of the ledger in the form of an operator's. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof LoanEventError)) return error;
  return new OperatorError('not_possible', `The ledger cannot post this: ${error.what}. Load the loan again.`);
}

/**
 * Stores a proposal with what it would do. Nothing else happens until a second person approves it.
 * @returns the request's id
 * @throws OperatorError `unknown` without such an order, `open` when one like it is open
 */
export async function proposeIn(tx: Tx, deps: Deps, proposal: Proposal, effect: RequestEffect | null): Promise<string> {
  const now = deps.now();
  const draft = await draftOf(tx, proposal, now);
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
