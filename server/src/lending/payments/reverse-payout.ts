import { OrderStatus } from '@noren/core/lending/order-status';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { post, readJournals } from '../book/journal-store.ts';
import type { JournalKind, PostedJournal } from '../book/ledger.ts';
import { effectiveDay, journalsOfLoan } from '../book/loan-events.ts';
import { postLoanEvent } from '../book/post-loan-event.ts';
import { stopDunningMessages } from '../close/dunning-store.ts';
import { holdLines } from '../orders/credit-hold.ts';
import { moveOrder, type Order } from '../orders/order-store.ts';
import { lockWithCredit } from '../orders/own-order.ts';
import { isOpenPayout, markPayout, type PayoutKey, readPayout } from '../orders/payout-store.ts';
import { settlePayout, waitForRetry } from '../orders/settle-payout.ts';
import { cancelPending } from './store.ts';
import {
  causeOfReversedPayout,
  lockPaymentsOfOrder,
  reversePayment,
} from './unclaimed-funds/reverse-payment.ts';

/** What a loan is changed by, besides payments and their refunds. */
const CHANGES: ReadonlySet<JournalKind> = new Set([
  'waiver',
  'fee_reversal',
  'extension',
  'write_off',
]);

/**
 * The borrower's bank sent a payout back: the loan is undone from its start, fee, GST, interest and
 * penal charge included, payments on it go back to their sender, and the order waits for the
 * borrower as after a failed payout. A repeated report changes nothing; before a confirmation it is
 * a payout that failed.
 */
export async function reversePayout(
  tx: Tx,
  deps: Deps,
  key: PayoutKey,
  { providerId, reason }: { providerId: string | null; reason: string },
): Promise<void> {
  await lockPaymentsOfOrder(tx, key);
  const order = await lockWithCredit(tx, key);
  const now = deps.now();
  const payout = await readPayout(tx, key);
  if (payout && isOpenPayout(payout))
    return settlePayout(tx, deps, key, { state: 'failed', providerId, reason });
  if (
    !(await markPayout(tx, key, { from: ['confirmed'], to: 'reversed', now, providerId, reason }))
  )
    return;

  await undoLoan(tx, deps, order, key.payoutRef);
  await stopDunningMessages(tx, order, now);
  await cancelPending(tx, order);

  const to = OrderStatus.disbursementFailed;
  await moveOrder(tx, order, { to, reason: 'payout_reversed', now, disbursed: null });
  await waitForRetry(tx, deps, order, { kind: 'payout_reversed', payoutRef: key.payoutRef });
}

interface Undoing {
  readonly day: BusinessDay;
  readonly cause: string;
  readonly reason: string;
}

/**
 * Posts the mirror of every journal of the loan, the last first, and holds the principal of the
 * limit again.
 */
async function undoLoan(tx: Tx, deps: Deps, order: Order, payoutRef: string): Promise<void> {
  const { userId, orderId, principalPaise } = order;
  const bookedAt = deps.now();
  let journals: readonly PostedJournal[] = await readJournals(tx, userId, orderId);
  const day = effectiveDay(journals, deps.today());
  const cause = causeOfReversedPayout(payoutRef);
  const of = { day, cause, reason: 'payout_reversed' };
  const reversed = new Set(journals.flatMap(({ reverses }) => reverses ?? []));
  const current = journalsOfLoan(journals).filter(({ journalId }) => !reversed.has(journalId));
  const disbursement = current.find(
    ({ kind, cause: ref }) => kind === 'disbursement' && ref === payoutRef,
  );
  if (!disbursement) throw new Error(`payout ${payoutRef} has no disbursement to reverse`);

  for (const journal of current.toReversed()) {
    const at = { order, journals };
    if (journal.kind === 'payment')
      journals =
        (await reversePayment(tx, deps, at, journal, { ...of, isSentBack: true })) ?? journals;

    if (CHANGES.has(journal.kind)) journals = await undo(tx, { ...at, bookedAt }, journal, of);
  }

  await undo(tx, { order, journals, bookedAt }, disbursement, of);

  const hold = { userId, orderId, valueDay: day, bookedAt, cause, kind: 'hold' } as const;
  await post(tx, { ...hold, lines: holdLines(paise(principalPaise), bookedAt) });
}

async function undo(
  tx: Tx,
  {
    order,
    journals,
    bookedAt,
  }: { order: Order; journals: readonly PostedJournal[]; bookedAt: number },
  { journalId, detail }: PostedJournal,
  of: Undoing,
): Promise<readonly PostedJournal[]> {
  const { addendumNo } = detail;
  const posted = await postLoanEvent(tx, order, journals, {
    kind: 'reversal',
    reverses: journalId,
    ...of,
    cause: `${of.cause}:${journalId}`,
    ...(addendumNo !== undefined && { detail: { addendumNo } }),
    bookedAt,
  });

  return posted?.journals ?? journals;
}
