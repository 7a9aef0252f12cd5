import { sandboxPersonIn } from '../console/access/sandbox-people.ts';
import { type Decision, decideIn } from '../console/approvals/decide-request.ts';
import { type Proposal, previewProposal, proposeIn } from '../console/approvals/propose-request.ts';
import { OperatorError } from '../console/approvals/request/operator-error.ts';
import { resolveDiscrepancyIn } from '../lending/reconciliation/provider-discrepancies.ts';
import { decideCorrectionIn } from '../people/account/decide-correction.ts';
import { decideReviewIn, type ReviewDecision } from '../people/certification/review-decisions.ts';
import type { ReviewKind } from '../people/certification/review-store.ts';
import { answerLockedTicket } from '../people/support/answer-ticket.ts';
import { lockTicket } from '../people/support/store.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';
import { waitForTurn } from '../platform/staff/turn-store.ts';

/* What the lender's people decide in the console, each in a transaction of its own. */

const inTransaction =
  <Input>(decide: (tx: Tx, deps: Deps, input: Input) => Promise<boolean>) =>
  (deps: Deps, input: Input): Promise<boolean> =>
    deps.db.transaction().execute((tx) => decide(tx, deps, input));

const decideReview = (kind: ReviewKind) =>
  inTransaction<ReviewDecision>((tx, deps, input) => decideReviewIn(tx, deps, kind, input));

export const decideIdentityReview = decideReview('identity');
export const decideBankNameReview = decideReview('bank_name');
export const decideScoreReview = decideReview('score');

export const decideCorrection = inTransaction(decideCorrectionIn);

/** Answers a ticket; the last answer closes it. */
export function answerTicket(
  deps: Deps,
  {
    ticketNo,
    operator,
    ...answer
  }: { ticketNo: string; operator: string; answer: string; isLast: boolean },
): Promise<'done' | 'unknown' | 'closed'> {
  return deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps.crypto, ticketNo);
    if (!ticket) return 'unknown';
    if (ticket.state === 'closed') return 'closed';

    await answerLockedTicket(tx, deps, ticket, { ...answer, by: `operator:${operator}` });

    return 'done';
  });
}

/** A proposal of an invented person, who is known by name alone. */
export type NamedProposal = Proposal extends infer P
  ? P extends Proposal
    ? Omit<P, 'makerId'> & { readonly maker: string }
    : never
  : never;

/** What is proposed, without its maker and reason. */
export type ProposalDetails = NamedProposal extends infer P
  ? P extends NamedProposal
    ? Omit<P, 'maker' | 'reason'>
    : never
  : never;

function inTurn<T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await waitForTurn(tx);
    return work(tx);
  });
}

function ensurePerson(deps: Deps, name: string): Promise<string> {
  return inTurn(deps, (tx) => sandboxPersonIn(tx, { name }, deps.now()));
}

/** Proposes as an invented person, also what is not possible yet. @returns the request's id */
export async function proposeByName(
  deps: Deps,
  { maker, ...named }: NamedProposal,
): Promise<string> {
  const proposal = { ...named, makerId: await ensurePerson(deps, maker) } as Proposal;
  const effect = await previewProposal(deps, proposal).catch((error: unknown) => {
    if (error instanceof OperatorError && error.reason === 'not_possible') return null;
    throw error;
  });

  return inTurn(deps, (tx) => proposeIn(tx, deps, proposal, effect));
}

/** Decides as an invented person. */
export async function decideByName(
  deps: Deps,
  { checker, ...decision }: Omit<Decision, 'checkerId'> & { readonly checker: string },
): Promise<void> {
  const checkerId = await ensurePerson(deps, checker);
  await inTurn(deps, (tx) => decideIn(tx, deps, { ...decision, checkerId }));
}

/** Asks for it as Asha, or as another invented person. @returns the request's id */
export const proposeDetails = (deps: Deps, details: ProposalDetails, maker = 'Asha') =>
  proposeByName(deps, { ...details, maker, reason: 'as was agreed' } as NamedProposal);

/** Approves it as Ravi, or as another invented person. */
export const approveByName = (deps: Deps, requestId: string, checker = 'Ravi') =>
  decideByName(deps, { requestId, checker, decision: 'approve' });

/** One invented person asks for it, another approves it. */
export async function decideByTwo(deps: Deps, details: ProposalDetails): Promise<void> {
  await approveByName(deps, await proposeDetails(deps, details));
}

/** Marks a discrepancy resolved. @returns false when it is not open */
export const resolveProviderDiscrepancy = inTransaction(resolveDiscrepancyIn);
