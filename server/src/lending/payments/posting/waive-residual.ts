import type { LoanView } from '@noren/core/lending/loan';
import { addDays, instantOfDayStart, toBusinessDay } from '@noren/core/money/time';
import { JOBS } from '../../../job-list.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { readJournals } from '../../book/journal-store.ts';
import type { JournalKind } from '../../book/ledger.ts';
import { buildLoan, payoffAmount } from '../../book/loan-book.ts';
import { effectiveDay } from '../../book/loan-events.ts';
import { MIN_PAYMENT_PAISE } from '../../book/minimum-payment.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import type { Order } from '../../orders/order-store.ts';

/**
 * Whether the amount owed is below the provider's minimum and so cannot be collected. False for
 * written-off loans.
 */
export function hasResidual(view: LoanView): boolean {
  const left = payoffAmount(view);
  return left > 0 && left < MIN_PAYMENT_PAISE && left === view.totalOwed;
}

/** Events that come after a waiver of the same day. */
const POSTED_AFTER_WAIVERS: ReadonlySet<JournalKind> = new Set([
  'chargeback',
  'refund',
  'extension',
  'write_off',
]);

/**
 * Waives a residual too small to collect, whatever left it: a waiver, a chargeback, a posting of an
 * earlier day. When the order of a day's events does not allow it today, a job does it tomorrow.
 * The caller holds the order's lock.
 * @param view the loan as of today
 * @returns the loan after the waiver
 */
export async function waiveResidual(
  tx: Tx,
  deps: Deps,
  order: Order,
  view: LoanView,
): Promise<LoanView> {
  if (!hasResidual(view)) return view;

  const { userId, orderId } = order;
  const journals = await readJournals(tx, userId, orderId);
  const today = effectiveDay(journals, deps.today());

  // A day's waivers are applied before its chargebacks, when this residual does not exist yet.
  if (journals.some(({ kind, valueDay }) => valueDay === today && POSTED_AFTER_WAIVERS.has(kind))) {
    const afterMs = instantOfDayStart(addDays(toBusinessDay(deps.now()), 1)) - deps.now();
    await addJob(tx, JOBS['sync-order'], { userId, orderId }, { afterMs });

    return view;
  }

  const ids = journals.map(({ journalId }) => journalId).sort();
  const booked = await postLoanEvent(tx, order, journals, {
    kind: 'waiver',
    day: today,
    amountPaise: payoffAmount(view),
    cause: `paise:${ids.at(-1)}`,
    reason: 'tolerance',
    bookedAt: deps.now(),
  });

  return booked ? buildLoan(order.terms, booked.journals, today).view : view;
}
