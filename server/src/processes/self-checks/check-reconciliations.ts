import { addDays, type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import { lastClosedDay } from '../../lending/close/closed-days-store.ts';
import { describeDiscrepancy } from '../../lending/reconciliation/provider-discrepancies.ts';
import { listProviderDiscrepancies } from '../../lending/reconciliation/provider-discrepancies-store.ts';
import type { ReconciliationDifference } from '../../lending/reconciliation/reconciliation-difference.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { compareDay } from '../reconciliation/reconcile-day.ts';
import {
  listDaysWithDifferences,
  listReconciliations,
  readNewestReconciledDay,
  saveReconciliation,
} from '../reconciliation/reconciliation-store.ts';
import { retryUnmatchedEvents } from '../webhooks/provider-events.ts';
import type { CheckResult } from './check-result.ts';

/**
 * Days with differences are reconciled again for this long: a provider may correct its statement.
 */
const AGAIN_DAYS = 7;

/**
 * How long after its day a payment that counted as failed can still be captured. A statement lists
 * it on the day it was made, so each day is read again for this long. Source:
 * razorpay.com/docs/payments/payments/late-authorisation, "polls the bank at various intervals for
 * 5 days" (its newest edition says 3). @ASSUMED a payout is sent back within the same time.
 */
const LATE_DAYS = 5;

/**
 * Reconciles the providers' statements of the closed days that are not yet reconciled, had
 * differences or are so new that a bank may still confirm or send back what was made on them;
 * stores the differences.
 */
export async function reconcileProviders(deps: Deps, lateDays = LATE_DAYS): Promise<void> {
  const last = await lastClosedDay(deps.db);
  if (last === null) return;

  // A chargeback that waited for money on its way back is booked as soon as that is decided.
  await retryUnmatchedEvents(deps);

  for (const day of await daysToReconcile(deps, last, lateDays)) {
    const found = await compareDay(deps, day);
    const differences = found.differences.filter(({ what }) => what !== 'posted');
    const { totals } = found;
    await saveReconciliation(deps.db, { day, checkedAt: deps.now(), differences, totals });
  }
}

async function daysToReconcile(
  { db }: Deps,
  last: BusinessDay,
  lateDays: number,
): Promise<BusinessDay[]> {
  const newest = await readNewestReconciledDay(db);
  const from = newest ? addDays(newest, 1 - lateDays) : last;
  const earlier = await listDaysWithDifferences(db, addDays(last, -AGAIN_DAYS));
  const days = earlier.filter((day) => day < from);

  for (let day = from; day <= last; day = addDays(day, 1)) days.push(day);

  return days;
}

/**
 * The differences of the stored reconciliations; a closed day without one is a problem too.
 * Provider events that conflict with a decided state changed nothing and are listed until an
 * operator resolves them.
 */
export async function checkReconciliations(tx: Tx): Promise<CheckResult> {
  const last = await lastClosedDay(tx);
  const rows = await listReconciliations(tx);
  const problems = rows.flatMap(({ day, differences }) =>
    differences.map((one) => `${day}: ${describeDifference(one)}`),
  );
  const newest = rows.at(-1)?.day ?? null;

  // Allow one night: reconciliation runs after the close of day.
  if (last !== null && rows.length > 0 && (newest === null || newest < addDays(last, -1)))
    problems.push(`the last reconciled day is ${newest}, the last closed day ${last}`);

  const discrepancies = await listProviderDiscrepancies(tx);
  const listed = discrepancies.map(
    (one) => `${toBusinessDay(one.at)}: ${describeDiscrepancy(one)}`,
  );

  return { examined: rows.length, problems, listed };
}

function describeDifference({
  kind,
  ref,
  what,
  theirsPaise,
  oursPaise,
}: ReconciliationDifference): string {
  switch (what) {
    case 'posted':
      return `${kind} ${ref} was missing and is now posted`;
    case 'missing_here':
      return `${kind} ${ref} of ${theirsPaise} paise is in the provider’s statement and not in the ledger`;
    case 'missing_there':
      return `${kind} ${ref} of ${oursPaise} paise is in the ledger and not in the provider’s statement`;
    case 'amount_differs':
      return `${kind} ${ref} is ${theirsPaise} paise by the provider, ${oursPaise} in the ledger`;
    case 'no_answer':
      return `the provider gave no statement of its ${kind}s`;
    default: {
      const missing: never = what;
      throw new RangeError(`unknown difference: ${missing}`);
    }
  }
}
