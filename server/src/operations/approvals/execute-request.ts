import type { LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees, type Paise, paise } from '@noren/core/money/money';
import { syncOrderWithLedger } from '../../features/repayment/posting/sync-order.ts';
import { decideProof } from '../../features/repayment/proofs/match-proof.ts';
import { refundByPayout } from '../../features/repayment/refunds/refund-by-payout.ts';
import { retryRefund } from '../../features/repayment/refunds/refunds.ts';
import { claimUnclaimedFunds, startReturn } from '../../features/repayment/unclaimed-funds/unclaimed-funds.ts';
import type { PostedJournal } from '../../lending/ledger.ts';
import { loanToday } from '../../lending/loan-book.ts';
import { effectiveDay } from '../../lending/loan-events.ts';
import { moveOrder, type Order } from '../../lending/order-store.ts';
import { type LoanEventToPost, postLoanEvent } from '../../lending/post-loan-event.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { confirmDays, undoClosedDays } from '../close-of-day/undo-closes.ts';
import { changeSetting } from './kinds/configuration.ts';
import { giveCoupon } from './kinds/coupon.ts';
import { startKeyRotation } from './kinds/key-rotation.ts';
import { changePerson, startLending } from './kinds/limit-override.ts';
import { startLinkCampaign } from './kinds/link-campaign.ts';
import { movePayment } from './kinds/payment-move.ts';
import { cancelPayout } from './kinds/payout-cancel.ts';
import { reverseStaffPayout } from './kinds/payout-reversal.ts';
import { saveProductVersion } from './kinds/product-version.ts';
import { lockRequestedOrder, NOTHING_CHANGES, reverseJournal } from './kinds/reverse-journal.ts';
import { saveScorecardVersion } from './kinds/scorecard-version.ts';
import { offerSettlement } from './kinds/settlement-offer.ts';
import { changeRoles, inviteStaff } from './kinds/staff-invitation.ts';
import { OperatorError } from './request/operator-error.ts';
import type { OperatorRequest, RequestDetails } from './request/requests-store.ts';

/**
 * Executes an approved request in the transaction of the approval.
 * @throws OperatorError, LoanEventError when it is not possible now
 */
export async function executeRequest(tx: Tx, deps: Deps, request: OperatorRequest): Promise<void> {
  const { requestId } = request;
  switch (request.kind) {
    case 'waiver':
      return waive(tx, deps, request);
    case 'settlement_offer':
      return offerSettlement(tx, deps, request);
    case 'write_off':
      return writeOff(tx, deps, request);
    case 'reversal':
      return reverseJournal(tx, deps, request, request.detail.journalId);
    case 'payment_move':
      return movePayment(tx, deps, request);
    case 'payout_reversal':
      return reverseStaffPayout(tx, deps, request);
    case 'payout_cancel':
      return cancelPayout(tx, deps, request);
    case 'refund_payout':
      return payRefund(tx, deps, request.detail.refundRef);
    case 'proof':
      return decideProofRequest(tx, deps, request);
    case 'coupon':
      return giveCoupon(tx, deps, request);
    case 'product_version':
      return saveProductVersion(tx, { ...request.detail, today: deps.today(), maxLoan: maxLoanOf(deps) });
    case 'scorecard_version':
      return saveScorecardVersion(tx, deps, request.detail);
    case 'configuration':
      return changeSetting(tx, request.detail.change);
    case 'refund_retry':
      if (await retryRefund(tx, deps, request.detail.refundRef)) return;
      throw new OperatorError('not_possible', 'There is no such refund, or it was already retried.');
    case 'unclaimed_payment_claim':
      return claimFunds(tx, deps, request);
    case 'unclaimed_payment_return':
      return requireInSuspense(await startReturn(tx, deps, request.detail));
    case 'close_days':
      if (await confirmDays(tx, deps, request.detail.through)) return;
      throw new OperatorError('not_possible', 'This day has not ended yet, so it cannot be closed.');
    case 'undo_closes':
      if (await undoClosedDays(tx, deps, requestId)) return;
      throw new OperatorError('not_possible', 'No day was closed before its end, so there is nothing to undo.');
    case 'full_kyc':
    case 'limit_override':
    case 'lending_freeze':
    case 'contact_hold':
    case 'erasure':
    case 'nominee_claim':
      return changePerson(tx, deps, request);
    case 'lending_start':
      return startLending(tx, deps, request);
    case 'link_campaign':
      return startLinkCampaign(tx, deps, request);
    case 'key_rotation':
      return startKeyRotation(tx, deps, request);
    case 'staff_invitation':
      return inviteStaff(tx, deps, request);
    case 'role_change':
      return changeRoles(tx, deps, request);
    default: {
      const missing: never = request;
      throw new RangeError(`unknown request: ${JSON.stringify(missing)}`);
    }
  }
}

function maxLoanOf({ appConfig }: Deps): Paise {
  return paise(appConfig.maxLoanPaise);
}

async function decideProofRequest(tx: Tx, deps: Deps, request: OperatorRequest & { kind: 'proof' }): Promise<void> {
  const { proofId, decision, why } = request.detail;
  const decided = await decideProof(tx, deps, {
    proofId,
    decision,
    by: `staff:${request.makerId}`,
    ...(why && { why }),
  });
  if (decided.ok) return;
  throw new OperatorError(decided.reason === 'decided' ? 'decided' : 'not_possible', PROOF_MESSAGES[decided.reason]);
}

async function claimFunds(
  tx: Tx,
  deps: Deps,
  { userId, orderId, detail }: OperatorRequest & { kind: 'unclaimed_payment_claim' },
): Promise<void> {
  if (userId === null || orderId === null) throw new OperatorError('unknown', 'This request needs an order.');
  requireInSuspense(await claimUnclaimedFunds(tx, deps, detail, { userId, orderId }));
}

async function payRefund(tx: Tx, deps: Deps, refundRef: string): Promise<void> {
  const refusal = await refundByPayout(tx, deps, refundRef);
  if (refusal !== null) throw new OperatorError('not_possible', REFUND_MESSAGES[refusal]);
}

function requireInSuspense(isDone: boolean): void {
  if (!isDone)
    throw new OperatorError(
      'not_possible',
      'This payment is no longer unclaimed, or part of it was posted to an order or is being returned.',
    );
}

const REFUND_MESSAGES = {
  unknown: 'There is no such refund, or it did not fail.',
  no_account: 'The borrower has no confirmed bank account to pay to.',
  nothing_left: 'Nothing is left to refund to the borrower.',
} as const;

const PROOF_MESSAGES = {
  unknown: 'There is no such proof.',
  decided: 'This proof was already decided.',
  counted_elsewhere: 'This transfer was already posted to another loan.',
  going_back: 'This transfer is being refunded to its sender, or already was.',
} as const;

type EventsOf = (
  day: LoanEventToPost['day'],
  journals: readonly PostedJournal[],
  order: Order,
) => readonly LoanEventToPost[];

/** Posts loan events to the request's order under its lock, and updates the order's status. */
async function postToOrder(tx: Tx, deps: Deps, request: OperatorRequest, eventsOf: EventsOf): Promise<void> {
  const { order, journals: before } = await lockRequestedOrder(tx, deps, request);
  const today = effectiveDay(before, deps.today());
  let journals: readonly PostedJournal[] = before;
  for (const event of eventsOf(today, journals, order)) {
    const posted = await postLoanEvent(tx, order, journals, { ...event, bookedAt: deps.now() });
    if (!posted) throw new OperatorError('not_possible', NOTHING_CHANGES);
    journals = posted.journals;
  }
  await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, journals, today).view);
}

function waive(tx: Tx, deps: Deps, request: OperatorRequest & { kind: 'waiver' }): Promise<void> {
  const { requestId: cause, reason } = request;
  const { amountPaise, bucket } = request.detail;
  const detail = { requestId: cause, ...(bucket && { bucket }) };
  return postToOrder(tx, deps, request, (day, journals, order) => {
    requireOwed(loanToday(order.terms, journals, day).view, request.detail);
    return [{ kind: 'waiver', day, amountPaise, detail, cause, reason }];
  });
}

/**
 * On one day a waiver comes before the payments: it would give back what was paid today.
 * @throws OperatorError when less is owed now than is to be waived
 */
function requireOwed(view: LoanView, { amountPaise, bucket }: RequestDetails['waiver']): void {
  const owedOf = {
    fees: view.feesOwed,
    interest: view.interestOwed,
    principal: view.principalOwed,
    penal: view.penalOwed,
  };
  const owed = bucket ? owedOf[bucket] : view.totalOwed;
  if (amountPaise > owed)
    throw new OperatorError('not_possible', `Only ${formatRupees(owed)} of this is owed. Waive at most that much.`);
}

/** @throws OperatorError unless the loan is overdue for as many days as configured */
async function writeOff(tx: Tx, deps: Deps, request: OperatorRequest): Promise<void> {
  const { order, journals } = await lockRequestedOrder(tx, deps, request);
  const { view, asOf: day } = loanToday(order.terms, journals, deps.today());
  const fromDays = deps.config.NOREN_WRITE_OFF_FROM_DAYS;
  if ((order.status !== OrderStatus.active && order.status !== OrderStatus.overdue) || view.overdueDays < fromDays)
    throw new OperatorError('not_possible', `Only a loan at least ${fromDays} days overdue can be written off.`);
  const { requestId, reason } = request;
  const event = { kind: 'write_off' as const, day, cause: requestId, reason, detail: { requestId } };
  await postLoanEvent(tx, order, journals, { ...event, bookedAt: deps.now() });
  const now = deps.now();
  if (order.status === OrderStatus.active)
    await moveOrder(tx, order, { to: OrderStatus.overdue, reason: 'overdue', now });
  await moveOrder(
    tx,
    { ...order, status: OrderStatus.overdue },
    { to: OrderStatus.writtenOff, reason: 'written_off', now },
  );
}
