import { syncOrderWithLedger } from '../../../features/repayment/posting/sync-order.ts';
import {
  isRefundUnderWay,
  lockPaymentsOfOrder,
  reversePayment,
} from '../../../features/repayment/unclaimed-funds/reverse-payment.ts';
import { type LockedOrder, lockOrderForPosting } from '../../../lending/close-order.ts';
import type { PostedJournal } from '../../../lending/ledger.ts';
import { loanToday } from '../../../lending/loan-book.ts';
import { effectiveDay } from '../../../lending/loan-events.ts';
import { type LoanEventToPost, postLoanEvent } from '../../../lending/post-loan-event.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';

/** Locks the order that a request is about, for a posting. */
export function lockRequestedOrder(tx: Tx, deps: Deps, { userId, orderId }: OperatorRequest): Promise<LockedOrder> {
  if (userId === null || orderId === null) throw new OperatorError('unknown', 'This request needs an order.');
  return lockOrderForPosting(tx, deps, userId, orderId);
}

/** Reverses a journal; the money of a payment goes to unclaimed funds, from where it can be counted for another order. */
export async function reverseJournal(tx: Tx, deps: Deps, request: OperatorRequest, journalId: string): Promise<void> {
  const { requestId, reason, userId, orderId } = request;
  if (userId !== null && orderId !== null) await lockPaymentsOfOrder(tx, { userId, orderId });
  const { order, journals: before } = await lockRequestedOrder(tx, deps, request);
  const day = effectiveDay(before, deps.today());
  let journals: readonly PostedJournal[] = before;
  for (const event of reversalsOf(before, journalId, { day, cause: requestId, reason })) {
    const target = before.find(({ journalId }) => journalId === event.reverses)!;
    if (target.kind === 'payment' && (await isRefundUnderWay(tx, { order, journals }, target)))
      throw new OperatorError('not_possible', 'A refund of this payment is under way. Wait for the provider’s answer.');
    const posted: readonly PostedJournal[] | undefined | null =
      target.kind === 'payment'
        ? await reversePayment(tx, deps, { order, journals }, target, { day, cause: requestId, reason })
        : (await postLoanEvent(tx, order, journals, { ...event, bookedAt: deps.now() }))?.journals;
    if (!posted) throw new OperatorError('not_possible', NOTHING_CHANGES);
    journals = posted;
  }
  await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, journals, day).view);
}

export const NOTHING_CHANGES = 'This would change nothing, or was already done.';

/** An extension and the payment it was bought with are reversed together. */
function reversalsOf(
  journals: readonly PostedJournal[],
  journalId: string,
  of: { day: LoanEventToPost['day']; cause: string; reason: string },
): (LoanEventToPost & { kind: 'reversal' })[] {
  const target = journals.find((journal) => journal.journalId === journalId);
  if (!target || !['payment', 'waiver', 'extension'].includes(target.kind))
    throw new OperatorError('not_possible', 'Only a payment, a waiver or an extension of this order can be reversed.');
  if (journals.some(({ reverses }) => reverses === journalId))
    throw new OperatorError('not_possible', 'This was already reversed.');
  const addendumNo = target.detail.addendumNo;
  const together = journals.filter(
    (journal) =>
      journal.journalId === journalId || (addendumNo !== undefined && journal.detail.addendumNo === addendumNo),
  );
  return together.map((journal) => ({
    kind: 'reversal',
    reverses: journal.journalId,
    ...of,
    cause: `${of.cause}:${journal.journalId}`,
    ...(journal.kind === 'extension' && addendumNo !== undefined && { detail: { addendumNo } }),
  }));
}
