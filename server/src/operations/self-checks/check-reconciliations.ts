import { addDays, type BusinessDay, businessDayOf } from '@noren/core/money/time';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lastClosedDay } from '../close-of-day/closed-days-store.ts';
import type { CheckResult } from './check-result.ts';
import { describeDiscrepancy } from './provider-discrepancies.ts';
import { listProviderDiscrepancies } from './provider-discrepancies-store.ts';
import { type ReconciliationDifference, reconcileDay } from './reconcile-day.ts';
import {
  listDaysWithDifferences,
  listReconciliations,
  readNewestReconciledDay,
  saveReconciliation,
} from './reconciliation-store.ts';

/** Days with differences are reconciled again for this long: a provider may correct its statement. */
const AGAIN_DAYS = 7;

/** Reconciles the providers' statements of all closed days not yet reconciled, and stores the differences. */
export async function reconcileProviders(deps: Deps): Promise<void> {
  const last = await lastClosedDay(deps.db);
  if (last === null) return;
  for (const day of await daysToReconcile(deps, last)) {
    const found = await reconcileDay(deps, day);
    const differences = found.filter(({ what }) => what !== 'posted');
    await saveReconciliation(deps.db, { day, checkedAt: deps.now(), differences });
  }
}

async function daysToReconcile({ db }: Deps, last: BusinessDay): Promise<BusinessDay[]> {
  const newest = await readNewestReconciledDay(db);
  const days = await listDaysWithDifferences(db, addDays(last, -AGAIN_DAYS));
  for (let day = newest ? addDays(newest, 1) : last; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * The differences of the stored reconciliations; a closed day without one is a problem too. Provider events that
 * conflict with a decided state changed nothing and are listed until an operator resolves them.
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
  const listed = discrepancies.map((one) => `${businessDayOf(one.at)}: ${describeDiscrepancy(one)}`);
  return { examined: rows.length, problems, listed };
}

function describeDifference({ kind, ref, what, theirsPaise, oursPaise }: ReconciliationDifference): string {
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
