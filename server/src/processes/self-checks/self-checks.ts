import { type BusinessDay, daysBetween, toBusinessDay } from '@noren/core/money/time';
import { JOBS } from '../../job-list.ts';
import type { VerifiedSums } from '../../lending/book/ledger-totals-store.ts';
import { saveCheckRun } from '../../lending/reconciliation/check-results-store.ts';
import type { SELF_CHECK_NAMES } from '../../lending/reconciliation/self-check-names.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { isSpread, waitForCommits } from '../../platform/distribution/distribution-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { closeLateOrders } from '../close-of-day/close-of-day.ts';
import { checkComplaints } from './check-complaints.ts';
import { checkNames } from './check-names.ts';
import { checkOrders } from './check-orders.ts';
import { checkReconciliations, reconcileProviders } from './check-reconciliations.ts';
import type { CheckResult } from './check-result.ts';
import { checkRetention } from './check-retention.ts';
import { type CheckMark, readMark, type Scope } from './check-scope-store.ts';
import {
  checkClosedDays,
  checkDunningMessages,
  checkTotals,
  checkUndecidedPayouts,
  checkYearCeiling,
} from './check-sets.ts';
import {
  listExceededLimits,
  listReusedCoupons,
  listUnacceptedCharges,
  listUnbalancedJournals,
  listUnmatchedPayouts,
  listWrongHolds,
} from './check-sets-store.ts';
import { checkSettlement } from './check-settlement.ts';
import { checkUnclaimedFunds } from './check-unclaimed-funds.ts';
import { deleteOtherPasses, readEarliestPass, recordPass } from './self-check-store.ts';

/** One self-check with its result. */
export interface SelfCheck extends CheckResult {
  readonly name: (typeof SELF_CHECK_NAMES)[number];
  /** Of the totals: what the next run builds on. */
  readonly verified?: VerifiedSums;
}

/** How long to wait for a close of day in progress. */
const CLOSING_MS = 60_000;
const DAYS = 'business days are closed';
/**
 * Every night the checks read only new rows. Once in this many days they read all rows, as
 * `npm run verify` always does.
 */
const WHOLE_EVERY_DAYS = 7;

/** Checks that always cover everything, or track their own progress. */
const UNBOUNDED = [
  DAYS,
  'payouts are decided',
  'provider reconciliation balances',
  'complaint promises are kept',
  'no data is past its retention',
];

/**
 * The checks on the ledger alone. Run them in one snapshot, or a disbursement between two reads
 * looks like a problem.
 */
export async function checkLedger(tx: Tx, scope: Scope = 'all'): Promise<SelfCheck[]> {
  const { views, statuses } = await checkOrders(tx, scope);
  const { trialBalance, totals, verified } = await checkTotals(tx, scope);

  return [
    { name: 'trial balance', ...trialBalance },
    { name: 'ledger totals match entries', ...totals, verified },
    { name: 'journals balance', ...(await listUnbalancedJournals(tx, scope)) },
    { name: 'order balances match loan events', ...views },
    { name: 'order status matches ledger', ...statuses },
    { name: 'credit holds match pending orders', ...(await listWrongHolds(tx, scope)) },
    { name: 'payouts match disbursements', ...(await listUnmatchedPayouts(tx, scope)) },
    { name: 'charges match accepted terms', ...(await listUnacceptedCharges(tx, scope)) },
    { name: 'coupons are used once', ...(await listReusedCoupons(tx, scope)) },
    { name: 'unclaimed funds are in suspense', ...(await checkUnclaimedFunds(tx, scope)) },
  ];
}

/** When the checks run, and on which orders; all unless `scope` is set. */
export interface CheckTime {
  readonly today: BusinessDay;
  readonly now: number;
  readonly scope?: Scope;
}

/** All self-checks. */
export async function checkAll(tx: Tx, at: CheckTime): Promise<SelfCheck[]> {
  const scope = at.scope ?? 'all';

  return [
    ...(await checkLedger(tx, scope)),
    { name: 'credit limits are not exceeded', ...(await listExceededLimits(tx, scope)) },
    {
      name: 'yearly lending ceiling is not exceeded',
      ...(await checkYearCeiling(tx, at.today, scope)),
    },
    { name: DAYS, ...(await checkClosedDays(tx, at)) },
    { name: 'dunning messages are sent', ...(await checkDunningMessages(tx, at, scope)) },
    { name: 'payouts are decided', ...(await checkUndecidedPayouts(tx, at.now)) },
    { name: 'provider reconciliation balances', ...(await checkReconciliations(tx)) },
    { name: 'settlement accounts match providers', ...(await checkSettlement(tx, scope)) },
    { name: 'complaint promises are kept', ...(await checkComplaints(tx, at)) },
    { name: 'no data is past its retention', ...(await checkRetention(tx, at)) },
    { name: 'names belong to their users', ...(await checkNames(tx, scope)) },
  ];
}

/** All self-checks in one snapshot of the database. */
export async function runSelfChecks(db: Db, at: CheckTime): Promise<SelfCheck[]> {
  return (await runChecksWithMark(db, at)).checks;
}

/** {@link runSelfChecks}, and the mark up to which they saw everything. */
export async function runChecksWithMark(
  db: Db,
  at: CheckTime,
): Promise<{ mark: CheckMark; checks: SelfCheck[] }> {
  const isOnSeveral = await isSpread(db);
  return inSnapshot(db, async (tx) => {
    const mark = await readMark(tx, at.now);
    if (isOnSeveral) await waitForCommits(tx);
    return { mark, checks: await checkAll(tx, at) };
  });
}

/**
 * Job: reconciles the providers' statements, then runs the self-checks after a close of day. Each
 * problem is logged as an error for a person to investigate.
 */
export async function selfCheck(deps: Deps): Promise<void> {
  await reconcileProviders(deps);

  const today = deps.today();
  const scope = await decideScope(deps.db, deps.now());
  const at = { today, now: deps.now(), scope };
  const { mark, checks } = await runChecksWithMark(deps.db, at);

  // Drop checks that no longer exist: their old passes would widen the scope of the others forever.
  await deleteOtherPasses(
    deps.db,
    checks.map(({ name }) => name),
  );

  for (const first of checks) {
    const check = await recheck(deps, first, at);
    if (!check) continue;

    const { name, examined, problems, listed } = check;
    if (listed?.length)
      deps.log.warn(
        { check: name, listed: listed.slice(0, 50), of: listed.length },
        'self-check items need a decision',
      );

    if (problems.length === 0) deps.log.info({ check: name, examined }, 'self-check passed');
    else
      deps.log.error(
        { check: name, examined, problems: problems.slice(0, 50), of: problems.length },
        'self-check failed',
      );

    const pass = { mark, isWhole: scope === 'all', verified: check.verified ?? null };
    await recordPass(deps.db, name, problems.length === 0 ? pass : null);
    await saveCheckRun(deps.db, { name, now: at.now, examined, problems, listed: listed ?? [] });
  }
}

/**
 * A loan disbursed since the last close is not closed yet, which is no problem: closes such orders,
 * then checks the days again.
 * @returns null when a close is running elsewhere: the self-checks are queued to run after it
 */
async function recheck(deps: Deps, first: SelfCheck, at: CheckTime): Promise<SelfCheck | null> {
  if (first.name !== DAYS || first.problems.length === 0) return first;
  if (await closeLateOrders(deps))
    return { name: DAYS, ...(await inSnapshot(deps.db, (tx) => checkClosedDays(tx, at))) };

  await addJob(deps.db, JOBS['self-check'], {}, { afterMs: CLOSING_MS, keepsTime: true });

  return null;
}

/**
 * What came since all checks last passed, so that missed nights are covered and a problem is
 * reported until it is fixed. Everything when one never passed, and once a week.
 */
async function decideScope(db: Db, now: number): Promise<Scope> {
  const passed = await readEarliestPass(db, UNBOUNDED);
  if (!passed || passed.wholeAt === null) return 'all';
  const isDue = daysBetween(toBusinessDay(passed.wholeAt), toBusinessDay(now)) >= WHOLE_EVERY_DAYS;
  return isDue ? 'all' : { since: passed.mark };
}
