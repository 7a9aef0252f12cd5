import { toBusinessDay } from '@noren/core/money/time';
import { readJournals } from '../../../lending/book/journal-store.ts';
import type { PostedJournal } from '../../../lending/book/ledger.ts';
import { loanToday } from '../../../lending/book/loan-book.ts';
import { effectiveDay } from '../../../lending/book/loan-events.ts';
import { type LoanEventToPost, postLoanEvent } from '../../../lending/book/post-loan-event.ts';
import { findPaymentOfJournal } from '../../../lending/payments/posting/provider-payments-store.ts';
import { syncOrderWithLedger } from '../../../lending/payments/posting/sync-order.ts';
import {
  isRefundUnderWay,
  lockPaymentsOfOrder,
  reversePayment,
} from '../../../lending/payments/unclaimed-funds/reverse-payment.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';
import { type MoneyFacts, plainMoney } from './kind.ts';
import { lockRequestedOrder } from './lock-requested-order.ts';

/**
 * Reverses a journal; the money of a payment goes to unclaimed funds, from where it can be counted
 * for another order.
 */
export async function reverseJournal(
  tx: Tx,
  deps: Deps,
  request: OperatorRequest,
  journalId: string,
): Promise<void> {
  const { requestId, reason, userId, orderId } = request;
  if (userId !== null && orderId !== null) await lockPaymentsOfOrder(tx, { userId, orderId });

  const { order, journals: before } = await lockRequestedOrder(tx, deps, request);
  const day = effectiveDay(before, deps.today());
  let journals: readonly PostedJournal[] = before;

  for (const event of listReversals(before, journalId, { day, cause: requestId, reason })) {
    const target = before.find(({ journalId }) => journalId === event.reverses)!;
    if (target.kind === 'payment' && (await isRefundUnderWay(tx, { order, journals }, target)))
      throw new OperatorError('not_possible', 'reversal_refund_running');

    const posted: readonly PostedJournal[] | undefined | null =
      target.kind === 'payment'
        ? await reversePayment(tx, deps, { order, journals }, target, {
            day,
            cause: requestId,
            reason,
          })
        : (await postLoanEvent(tx, order, journals, { ...event, bookedAt: deps.now() }))?.journals;
    if (!posted) throw new OperatorError('not_possible', 'nothing_changes');

    journals = posted;
  }

  await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, journals, day).view);
}

/** An extension and the payment it was bought with are reversed together. */
function listReversals(
  journals: readonly PostedJournal[],
  journalId: string,
  posting: { day: LoanEventToPost['day']; cause: string; reason: string },
): (LoanEventToPost & { kind: 'reversal' })[] {
  const target = journals.find((journal) => journal.journalId === journalId);
  if (!target || !['payment', 'waiver', 'extension'].includes(target.kind))
    throw new OperatorError('not_possible', 'reversal_other_journal');

  if (journals.some(({ reverses }) => reverses === journalId))
    throw new OperatorError('not_possible', 'reversal_done');

  const addendumNo = target.detail.addendumNo;
  const together = journals.filter(
    (journal) =>
      journal.journalId === journalId ||
      (addendumNo !== undefined && journal.detail.addendumNo === addendumNo),
  );

  return together.map((journal) => ({
    kind: 'reversal',
    reverses: journal.journalId,
    ...posting,
    cause: `${posting.cause}:${journal.journalId}`,
    ...(journal.kind === 'extension' && addendumNo !== undefined && { detail: { addendumNo } }),
  }));
}

/**
 * A payment's amount is its transfer's; that of a waiver or an extension is what its journal
 * debits.
 */
export async function readJournalMoney(
  tx: Tx,
  { userId, orderId }: OperatorRequest,
  journalId: string,
): Promise<MoneyFacts | undefined> {
  if (userId === null || orderId === null) return undefined;

  const payment = await findPaymentOfJournal(tx, { userId, orderId }, journalId);
  if (payment) {
    const { amountPaise, utrLast4, paidAt } = payment;
    return { amountPaise, utrLast4, day: toBusinessDay(paidAt), userId };
  }

  const journal = (await readJournals(tx, userId, orderId)).find(
    (one) => one.journalId === journalId,
  );
  if (!journal) return undefined;

  const debits = journal.lines.map(([, amount]) => Math.max(amount, 0));
  return plainMoney(
    debits.reduce((sum, amount) => sum + amount, 0),
    userId,
    journal.valueDay,
  );
}
