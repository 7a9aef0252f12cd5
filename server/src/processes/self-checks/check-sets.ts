import { regulatoryRowOn } from '@noren/core/lending/terms';
import {
  addDays,
  type BusinessDay,
  instantOfDayStart,
  toBusinessDay,
} from '@noren/core/money/time';
import { compareTotals, type VerifiedSums } from '../../lending/book/ledger-totals-store.ts';
import { lastClosedDay } from '../../lending/close/closed-days-store.ts';
import type { Moment } from '../../lending/orders/disputes-store.ts';
import { listUndecidedPayouts, UNDECIDED_TOO_LONG_MS } from '../../lending/orders/payout-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import {
  hasOwingOrders,
  listExceededYearCeilings,
  listUnclosedOrders,
  listWaitingDunningMessages,
} from './check-sets-store.ts';
import { readVerifiedSums } from './self-check-store.ts';

/**
 * All entries sum to zero, and the totals are what they come to; and what the next comparison may
 * build on.
 */
export async function checkTotals(
  tx: Tx,
  scope: Scope,
): Promise<{ trialBalance: CheckResult; totals: CheckResult; verified: VerifiedSums }> {
  const compared = await compareTotals(tx, scope === 'all' ? null : await readVerifiedSums(tx));
  const { entries, totalPaise, accounts, problems, verified } = compared;

  return {
    trialBalance: {
      examined: entries,
      problems: totalPaise === 0 ? [] : [`the trial balance is out by ${totalPaise} paise`],
    },
    totals: { examined: accounts, problems },
    verified,
  };
}

/**
 * Nobody without full KYC was lent more within twelve months than the legal ceiling. Source:
 * `docs/lawful.md`, row 16.
 */
export function checkYearCeiling(tx: Tx, today: BusinessDay, scope: Scope): Promise<CheckResult> {
  const ceiling = regulatoryRowOn('sanctionedPerYearBeforeFullKycPaise', today).value;
  return listExceededYearCeilings(tx, ceiling, scope);
}

/** How long after midnight the close of day may take. */
const CLOSE_WITHIN_MS = 2 * 3_600_000;

/** Each business day is closed, with every order that owed on it. */
export async function checkClosedDays(
  tx: Tx,
  at: { today: BusinessDay; now: number },
): Promise<CheckResult> {
  const sinceMidnight = at.now - instantOfDayStart(toBusinessDay(at.now));
  const wanted = addDays(at.today, sinceMidnight > CLOSE_WITHIN_MS ? -1 : -2);
  const last = await lastClosedDay(tx);
  const result = await listUnclosedOrders(tx, {
    through: last,
    today: at.today,
    startedBefore: at.now - CLOSE_WITHIN_MS,
  });
  const hasUnclosedDays =
    result.examined > 0 && (last === null || last < wanted) && (await hasOwingOrders(tx, wanted));
  const problem = `the last day that was closed is ${last ?? 'none'}, not ${wanted}`;

  return hasUnclosedDays ? { ...result, problems: [problem, ...result.problems] } : result;
}

/**
 * No dunning message waits longer than two days, but for the end of a dispute. One that ended in
 * the night is no fault: the message waits for the morning.
 */
export function checkDunningMessages(
  tx: Tx,
  { now, today }: Moment,
  scope: Scope,
): Promise<CheckResult> {
  return listWaitingDunningMessages(tx, { before: now - 2 * 86_400_000, now, today }, scope);
}

/**
 * Names the payouts that are undecided for longer than the alarm's age: a person asks the provider.
 */
export async function checkUndecidedPayouts(tx: Tx, now: number): Promise<CheckResult> {
  const payouts = await listUndecidedPayouts(tx);
  const listed = payouts
    .filter(({ createdAt }) => createdAt < now - UNDECIDED_TOO_LONG_MS)
    .map(({ repayId, payoutRef, state, createdAt }) => {
      const hours = Math.floor((now - createdAt) / 3_600_000);
      return `order ${repayId}: payout ${payoutRef} is ${state} for ${hours} hours`;
    });

  return { examined: payouts.length, problems: [], listed };
}
