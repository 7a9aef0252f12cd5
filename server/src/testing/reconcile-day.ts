import type { BusinessDay } from '@noren/core/money/time';
import type { ReconciliationDifference } from '../lending/reconciliation/reconciliation-difference.ts';
import type { Deps } from '../platform/deps.ts';
import { compareDay } from '../processes/reconciliation/reconcile-day.ts';

/** Reconciles a day. @returns its differences, also those that were posted */
export async function reconcileDay(
  deps: Deps,
  day: BusinessDay,
): Promise<readonly ReconciliationDifference[]> {
  return (await compareDay(deps, day)).differences;
}
