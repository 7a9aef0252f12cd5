import * as z from 'zod';
import type { ProofInReview } from '../../features/repayment/proofs/review-proof.ts';
import type { UnclaimedPayment } from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { OperatorError } from '../../operations/approvals/operator-error.ts';
import type { ListedRequest, OperatorRequest } from '../../operations/approvals/requests-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { decideByName, type NamedProposal, proposeByName } from '../people/staff-by-name.ts';
import { ControlError } from './answer.ts';
import { clockTime, type Html, html, rupees } from './html.ts';

const KIND_WORDS: Partial<Record<OperatorRequest['kind'], string>> = {
  waiver: 'Waive',
  write_off: 'Write off',
  reversal: 'Reverse a payment, waiver or extension',
  proof: 'Decide a proof of repayment',
  coupon: 'Give a coupon',
  product_version: 'New version of a product',
  refund_retry: 'Try a refund again',
  unclaimed_payment_claim: 'Count unclaimed money as a payment',
  unclaimed_payment_return: 'Send unclaimed money back',
  full_kyc: 'Identity checked in full',
  close_days: 'Close more than seven days in a row',
  undo_closes: 'Undo the closes of days to come',
};

const BUCKETS = ['fees', 'interest', 'principal', 'penal'] as const;
const reason = z.string().trim().min(5, 'say why, in five letters or more').max(200);
const operator = z.string().trim().min(2).max(60);
const orderNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{10,24}$/, 'is not an order number');

const unclaimed = { provider: z.string().min(1).max(40), providerRef: z.string().min(1).max(80) };

/** Body of the control `ask`: a request that a second operator must approve. */
export const proposalBody = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('waiver'),
    repayId: orderNo,
    rupees: z.coerce.number().positive().max(1_000_000).multipleOf(0.01),
    bucket: z.union([z.enum(BUCKETS), z.literal('')]).default(''),
    reason,
    operator,
  }),
  z.strictObject({ kind: z.literal('write_off'), repayId: orderNo, reason, operator }),
  z.strictObject({ kind: z.literal('reversal'), repayId: orderNo, journalId: z.uuid(), reason, operator }),
  z.strictObject({
    kind: z.literal('proof'),
    proofId: z.uuid(),
    decision: z.enum(['match', 'not_found', 'other_amount', 'unreadable']),
    reason,
    operator,
  }),
  z.strictObject({ kind: z.literal('refund_retry'), refundRef: z.string().min(4).max(40), reason, operator }),
  z.strictObject({ kind: z.literal('unclaimed_payment_claim'), ...unclaimed, repayId: orderNo, reason, operator }),
  z.strictObject({ kind: z.literal('unclaimed_payment_return'), ...unclaimed, reason, operator }),
  z.strictObject({ kind: z.literal('close_days'), through: z.iso.date(), reason, operator }),
  z.strictObject({ kind: z.literal('undo_closes'), reason, operator }),
  z.strictObject({ kind: z.literal('full_kyc'), userId: z.uuid(), reason, operator }),
]);

/** Body of the control `decide`: the second operator's decision. */
export const decideBody = z.strictObject({
  requestId: z.uuid(),
  operator,
  decision: z.enum(['approve', 'refuse']),
});

/** Proposes as an operator would. @throws ControlError with a text for the operator */
export async function proposeAsOperator(
  deps: Deps,
  body: z.infer<typeof proposalBody>,
): Promise<{ requestId: string }> {
  return inWords(async () => ({ requestId: await proposeByName(deps, proposalOf(body)) }));
}

function proposalOf(body: z.infer<typeof proposalBody>): NamedProposal {
  const by = { maker: body.operator, reason: body.reason };
  switch (body.kind) {
    case 'waiver': {
      const amountPaise = Math.round(body.rupees * 100);
      const detail = body.bucket === '' ? { amountPaise } : { amountPaise, bucket: body.bucket };
      return { kind: 'waiver', repayId: body.repayId, detail, ...by };
    }
    case 'write_off':
      return { kind: 'write_off', repayId: body.repayId, detail: {}, ...by };
    case 'reversal':
      return { kind: 'reversal', repayId: body.repayId, detail: { journalId: body.journalId }, ...by };
    case 'proof': {
      const { proofId, decision } = body;
      const detail =
        decision === 'match' ? { proofId, decision } : { proofId, decision: 'refuse' as const, why: decision };
      return { kind: 'proof', detail, ...by };
    }
    case 'refund_retry':
      return { kind: 'refund_retry', detail: { refundRef: body.refundRef }, ...by };
    case 'unclaimed_payment_claim': {
      const { provider, providerRef, repayId } = body;
      return { kind: 'unclaimed_payment_claim', repayId, detail: { provider, providerRef }, ...by };
    }
    case 'unclaimed_payment_return': {
      const { provider, providerRef } = body;
      return { kind: 'unclaimed_payment_return', detail: { provider, providerRef }, ...by };
    }
    case 'close_days':
      return { kind: 'close_days', detail: { through: body.through }, ...by };
    case 'undo_closes':
      return { kind: 'undo_closes', detail: {}, ...by };
    case 'full_kyc':
      return { kind: 'full_kyc', userId: body.userId, detail: { how: 'sandbox' }, ...by };
    default: {
      const missing: never = body;
      throw new RangeError(`unknown request: ${JSON.stringify(missing)}`);
    }
  }
}

/** Decides as a second operator would. @throws ControlError with a text for the operator */
export async function decideAsOperator(
  deps: Deps,
  { requestId, operator: checker, decision }: z.infer<typeof decideBody>,
): Promise<{ decision: string }> {
  return inWords(async () => {
    await decideByName(deps, { requestId, checker, decision });
    return { decision };
  });
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new ControlError(error.reason === 'unknown' ? 404 : 409, error.message);
  }
}

/** Requests that wait for a second operator, with two buttons and a field for the operator's name. */
export function showRequests(requests: readonly ListedRequest[]): Html {
  if (requests.length === 0) return html`<p class="none">Nothing waits for a second operator.</p>`;
  return html`<ul class="rows">${requests.map(showRequest)}</ul>`;
}

function showRequest(request: ListedRequest): Html {
  const { requestId, kind, makerName, madeAt, reason: why, repayId } = request;
  return html`<li>
    <p><b>${KIND_WORDS[kind] ?? kind}</b> ${subjectOf(request)} ${repayId ?? ''}<br><small>${makerName}, ${clockTime(madeAt)}: ${why}</small></p>
    <form data-control="decide" class="part"><input type="hidden" name="requestId" value="${requestId}">
      <label>Second operator <input name="operator" size="10" autocomplete="off" required></label>
      <button class="main" name="decision" value="approve">Approve</button>
      <button name="decision" value="refuse">Refuse</button></form>
  </li>`;
}

/** The subject of a request, besides its order. */
function subjectOf(request: OperatorRequest): string {
  switch (request.kind) {
    case 'waiver':
      return rupees(request.detail.amountPaise);
    case 'refund_retry':
      return request.detail.refundRef;
    case 'close_days':
      return `through ${request.detail.through}`;
    case 'unclaimed_payment_claim':
    case 'unclaimed_payment_return':
      return request.detail.providerRef;
    default:
      return '';
  }
}

/** Fields for the reason and the operator. */
export function showWho(): Html {
  return html`<label>Why <input name="reason" size="18" autocomplete="off" required></label>
    <label>Operator <input name="operator" size="10" autocomplete="off" required></label>`;
}

/** Proofs of repayment without a matching payment, to be compared with the bank's records. */
export function showProofs(proofs: readonly ProofInReview[]): Html {
  return html`<ul class="rows">${proofs.map(
    ({ proofId, repayId, utr, amountPaise, paidOn, hasPicture }) => html`<li>
    <p><b>Proof of ${rupees(amountPaise)}</b> ${repayId}<br><small>bank’s number ${utr}, paid on ${paidOn}</small>
      ${hasPicture ? html`<a href="/sandbox/api/proof-picture/${proofId}">Picture</a>` : ''}</p>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="proof"><input type="hidden" name="proofId" value="${proofId}">
      ${showWho()}
      <button class="main" name="decision" value="match">Ask to count it</button>
      <button name="decision" value="not_found">Ask to refuse: not found</button></form>
  </li>`,
  )}</ul>`;
}

/** Unclaimed payments: posted to an order, or returned, once a second operator approves. */
export function showUnclaimedPayments(unclaimed: readonly UnclaimedPayment[]): Html {
  if (unclaimed.length === 0) return html`<p class="none">No money waits to be claimed.</p>`;
  return html`<ul class="rows">${unclaimed.map(showUnclaimedPayment)}</ul>`;
}

function showUnclaimedPayment({
  provider,
  providerRef,
  amountPaise,
  paidAt,
  state,
  reason: why,
}: UnclaimedPayment): Html {
  const of = html`<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="providerRef" value="${providerRef}">`;
  const failed = why === null ? '' : `, could not be sent back: ${why}`;
  const claimForm = html`<form data-control="propose" class="part"><input type="hidden" name="kind" value="unclaimed_payment_claim">${of}
      <label>Order number <input name="repayId" size="14" autocomplete="off" required></label>${showWho()}<button class="main">Ask to count it</button></form>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="unclaimed_payment_return">${of}${showWho()}<button>Ask to send it back</button></form>`;
  return html`<li>
    <p><b>${rupees(amountPaise)}</b> of ${clockTime(paidAt)}${failed}<br><small><code>${providerRef}</code></small></p>
    ${state === 'returning' ? html`<p>On its way back.</p>` : claimForm}</li>`;
}

/** The forms for an operator's proposals. */
export function showProposalForms(): Html {
  const who = showWho();
  const order = html`<label>Order number <input name="repayId" size="14" autocomplete="off" required></label>`;
  const bucket = html`<label>Of <select name="bucket"><option value="">whatever is owed</option>${BUCKETS.map(
    (one) => html`<option>${one}</option>`,
  )}</select></label>`;
  return html`<form data-control="propose" class="part"><input type="hidden" name="kind" value="waiver">${order}
      <label>₹ <input name="rupees" inputmode="decimal" size="7" required></label>${bucket}${who}<button>Ask to waive</button></form>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="write_off">${order}${who}<button>Ask to write off</button></form>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="reversal">${order}
      <label>Journal <input name="journalId" size="18" autocomplete="off" required></label>${who}<button>Ask to reverse</button></form>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="close_days">
      <label>Through <input name="through" type="date" required></label>${who}<button>Ask to close many days</button></form>
    <form data-control="propose" class="part"><input type="hidden" name="kind" value="undo_closes">${who}<button>Ask to undo closes of days to come</button></form>`;
}
