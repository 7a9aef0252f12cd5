import type { LoanView } from '@noren/core/lending/loan';
import { addDays, businessDayOf, instantOfDayStart } from '@noren/core/money/time';
import { LEAST_PAYMENT_PAISE } from '../../../lending/least-payment.ts';
import { type JournalKind, readJournals } from '../../../lending/ledger.ts';
import { loanOf, payoffAmount } from '../../../lending/loan-book.ts';
import { effectiveDay } from '../../../lending/loan-events.ts';
import type { Order } from '../../../lending/order-store.ts';
import { postLoanEvent } from '../../../lending/post-loan-event.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';

/** Whether a loan owes less than any provider takes: nobody could ever pay it. Of one written off nothing more is asked. */
export function hasResidual(view: LoanView): boolean {
  const left = payoffAmount(view);
  return left > 0 && left < LEAST_PAYMENT_PAISE && left === view.totalOwed;
}

/** Facts that a waiver of their day comes before. */
const POSTED_AFTER_WAIVERS: ReadonlySet<JournalKind> = new Set(['chargeback', 'refund', 'extension', 'write_off']);

/**
 * Lets go of what nobody could pay, however it came about: a waiver, what was taken back, an entry of an earlier day.
 * Where that cannot be on the same day, a job does it on the next. The caller holds the order's lock.
 * @param view the loan as of today @returns it as it then stands
 */
export async function waiveResidual(tx: Tx, deps: Deps, order: Order, view: LoanView): Promise<LoanView> {
  if (!hasResidual(view)) return view;
  const { userId, orderId } = order;
  const journals = await readJournals(tx, userId, orderId);
  const today = effectiveDay(journals, deps.today());
  // Of a day's facts a waiver comes before what was taken back: there is nothing yet that it could let go of.
  if (journals.some(({ kind, valueDay }) => valueDay === today && POSTED_AFTER_WAIVERS.has(kind))) {
    const afterMs = instantOfDayStart(addDays(businessDayOf(deps.now()), 1)) - deps.now();
    await addJob(tx, 'let-go-of-paise', { userId, orderId }, { key: `paise:${orderId}`, afterMs });
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
  return booked ? loanOf(order.terms, booked.journals, today).view : view;
}
